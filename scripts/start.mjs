// `npm start`: sets up what is missing, then becomes the server. One process, so signals and exit codes are the server's.

import { ensureReady } from './ensure-ready.mjs'

const parent = process.ppid

await ensureReady()
const server = new URL('../dist/server/main.js', import.meta.url)
await import(server.href)

// Between npm and us stands a shell that passes no signal on: who ends `npm start` ends it, and we would live on.
if (process.env.npm_lifecycle_event === 'start' && process.platform !== 'win32') {
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 200).unref()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => clearInterval(watch))
}

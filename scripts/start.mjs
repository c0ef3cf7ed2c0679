// `npm start`: sets up what is missing, then becomes the server: one process, with the server's signals and exit
// codes.

import { ensureReady } from './ensure-ready.mjs'

const parent = process.ppid

await ensureReady()
const server = new URL('../dist/server/main.js', import.meta.url)
await import(server.href)

// The shell between npm and this process forwards no signals: stopping `npm start` stops the shell, and this process
// would keep running.
if (process.env.npm_lifecycle_event === 'start' && process.platform !== 'win32') {
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 200).unref()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => clearInterval(watch))
}

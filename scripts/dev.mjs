// `npm run dev`: the web client by Vite on PORT, with hot reload; the server on PORT + 1, rebuilt and restarted on
// changes.

import { fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureReady } from './ensure-ready.mjs'
import { root } from './task-runner.mjs'

await ensureReady({ build: false })
process.chdir(root)
const { build, createServer } = await import('vite')

const port = Number(process.env.PORT || 3000)
const host = process.env.HOST || '127.0.0.1'
const address = `http://${host}:${port}`
const serverAddress = `http://${host}:${port + 1}`
const outDir = join(root, '.cache', 'dev', 'server')

/** @type {import('node:child_process').ChildProcess | null} */
let server = null
let isEnding = false

/** @param {import('node:child_process').ChildProcess | null} child */
function ended(child) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  const exit = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGTERM')
  return exit
}

// One after the other: a second server on the same DATA_DIR is refused.
let turn = Promise.resolve()
function restart() {
  turn = turn.then(async () => {
    await ended(server)
    if (isEnding) return
    server = fork(join(outDir, 'main.js'), process.argv.slice(2), {
      env: { BASE_URL: address, ...process.env, PORT: String(port + 1), HOST: host },
      // In its own process group: Ctrl-C reaches only this process, which stops the server once.
      detached: process.platform !== 'win32',
    })
  })
}

const watcher = /** @type {import('vite').Rolldown.RolldownWatcher} */ (
  await build({
    logLevel: 'warn',
    build: { ssr: 'src/server/main.ts', outDir, emptyOutDir: true, watch: {} },
  })
)
watcher.on('event', event => {
  if (event.code === 'BUNDLE_END') restart()
  if (event.code === 'ERROR') console.error(event.error.message)
})

const web = await createServer({
  server: {
    port,
    host,
    strictPort: true,
    proxy: Object.fromEntries(
      // Vite answers the web's own modules below /api/.
      ['^/api/(?!.*\\.tsx?(\\?|$))', '/rpc', '/files/rigwright.apk'].map(path => [
        path,
        { target: serverAddress, changeOrigin: false },
      ]),
    ),
  },
})
await serverAnswers()
await web.listen()
console.log(`Rigwright (dev, hot reload) is at ${address}`)

async function serverAnswers() {
  while (!isEnding && !(await fetch(`${serverAddress}/api/health`).catch(() => null))?.ok) await sleep(100)
}

async function end() {
  if (isEnding) return
  isEnding = true
  await Promise.all([watcher.close(), web.close()])
  await turn
  await ended(server)
  process.exit(0)
}
process.on('SIGINT', end).on('SIGTERM', end)

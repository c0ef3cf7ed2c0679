// A measured server in its own process: the built product, or the baseline.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PRODUCT = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url))
const BASELINE = fileURLToPath(new URL('./baseline.js', import.meta.url))
const START_TIMEOUT_MS = 120_000

export type ServerProcess = {
  readonly url: string
  readonly pid: number
  readonly stop: () => Promise<void>
}

/** Starts it and waits for its address. Its log goes to a file in `folder`. */
async function start(
  args: readonly string[],
  environment: Record<string, string>,
  folder: string,
): Promise<ServerProcess> {
  const log = openSync(join(folder, 'log'), 'a')
  const env = { ...process.env, ...environment }
  const child: ChildProcess = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', log] })
  closeSync(log)
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    const timer = setTimeout(() => reject(new Error(`Not ready in time: ${output}`)), START_TIMEOUT_MS)
    child.once('exit', code =>
      reject(new Error(`It ended with ${code}; see ${join(folder, 'log')}. ${output}`)),
    )
    child.stdout?.on('data', chunk => {
      output += chunk
      const address = / is at (http\S+)/.exec(output)?.[1]
      if (address === undefined) return
      clearTimeout(timer)
      resolve(address)
    })
  })
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** The real built server, as a supervisor would start it. */
export const startProduct = (folder: string, dataDir: string, profile?: string): Promise<ServerProcess> =>
  start(
    [...(profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]), PRODUCT],
    { PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, RATE_LIMITS: 'off', LOG: 'json' },
    folder,
  )

/** The baseline on a running database, or with one that it starts itself. */
export const startBaseline = (folder: string, database: { connection: object } | { dataDir: string }) =>
  start(
    [BASELINE],
    'dataDir' in database
      ? { BASELINE_DATA_DIR: database.dataDir }
      : { BASELINE_CONNECTION: JSON.stringify(database.connection) },
    folder,
  )

// The built server in its own process, which can be killed with or without its database.

import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { expect } from 'vitest'
import { DATABASE, USER } from '#server/db/embedded/initdb.ts'
import { buildBundles, isBuilt } from '../../../../scripts/build-bundles.mjs'
import { withSetupLock } from '../../../../scripts/task-runner.mjs'

const MAIN = fileURLToPath(new URL('../../../../dist/server/main.js', import.meta.url))
const READY_MS = 90_000

/** Builds what is stale; the tests use the built servers. */
export async function assertBuilt(): Promise<void> {
  if (!isBuilt()) await withSetupLock(async () => void (isBuilt() || (await buildBundles())))
}

export class ServerProcess {
  url = ''
  /** All its output, over all starts. */
  output = ''
  readonly dataDir: string
  readonly #env: Record<string, string>
  #process: ChildProcess | undefined
  #port = 0

  constructor(dataDir: string, env: Record<string, string> = {}) {
    this.dataDir = realpathSync(dataDir)
    this.#env = env
  }

  get pid(): number {
    return this.#process?.pid ?? 0
  }

  get hasEnded(): boolean {
    return this.#process === undefined || this.#process.exitCode !== null || this.#process.signalCode !== null
  }

  /** Starts it and waits for its address; another start uses the same port. */
  async start(...words: string[]): Promise<void> {
    const child = spawn(process.execPath, [MAIN, ...words], {
      // The test runner's environment does not apply to the server.
      env: {
        PATH: process.env.PATH,
        TMPDIR: process.env.TMPDIR,
        PORT: String(this.#port),
        DATA_DIR: this.dataDir,
        RATE_LIMITS: 'off',
        ...this.#env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#process = child
    let startupOutput = ''
    this.url = await new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`Not ready in time:\n${startupOutput}`)), READY_MS)
      const listen = (chunk: Buffer) => {
        startupOutput += chunk
        this.output += chunk
        const address = /Rigwright is at (\S+)/.exec(startupOutput)?.[1]
        if (address === undefined) return
        clearTimeout(timer)
        resolve(address)
      }
      child.stdout?.on('data', listen)
      child.stderr?.on('data', listen)
      child.once('exit', code => {
        clearTimeout(timer)
        reject(new Error(`The server ended with ${code}:\n${startupOutput}`))
      })
    })
    this.#port = Number(new URL(this.url).port)
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process
    if (child === undefined || this.hasEnded) return
    const gone = new Promise(resolve => child.once('exit', resolve))
    child.kill(signal)
    await gone
  }

  get cluster(): string {
    return join(this.dataDir, 'postgres')
  }

  /** The connection to the embedded database. */
  get connection(): pg.ClientConfig {
    const file = readFileSync(join(this.cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { host: file[4]?.trim() ?? '', port: Number(file[3]), user: USER, database: DATABASE }
  }

  get postmaster(): number {
    return Number(readFileSync(join(this.cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
  }

  /** All processes of its database. */
  get processes(): number[] {
    const isOurs = (pid: string): boolean => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === this.cluster
      } catch {
        return false
      }
    }
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name) && isOurs(name))
      .map(Number)
  }

  readonly health = async (): Promise<{ status: number; body: unknown }> => {
    const response = await fetch(`${this.url}/api/health`)
    return { status: response.status, body: await response.json() }
  }

  async untilHealthy(): Promise<void> {
    await expect
      .poll(async () => (await this.health().catch(() => null))?.status, { timeout: 90_000, interval: 50 })
      .toBe(200)
  }

  /** Stops what is left of it, and deletes its data. */
  async remove(): Promise<void> {
    // A killed server leaves its database running: the next start finds it and stops it properly.
    if (this.#process !== undefined && this.hasEnded) await this.start()
    await this.end('SIGTERM')
    await rm(this.dataDir, { recursive: true, force: true })
  }
}

// The built server in its own process, for tests, the bench and Lighthouse: with a data folder of its own, on a free
// port, and killed with or without its database.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
} from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.mjs'

/** The product. The bundle of the bench is as deep in the repository as this file. */
export const PRODUCT = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url))
const START_TIMEOUT_MS = 120_000
/** A test runner's environment does not apply to the server. */
const INHERITED = ['PATH', 'TMPDIR', 'TEMP', 'SYSTEMROOT']

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** @param {ChildProcess} child */
export const hasExited = child =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null

/** Sends the signal, and waits for the exit. @param {ChildProcess} child @param {NodeJS.Signals} signal */
export async function endProcess(child, signal) {
  if (hasExited(child)) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

export class ServerProcess {
  url = ''
  /** All its output, over all starts. */
  output = ''
  /** @type {ChildProcess | undefined} */
  #process
  #port = 0
  #env
  #program
  #logFile

  /**
   * `program`: Node's arguments, without those of a start. `logFile` gets the log, which is then not in `output`.
   * @param {{ dataDir?: string, env?: Record<string, string>, program?: readonly string[], logFile?: string }} options
   */
  constructor({ dataDir, env = {}, program = [PRODUCT], logFile } = {}) {
    this.dataDir = dataDir ?? mkdtempSync(join(tmpdir(), 'rigwright-server-'))
    this.#env = env
    this.#program = program
    this.#logFile = logFile
  }

  get pid() {
    return this.#process?.pid ?? 0
  }

  get hasEnded() {
    return this.#process === undefined || hasExited(this.#process)
  }

  /** Starts it and waits for its address; another start uses the same port. @param {string[]} args */
  async start(...args) {
    this.#port ||= await freePort()
    const log = this.#logFile === undefined ? 'pipe' : openSync(this.#logFile, 'a')
    const inherited = Object.fromEntries(INHERITED.map(name => [name, process.env[name]]))
    const own = { PORT: String(this.#port), DATA_DIR: this.dataDir, RATE_LIMITS: 'off' }
    const child = spawn(process.execPath, [...this.#program, ...args], {
      env: { ...inherited, ...own, ...this.#env },
      stdio: ['ignore', 'pipe', log],
    })
    if (log !== 'pipe') closeSync(log)
    this.#process = child
    const before = this.output.length
    const startOutput = () => this.output.slice(before)
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', chunk => {
        this.output += chunk
      })
    const ready = new Promise(resolve => {
      const findAddress = () => {
        const address = / is at (http\S+)/.exec(startOutput())?.[1]
        if (address === undefined) return
        child.stdout?.off('data', findAddress)
        resolve(address)
      }
      child.stdout?.on('data', findAddress)
    })
    // Its last output may arrive after its exit; a database that it leaves behind would hold the streams open.
    const closed = new Promise(resolve => child.once('close', resolve))
    const exited = once(child, 'exit').then(async ([code]) => {
      await Promise.race([closed, sleep(1000)])
      return `The server ended with ${code}`
    })
    const late = sleep(START_TIMEOUT_MS, 'Not ready in time', { ref: false })
    const failed = Promise.race([exited, late]).then(problem => {
      throw new Error(`${problem}:\n${startOutput()}`)
    })
    failed.catch(() => {})
    this.url = await Promise.race([ready, failed])
  }

  /** @param {NodeJS.Signals} signal */
  async end(signal) {
    if (this.#process !== undefined) await endProcess(this.#process, signal)
  }

  /** Stops what is left of it, and deletes its data. */
  async remove() {
    // A killed server leaves its database running: the next start finds it and stops it properly.
    if (this.#process?.signalCode === 'SIGKILL') await this.start()
    await this.end('SIGTERM')
    await rm(this.dataDir, { recursive: true, force: true })
  }

  /** The emails written instead of sent, oldest first. */
  async emails() {
    const folder = join(this.dataDir, 'mail')
    const names = await readdir(folder).catch(() => [])
    const emails = names.filter(name => name.endsWith('.eml')).sort()
    return Promise.all(emails.map(name => readFile(join(folder, name), 'utf8')))
  }

  get cluster() {
    return join(realpathSync(this.dataDir), 'postgres')
  }

  /** The lines of the embedded database's own record. */
  get #postmasterLines() {
    return readFileSync(join(this.cluster, 'postmaster.pid'), 'utf8').split('\n')
  }

  /** The connection to the embedded database. */
  get connection() {
    const [, , , port, host = ''] = this.#postmasterLines
    return { host: host.trim(), port: Number(port), user: 'rigwright', database: 'rigwright' }
  }

  get postmaster() {
    return Number(this.#postmasterLines[0])
  }

  /** All processes of its database. */
  get processes() {
    /** @param {string} pid */
    const isOurs = pid => {
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

  async health() {
    const response = await fetch(`${this.url}/api/health`)
    return { status: response.status, body: await response.json() }
  }

  async untilHealthy() {
    const giveUpAt = performance.now() + START_TIMEOUT_MS
    for (;;) {
      const { status } = await this.health().catch(() => ({ status: 0 }))
      if (status === 200) return
      if (performance.now() > giveUpAt) throw new Error(`Not healthy in time (${status}):\n${this.output}`)
      await sleep(50)
    }
  }
}

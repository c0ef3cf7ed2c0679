// Runs the steps of commands: one command at a time per clone, with a line for each long step.

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const cache = join(root, '.cache')

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set()

/** Exits with one sentence. @param {string} sentence @returns {never} */
export function exitWithError(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** Prints a step's name, and how long it took. @template T @param {string} name @param {() => Promise<T>} work */
export async function runStep(name, work) {
  const began = performance.now()
  console.log(`${name} …`)
  try {
    const result = await work()
    console.log(`  done in ${seconds(began)}`)
    return result
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    exitWithError(`${name} failed after ${seconds(began)}; see its output above.`)
  }
}

/** @param {number} began */
export function seconds(began) {
  return `${((performance.now() - began) / 1000).toFixed(1)} s`
}

/**
 * Its output is shown only on failure.
 * @param {string} file @param {string[]} args @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<void>}
 */
export function run(file, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: root, ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    children.add(child)
    let output = ''
    child.stdout?.on('data', chunk => (output += chunk))
    child.stderr?.on('data', chunk => (output += chunk))
    child.on('error', error => reject(new Error(`${file}: ${error.message}`)))
    child.on('close', code => {
      children.delete(child)
      if (code === 0) resolve()
      else reject(new Error(output.trim()))
    })
  })
}

/**
 * One setup at a time per clone. The holder touches the lock every second; an untouched one was left by a killed
 * setup.
 * @param {() => Promise<void>} work
 */
export async function withSetupLock(work) {
  const lock = join(cache, 'set-up.lock')
  mkdirSync(cache, { recursive: true })
  for (let announced = false; !tryCreateFolder(lock); ) {
    const touchedAt = statSync(lock, { throwIfNoEntry: false })?.mtimeMs
    if (touchedAt && Date.now() - touchedAt > 10_000) rmSync(lock, { recursive: true, force: true })
    if (!announced) console.log('Waiting for another start that is setting up this folder …')
    announced = true
    await sleep(300)
  }
  const release = () => rmSync(lock, { recursive: true, force: true })
  const heartbeat = setInterval(() => touch(lock), 1000)
  const leave = () => {
    for (const child of children) child.kill()
    release()
    process.exit(130)
  }
  process.once('exit', release).once('SIGINT', leave).once('SIGTERM', leave)
  try {
    await work()
  } finally {
    clearInterval(heartbeat)
    release()
    process.off('exit', release).off('SIGINT', leave).off('SIGTERM', leave)
  }
}

/** @param {string} folder */
function touch(folder) {
  try {
    utimesSync(folder, new Date(), new Date())
  } catch {
    // Lost while this machine was suspended.
  }
}

/** @param {string} folder */
function tryCreateFolder(folder) {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    return false
  }
}

/** @param {string | Buffer} content */
export function hash(content) {
  return createHash('sha256').update(content).digest('hex')
}

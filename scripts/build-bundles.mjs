// Builds the web client and the server, and records their inputs.

import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { addBayFiles } from './bay-files.mjs'
import { cache, hash, root, run, runStep, withSetupLock } from './task-runner.mjs'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const COMPRESSIBLE = /\.(js|css|svg|wasm|webmanifest)$/
/** Below this many bytes, compression gains nothing. */
const MIN_BYTES = 512

/** Writes a `.br` and a `.gz` for every file of `folder` that becomes smaller. @param {string} folder */
async function precompress(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = files
    .filter(file => file.isFile() && COMPRESSIBLE.test(file.name))
    .map(file => join(file.parentPath, file.name))
  await Promise.all(paths.map(compress))
}

/** @param {string} path */
async function compress(path) {
  const text = await readFile(path)
  if (text.length < MIN_BYTES) return
  const [br, gz] = await Promise.all([
    brotli(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }),
    zip(text, { level: constants.Z_BEST_COMPRESSION }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}

const buildStamp = join(root, 'dist', '.rigwright-built')

/** The inputs of the bundles; a changed test changes no bundle. */
function builtFrom() {
  const files = [
    'package.json',
    'package-lock.json',
    'vite.config.ts',
    'tsconfig.json',
    'scripts/vite-mantine-css.mjs',
    'scripts/bay-files.mjs',
  ]
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

export function isBuilt() {
  return existsSync(buildStamp) && readFileSync(buildStamp, 'utf8') === builtFrom()
}

/** Builds next to dist and renames it when complete, so a start never serves half a build. */
export async function buildBundles() {
  const next = join(cache, `build-${process.pid}`)
  const last = join(cache, `old-${process.pid}`)
  // Builds hold the lock: leftovers are from a build that was killed.
  for (const name of existsSync(cache) ? readdirSync(cache) : []) {
    if (/^(build|old)-\d+$/.test(name)) rmSync(join(cache, name), { recursive: true, force: true })
  }
  const from = builtFrom()
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  // Also under a test runner, which sets its own environment.
  const env = { ...process.env, NODE_ENV: 'production' }
  const build = (/** @type {string[]} */ ...args) =>
    run(process.execPath, [vite, 'build', '--emptyOutDir', ...args], { env })
  try {
    await runStep('Building the web and the server', async () => {
      await Promise.all([
        build('--outDir', join(next, 'web')),
        build('--ssr', '--outDir', join(next, 'server')),
        build('--ssr', '--mode', 'ssr', '--outDir', join(next, 'ssr')),
      ])
      addBayFiles(join(next, 'web'))
      await precompress(join(next, 'web'))
      writeFileSync(join(next, '.rigwright-built'), from)
      if (existsSync(join(root, 'dist'))) renameSync(join(root, 'dist'), last)
      renameSync(next, join(root, 'dist'))
    })
  } finally {
    for (const folder of [next, last]) rmSync(folder, { recursive: true, force: true })
  }
}

/** For what runs the built product: one build, however many need it. */
export async function buildIfStale() {
  if (!isBuilt()) await withSetupLock(async () => void (isBuilt() || (await buildBundles())))
}

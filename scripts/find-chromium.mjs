// Finds the builds of Chromium that the browser tests use: the configured one, the system's, Playwright's, or installs
// them, as root on Debian from there, else Playwright's. Never prompts.

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebianPackages, isProgram, runOptional } from './optional-programs.mjs'
import { root } from './task-runner.mjs'

const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js')

/** By their package's name, in Debian and for Playwright. @type {Record<string, string[]>} */
const PROGRAMS = {
  chromium: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
  'chromium-headless-shell': ['chromium-headless-shell', 'chrome-headless-shell', 'headless_shell'],
}

/**
 * `full` is needed for notifications; `shell` has no window, takes a fifth less time, and is used if there is one.
 * @returns {Promise<{ full: string, shell: string } | null>}
 */
export async function findChromium() {
  const configured = named()
  if (configured) return { full: configured, shell: configured }
  const missing = Object.keys(PROGRAMS).filter(name => find(name) === null)
  if (missing.length > 0) await installDebianPackages("Debian's Chromium for the browser tests", missing)
  if (find('chromium') === null) await fetchPlaywrights()
  const [full, shell] = [find('chromium'), find('chromium-headless-shell')]
  if (full === null) return null
  return { full, shell: shell ?? full }
}

function named() {
  const path = process.env.CHROMIUM
  if (!path) return null
  if (isProgram(path)) return path
  console.log(`CHROMIUM is "${path}", which cannot be run; looking elsewhere.`)
  return null
}

/** @param {string} name */
const find = name => onPath(PROGRAMS[name] ?? []) ?? playwrights(name)

/** @param {string[]} names */
function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(folder => folder !== '')
  const known =
    process.platform === 'darwin' && names.includes('google-chrome')
      ? ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']
      : []
  const places = names.flatMap(name => folders.map(folder => join(folder, name)))
  return [...places, ...known].find(isProgram) ?? null
}

/** In Playwright's folder of this browser. @param {string} name */
function playwrights(name) {
  const args = [playwright, 'install', '--dry-run', name]
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 20_000 })
  const [folder = ''] = [...(stdout ?? '').matchAll(/Install location:\s+(.+)/g)]
    .map(match => (match[1] ?? '').trim())
    .filter(path => path.includes(name.replaceAll('-', '_')))
  if (!existsSync(folder)) return null
  return (
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(
        entry =>
          entry.isFile() &&
          /^(chrome|Google Chrome for Testing|(chrome-)?headless[-_]shell)(\.exe)?$/.test(entry.name),
      )
      .map(entry => join(entry.parentPath, entry.name))
      .find(isProgram) ?? null
  )
}

/** Both builds. */
const fetchPlaywrights = () =>
  runOptional("Fetching Playwright's Chromium for the browser tests (once)", process.execPath, [
    playwright,
    'install',
    'chromium',
  ])

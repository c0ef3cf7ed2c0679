// Finds a Chromium: the configured one, the system's, Playwright's, or downloads one. Never prompts.

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebianPackages, isProgram, runOptional } from './optional-programs.mjs'
import { root } from './task-runner.mjs'

const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/** @returns {Promise<string | null>} */
export async function findChromium() {
  const found = named() ?? onPath() ?? playwrights()
  if (found) return found
  await fetchPlaywrights()
  const fetched = playwrights()
  if (fetched) return fetched
  await installDebianPackages("Debian's Chromium for the browser tests", ['chromium'])
  return onPath()
}

function named() {
  const path = process.env.CHROMIUM
  if (!path) return null
  if (isProgram(path)) return path
  console.log(`CHROMIUM is "${path}", which cannot be run; looking elsewhere.`)
  return null
}

function onPath() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(folder => folder !== '')
  const known =
    process.platform === 'darwin' ? ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'] : []
  const places = names.flatMap(name => folders.map(folder => join(folder, name)))
  return [...places, ...known].find(isProgram) ?? null
}

/** Playwright's folder of browsers, and what is in it. */
function playwrights() {
  const args = [playwright, 'install', '--dry-run', 'chromium-headless-shell']
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 20_000 })
  const folders = [...(stdout ?? '').matchAll(/Install location:\s+(.+)/g)].map(match =>
    (match[1] ?? '').trim(),
  )
  for (const folder of folders.filter(path => path.includes('chromium') && existsSync(path))) {
    const program = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && /^(chrome-)?headless[-_]shell(\.exe)?$/.test(entry.name))
      .map(entry => join(entry.parentPath, entry.name))
      .find(isProgram)
    if (program) return program
  }
  return null
}

async function fetchPlaywrights() {
  await runOptional("Fetching Playwright's Chromium for the browser tests (once)", process.execPath, [
    playwright,
    'install',
    'chromium-headless-shell',
  ])
}

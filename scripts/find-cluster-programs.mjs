// Finds nginx, HAProxy and nats-server for the cluster tests: the system's, or Debian's packages unpacked beside the
// project. They are not installed, so no system service starts.

import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { canInstallDebianPackages, isProgram, runOptional } from './optional-programs.mjs'
import { cache } from './task-runner.mjs'

/** By command, which is also the package's name. */
const PROGRAMS = ['haproxy', 'nginx', 'nats-server']

const unpackFolder = join(cache, 'programs')
const SYSTEMS = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/opt/homebrew/bin']
const LOCAL_FOLDERS = ['usr/sbin', 'usr/bin'].map(folder => join(unpackFolder, folder))

/** @param {string} name @returns {string | undefined} */
function find(name) {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter(folder => folder !== '')
  return [...onPath, ...SYSTEMS, ...LOCAL_FOLDERS].map(folder => join(folder, name)).find(isProgram)
}

/** The folders of unpacked libraries. */
function libraries() {
  return ['usr/lib', 'lib']
    .map(folder => join(unpackFolder, folder))
    .filter(existsSync)
    .flatMap(folder => readdirSync(folder).map(name => join(folder, name)))
    .filter(path => path.endsWith('-linux-gnu'))
    .join(delimiter)
}

/** @param {readonly string[]} names */
async function unpack(names) {
  if (!canInstallDebianPackages()) return
  const archives = join(unpackFolder, 'archives')
  mkdirSync(join(archives, 'partial'), { recursive: true })
  const get = `apt-get install -y --no-install-recommends --download-only -o Dir::Cache::archives=${archives}`
  const script = [
    'set -e',
    'apt-get update',
    // With missing dependencies.
    `${get} ${names.join(' ')}`,
    `for package in ${archives}/*.deb; do dpkg-deb --extract "$package" ${unpackFolder}; done`,
  ]
  const title = `Fetching Debian's ${names.join(', ')} for the cluster tests (once)`
  await runOptional(title, '/bin/sh', ['-c', script.join('\n')], { DEBIAN_FRONTEND: 'noninteractive' })
}

/** @returns {Promise<{ paths: Record<string, string>, libraries: string, missing: string[] }>} */
export async function findClusterPrograms() {
  const absent = PROGRAMS.filter(name => find(name) === undefined)
  if (absent.length > 0) await unpack(absent)
  const found = PROGRAMS.flatMap(name => {
    const path = find(name)
    return path === undefined ? [] : [[name, path]]
  })
  const paths = Object.fromEntries(found)
  return { paths, libraries: libraries(), missing: PROGRAMS.filter(name => !(name in paths)) }
}

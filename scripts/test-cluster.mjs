// `npm run test:cluster`: several servers on one database, behind HAProxy and nginx, with NATS as their event bus.
// `--skip-missing`, as in `npm test`: skips what cannot be installed, and says so.

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ensureReady } from './ensure-ready.mjs'
import { canInstallDebianPackages, isProgram, runOptional } from './optional-programs.mjs'
import { cache, exitWithError, root } from './task-runner.mjs'

/** By command, which is also the package's name. */
const PROGRAMS = ['haproxy', 'nginx', 'nats-server']

/** Programs are unpacked here and not installed, so no system service starts. */
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
async function findClusterPrograms() {
  const absent = PROGRAMS.filter(name => find(name) === undefined)
  if (absent.length > 0) await unpack(absent)
  const found = PROGRAMS.flatMap(name => {
    const path = find(name)
    return path === undefined ? [] : [[name, path]]
  })
  const paths = Object.fromEntries(found)
  return { paths, libraries: libraries(), missing: PROGRAMS.filter(name => !(name in paths)) }
}

const words = process.argv.slice(2)
const isSkippingMissing = words.includes('--skip-missing')

await ensureReady()
const { missing, ...programs } = await findClusterPrograms()
if (missing.length > 0 && !isSkippingMissing)
  exitWithError(
    `The cluster tests need ${missing.join(', ')}: install what is missing (on Debian, root has it fetched).`,
  )
for (const name of missing)
  console.log(
    name === 'nats-server'
      ? 'There is no nats-server: what needs a broker is left out.'
      : `There is no ${name}: ${missing.includes('haproxy') && missing.includes('nginx') ? 'a balancer of our own stands in for it' : 'the other proxy has to do'}.`,
  )

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const report = process.env.CLUSTER_REPORT
const args = [
  'run',
  '--config',
  'test/integration/cluster/vitest.config.ts',
  ...(report ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`] : []),
  ...words.filter(word => word !== '--skip-missing'),
]
const child = spawn(process.execPath, [vitest, ...args], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, CLUSTER_PROGRAMS: JSON.stringify(programs) },
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill('SIGTERM'))
child.on('exit', code => process.exit(code ?? 1))

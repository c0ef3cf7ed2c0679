// `npm run check`: all checks, the fastest ones first.

import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildBundles } from './build-bundles.mjs'
import { ensureReady } from './ensure-ready.mjs'
import { root, seconds, withSetupLock } from './task-runner.mjs'

await ensureReady({ build: false })

const reports = mkdtempSync(join(tmpdir(), 'rigwright-check-'))
const vitestReport = join(reports, 'vitest.json')
const clusterReport = join(reports, 'cluster.json')
const playwrightReport = join(reports, 'playwright.json')

/** @param {string} name */
const modulePath = name => join(root, 'node_modules', ...name.split('/'))
const tsc = (/** @type {string} */ project) => () =>
  run(modulePath('typescript/bin/tsc'), ['-p', `tsconfig.${project}.json`])

const colorOptions = process.stdout.isTTY ? [] : ['--colors=off']

/** @type {[string, () => Promise<boolean>][]} */
const steps = [
  ['format and lint', () => run(modulePath('@biomejs/biome/bin/biome'), ['ci', '.', ...colorOptions])],
  ['types of the domain', tsc('domain')],
  ['types of the server', tsc('server')],
  ['types of the web', tsc('web')],
  // Before the tests: some of them run the built server.
  ['build', () => withSetupLock(buildBundles).then(() => true)],
  [
    'tests',
    () =>
      run(modulePath('vitest/vitest.mjs'), [
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${vitestReport}`,
      ]),
  ],
  [
    'cluster',
    () =>
      run(join(root, 'scripts', 'test-cluster.mjs'), ['--skip-missing'], { CLUSTER_REPORT: clusterReport }),
  ],
  [
    'e2e',
    () =>
      run(modulePath('@playwright/test/cli.js'), ['test', '--reporter=list,json'], {
        PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
      }),
  ],
]

/** @type {string | null} */
let failed = null
for (const [name, work] of steps) {
  const began = performance.now()
  console.log(`\n== ${name}`)
  const passed = await work()
  console.log(`== ${name}: ${passed ? 'passed' : 'FAILED'} (${seconds(began)})`)
  if (!passed) {
    failed = name
    break
  }
}

const totals = [...vitestTotals(vitestReport), ...vitestTotals(clusterReport), ...playwrightTotals()]
rmSync(reports, { recursive: true, force: true })
if (failed) console.log(`\nStopped at: ${failed}`)
const sum = (/** @type {'passed' | 'failed'} */ kind) => totals.reduce((total, one) => total + one[kind], 0)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exit(failed ? 1 : 0)

/**
 * Runs a dependency's program under this Node, with its output.
 * @param {string} program @param {string[]} args @param {Record<string, string>} [env] @returns {Promise<boolean>}
 */
function run(program, args, env = {}) {
  return new Promise(resolve => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    })
    child.on('error', () => resolve(false))
    child.on('exit', code => resolve(code === 0))
  })
}

/** @param {string} report @returns {{ passed: number, failed: number }[]} */
function vitestTotals(report) {
  if (!existsSync(report)) return []
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
  return [{ passed: numPassedTests, failed: numFailedTests }]
}

/** @returns {{ passed: number, failed: number }[]} */
function playwrightTotals() {
  if (!existsSync(playwrightReport)) return []
  const { stats } = JSON.parse(readFileSync(playwrightReport, 'utf8'))
  return [{ passed: stats.expected, failed: stats.unexpected + stats.flaky }]
}

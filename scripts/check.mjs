// `npm run check`: all checks, the fastest ones first. `--long`, as in CI, adds tests that repeat others or take long
// (`*.long.test.ts`, and `@long` in the browser); `--all` also makes longer rounds of fuzzing, cluster and chaos;
// `--changed`, with a commit or without one, leaves out what the changes since then cannot break.

import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildBundles } from './build-bundles.mjs'
import { ensureReady } from './ensure-ready.mjs'
import { fetchOtherNodes } from './other-nodes.mjs'
import { root, seconds, withSetupLock } from './task-runner.mjs'

await ensureReady({ build: false })

const reports = mkdtempSync(join(tmpdir(), 'rigwright-check-'))
const vitestReport = join(reports, 'vitest.json')
const clusterReport = join(reports, 'cluster.json')
const playwrightReport = join(reports, 'playwright.json')

/** @param {string} name */
const modulePath = name => join(root, 'node_modules', ...name.split('/'))
const tsc = (/** @type {string} */ project) =>
  run(modulePath('typescript/bin/tsc'), ['-p', `tsconfig.${project}.json`])

const colorOptions = process.stdout.isTTY ? [] : ['--colors=off']

const words = process.argv.slice(2)
const isAll = words.includes('--all')
const base = words.includes('--changed') ? (words[words.indexOf('--changed') + 1] ?? 'HEAD') : null
const changed = base === null ? null : listChangedFiles(base)
const isLong = isAll || words.includes('--long') || changed !== null
const longRound = isLong ? { LONG_TESTS: '1' } : {}

const E2E_FILES = /^(src|test\/(support|e2e)|playwright)/

/** Each with the files that it depends on. @type {[string, RegExp, () => Promise<boolean>][]} */
const steps = [
  [
    'format, lint and types',
    /./,
    () =>
      Promise.all([
        run(modulePath('@biomejs/biome/bin/biome'), ['ci', '.', ...colorOptions]),
        tsc('server'),
        tsc('domain').then(async passed => (await tsc('web')) && passed),
      ]).then(passed => passed.every(Boolean)),
  ],
  // Before the tests: some of them run the built server.
  ['build', /^(src|public|scripts|vite|index|package)/, () => withSetupLock(buildBundles).then(() => true)],
  [
    'tests',
    /./,
    () =>
      run(
        modulePath('vitest/vitest.mjs'),
        [
          'run',
          ...(base === null ? [] : ['--changed', base, '--passWithNoTests']),
          ...(isLong ? [] : ['--exclude=**/*.long.test.ts']),
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${vitestReport}`,
        ],
        // The tests on Citus have their own step.
        { CITUS_URL: '', ...longRound, ...(isAll && { FUZZ_CALLS: '25000' }) },
      ),
  ],
  ...(isLong && base === null ? [otherNodes()] : []),
  ...(base === null ? [] : [uncoveredTests()]),
  [
    'cluster',
    /^(src\/(domain|contract|server)|scripts|test\/(support|integration\/cluster))/,
    () =>
      run(
        join(root, 'scripts', 'test-cluster.mjs'),
        ['--skip-missing', ...(isAll ? [] : ['exactly-once', ...(isLong ? ['failover'] : [])])],
        { CLUSTER_REPORT: clusterReport },
      ),
  ],
  [
    'citus',
    /^(src\/server|scripts|test\/(support|integration\/(citus|tenancy)))/,
    () => (isAll && process.env.CITUS_URL ? run(join(root, 'scripts', 'test-citus.mjs'), []) : skipCitus()),
  ],
  [
    'e2e',
    E2E_FILES,
    () =>
      run(modulePath('@playwright/test/cli.js'), ['test', ...e2eFilter(), '--reporter=list,json'], {
        PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
        ...longRound,
      }).then(passed => passed || printPagesOfFailedTests()),
  ],
  ...(isAll
    ? [
        /** @type {[string, RegExp, () => Promise<boolean>]} */ ([
          'chaos',
          /./,
          () =>
            run(modulePath('vitest/vitest.mjs'), [
              'run',
              '--config',
              'test/integration/chaos/vitest.config.ts',
            ]),
        ]),
      ]
    : []),
]

/** @type {string | null} */
let failed = null
for (const [name, files, work] of steps) {
  if (changed !== null && !changed.some(file => files.test(file))) continue
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

function skipCitus() {
  console.log('Not run: the tests on a Citus cluster, which need --all and CITUS_URL.')
  return Promise.resolve(true)
}

/** Where versions of Node differ: promises, HTTP, encryption, time, the built server. */
function otherNodes() {
  const tests = [
    'src/domain/lib',
    'src/server/auth',
    'src/server/db/unit-of-work',
    'src/server/features/tickets',
  ]
  const args = ['run', ...tests, 'src/server/http', 'src/server/rpc', 'src/server/app/start-server']
  /** @type {[string, RegExp, () => Promise<boolean>]} */
  const step = [
    'other versions of Node',
    /./,
    async () => {
      for (const { version, program } of await fetchOtherNodes()) {
        console.log(`Node ${version}`)
        if (!(await run(modulePath('vitest/vitest.mjs'), args, {}, program))) return false
      }
      return true
    },
  ]
  return step
}

/** The files that differ from a commit, also new ones. @param {string} commit @returns {string[]} */
function listChangedFiles(commit) {
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
  const output = git('diff', '--name-only', commit) + git('ls-files', '--others', '--exclude-standard')
  return output.split('\n').filter(file => file !== '')
}

/** What `--changed` of Vitest misses: tests that read files or run the built server instead of importing it. */
function uncoveredTests() {
  const files = execFileSync(
    'git',
    [
      'grep',
      '-lE',
      "repo-files|server-process|from 'node:child_process'|readdirSync|dist/",
      '--',
      '*.test.ts',
    ],
    { cwd: root },
  )
  const args = ['run', ...String(files).trim().split('\n')]
  /** @type {[string, RegExp, () => Promise<boolean>]} */
  const step = ['tests of files', /./, () => run(modulePath('vitest/vitest.mjs'), args)]
  return step
}

/** The browser tests of changed pages, or all if anything else has changed that they need. */
function e2eFilter() {
  if (!isLong) return ['--grep-invert=@long']
  if (changed === null) return []
  const relevant = changed.filter(file => E2E_FILES.test(file))
  const folders = relevant.map(
    file => /^(?:src\/web\/pages|test\/e2e)\/(?!support)([^/]+)\//.exec(file)?.[1] ?? null,
  )
  if (folders.includes(null)) return []
  return [...new Set(['app', ...folders])].map(folder => `test/e2e/${folder}/`)
}

/** Which tests failed, their errors and what stood on the pages: of a run elsewhere, often nothing but its output is left. */
function printPagesOfFailedTests() {
  const results = join(root, 'test-results')
  const files = existsSync(results) ? readdirSync(results, { recursive: true, encoding: 'utf8' }) : []
  const contexts = files.filter(name => name.endsWith('error-context.md'))
  const failures = contexts.map(file => {
    const parts = readFileSync(join(results, file), 'utf8').split(/^(?=# )/m)
    return `\n== ${file}\n${parts.filter(part => !/^# (Instructions|Test source)/.test(part)).join('')}`
  })
  // Without the pages once more: of a long output, often only its end is left.
  const withoutPages = failures.map(text =>
    text.replaceAll(/^(# Page snapshot\s+)?```yaml\n.*?^```\n?/gms, ''),
  )
  for (const text of [...failures, ...withoutPages]) console.log(text)
  return false
}

/**
 * Runs a dependency's program under this Node, or another one, with its output.
 * @param {string} program @param {string[]} args @param {Record<string, string>} [env] @param {string} [node]
 * @returns {Promise<boolean>}
 */
function run(program, args, env = {}, node = process.execPath) {
  return new Promise(resolve => {
    const child = spawn(node, [program, ...args], {
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

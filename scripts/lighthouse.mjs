// `npm run lighthouse`: Lighthouse on five pages for a phone, the median of three runs each. It is larger than the
// product, so it is installed in its own folder on demand. `--json` prints JSON; exits with 1 when a page falls
// short.

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ServerProcess } from '../test/support/server-process.mjs'
import { buildIfStale } from './build-bundles.mjs'
import { ensureReady } from './ensure-ready.mjs'
import { findChromium } from './find-chromium.mjs'
import { installFolder } from './install.mjs'
import { root } from './task-runner.mjs'

const RUNS = Number(process.env.LIGHTHOUSE_RUNS || 3)
const MIN_SCORES = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
const METRICS = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
}

const isJson = process.argv.includes('--json')
// Standard output has only the results.
if (isJson) console.log = console.error

const folder = join(root, 'bench', 'lighthouse')
await ensureReady({ build: false })
await installFolder(folder, 'Fetching Lighthouse (once)')
await buildIfStale()

/** @param {string} name */
const modulePath = async name => import(pathToFileURL(join(folder, 'node_modules', name)).href)
const { default: lighthouse } = await modulePath('lighthouse/core/index.js')
const { launch } = await modulePath('chrome-launcher/dist/index.js')

const server = new ServerProcess()
const chrome = await launch({
  chromePath: (await findChromium())?.full,
  chromeFlags: ['--headless=new', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})

let fell = false
try {
  await server.start('--demo')
  // By host name: a passkey needs one, and Login offers none without.
  const url = server.url.replace('127.0.0.1', 'localhost')
  const [password, email] = [printed(/with the password (\S+):/), printed(/^ {2}(\S+@\S+)/m)]
  const vin = printed(/VIN (\S+)/)
  const Cookie = await signIn(url, email, password)
  const board = await (await fetch(`${url}/api/board`, { headers: { Cookie } })).json()
  const ticket = `/service-ticket/${board.active.cards[0].ticketId}`
  const rows = []
  for (const { name, path, headers } of [
    { name: 'Home', path: '/', headers: {} },
    { name: 'Work History', path: `/work-history?vin=${vin}`, headers: {} },
    { name: 'Login', path: '/login', headers: {} },
    { name: 'Dashboard', path: '/dashboard', headers: { Cookie } },
    { name: 'A ticket', path: ticket, headers: { Cookie } },
  ]) {
    const seen = []
    for (let time = 0; time < RUNS; time++) seen.push(await runLighthouse(url + path, headers))
    rows.push({ page: name, ...medianRun(seen) })
  }
  fell = rows.some(row => row.short.length > 0)
  if (isJson) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`)
  else show(rows)
} finally {
  chrome.kill()
  await server.remove()
}
process.exit(fell ? 1 : 0)

/** What the server printed about the demo data. @param {RegExp} pattern */
function printed(pattern) {
  return pattern.exec(server.output)?.[1] ?? ''
}

/** @param {string} url @param {string} email @param {string} password */
async function signIn(url, email, password) {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`${email} cannot sign in: ${answer.status}`)
  return answer.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .join('; ')
}

/** @param {string} url @param {Record<string, string>} extraHeaders */
async function runLighthouse(url, extraHeaders) {
  const options = {
    port: chrome.port,
    extraHeaders,
    onlyCategories: Object.keys(MIN_SCORES),
    logLevel: 'error',
  }
  const { lhr } = await lighthouse(url, options)
  const requests = lhr.audits['network-requests'].details.items
  const missed = Object.values(lhr.audits)
    .filter(({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score === 0)
    .map(({ id }) => id)
  return {
    scores: Object.fromEntries(
      Object.entries(lhr.categories).map(([name, { score }]) => [name, Math.round(score * 100)]),
    ),
    figures: Object.fromEntries(
      Object.entries(METRICS).map(([name, id]) => [name, lhr.audits[id].numericValue]),
    ),
    longestTask: Math.max(
      0,
      ...(lhr.audits['long-tasks'].details?.items ?? []).map(
        (/** @type {{ duration: number }} */ { duration }) => duration,
      ),
    ),
    // Lighthouse's own benchmark of this machine: an idle current one has 1,500 or more.
    machine: Math.round(lhr.environment.benchmarkIndex),
    scriptBytes: requests
      .filter((/** @type {{ resourceType: string }} */ { resourceType }) => resourceType === 'Script')
      .reduce(
        (/** @type {number} */ sum, /** @type {{ transferSize: number }} */ one) => sum + one.transferSize,
        0,
      ),
    missed,
  }
}

/** The median run by performance, and its shortcomings. @param {Awaited<ReturnType<typeof runLighthouse>>[]} seen */
function medianRun(seen) {
  const sorted = seen.toSorted(
    (one, other) => (one.scores.performance ?? 0) - (other.scores.performance ?? 0),
  )
  const run = sorted[Math.floor(sorted.length / 2)]
  if (run === undefined) throw new Error('No run was made.')
  const short = Object.entries(MIN_SCORES)
    .filter(([name, least]) => (run.scores[name] ?? 0) < least)
    .map(([name]) => name)
  return { ...run, short }
}

/** @param {({ page: string } & ReturnType<typeof medianRun>)[]} rows */
function show(rows) {
  console.log(
    '\n| page | Performance | Accessibility | Best Practices | SEO | FCP ms | LCP ms | TBT ms | longest task ms | CLS | JS KB | machine |',
  )
  console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |')
  for (const { page, scores, figures, longestTask, scriptBytes, machine, short, missed } of rows) {
    const { FCP = 0, LCP = 0, TBT = 0, CLS = 0 } = figures
    const cells = [
      page,
      ...Object.keys(MIN_SCORES).map(name => `${scores[name]}${short.includes(name) ? ' (!)' : ''}`),
      ...[FCP, LCP, TBT, longestTask].map(Math.round),
      CLS.toFixed(3),
      (scriptBytes / 1000).toFixed(0),
      machine,
    ]
    console.log(`| ${cells.join(' | ')} |`)
    if (short.length > 0) console.log(`  missed: ${missed.join(', ')}`)
  }
}

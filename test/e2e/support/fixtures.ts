// The product as a user runs it: the built server in its own process, on a free port, with a temporary data folder.

import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { bluebonnet, maya, PASSWORD } from '../../../src/server/seed/demo-accounts.ts'
import { ServerProcess } from '../../support/server-process.mjs'

export class TestServer extends ServerProcess {
  constructor(dataDir: string, env: Record<string, string> = {}) {
    // A test says by X-Forwarded-For that its customer is elsewhere.
    super({ dataDir, env: { FOUNDERS: maya.email, TRUSTED_PROXIES: '127.0.0.1', ...env } })
  }
}

type Fixtures = {
  /** An app on an empty database. */
  readonly server: TestServer
  /** An app with the demo data. */
  readonly demo: TestServer
  /** Closes every window of the test: an open one would keep sending requests. None may have reported an error. */
  readonly closeAllPages: undefined
}

type SharedFixtures = {
  /** The same, shared by all tests of a worker: each creates its own company and leaves the demo data unchanged. */
  readonly shop: TestServer
  /** The demo data and two more companies, for tests that count companies and create none. */
  readonly directory: TestServer
}

export const LONG_COMPANY_NAME =
  'The Very Patient Brothers’ Recreational Vehicle Repair and Winterizing Company of Nappanee'

/** One without coordinates, and one with a long name and a mobile range of forty miles. */
const DIRECTORY_COMPANIES = [
  { companyName: 'Barn Door RV', email: 'barn@mail.example', companyAddress: 'Behind the old barn' },
  {
    companyName: LONG_COMPANY_NAME,
    email: 'long@mail.example',
    companyAddress: 'Nappanee, IN 46550',
    coordinates: { latitude: 41.4428, longitude: -86.0014 },
    mobileRange: 40,
    timeZone: 'America/Indiana/Indianapolis',
  },
]

async function startDirectory(use: (app: TestServer) => Promise<void>): Promise<void> {
  await startTestServer(['--demo'], async app => {
    for (const company of DIRECTORY_COMPANIES) {
      const body = JSON.stringify({ ...company, password: PASSWORD, companyPhone: '(574) 555-0190' })
      const headers = { 'Content-Type': 'application/json' }
      const registered = await fetch(`${app.url}/api/companies`, { method: 'POST', headers, body })
      expect(registered.ok).toBe(true)
      if (company.mobileRange === undefined) continue
      const credentials = JSON.stringify({ email: company.email, password: PASSWORD })
      const signedIn = await fetch(`${app.url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { ...headers, Origin: app.url },
        body: credentials,
      })
      const changed = await fetch(`${app.url}/api/company`, {
        method: 'PATCH',
        headers: { ...headers, Origin: app.url, Cookie: signedIn.headers.getSetCookie().join('; ') },
        body: JSON.stringify({ mobileBusiness: true }),
      })
      expect(changed.ok).toBe(true)
    }
    await use(app)
  })
}

/** An app for the time that `use` takes. */
async function startTestServer(words: string[], use: (app: TestServer) => Promise<void>): Promise<void> {
  const app = new TestServer(await mkdtemp(join(tmpdir(), 'rigwright-e2e-')))
  try {
    await app.start(...words)
    await use(app)
  } finally {
    await app.remove()
  }
}

const windows: BrowserContext[] = []
/** What the pages of this test wrote to the console as an error. */
const consoleErrors: string[] = []

/** What tests cause themselves: failing responses, a page opened offline, a stopped database, private windows, and a host without https. */
const REMARKS_ON_TESTS = [
  /^Failed to load resource: /,
  /^Error: Can’t reach the server\./,
  /We can’t reach our database right now\./,
  /^Chrome currently does not support the Push API in incognito mode/,
  /^The Cross-Origin-Opener-Policy header has been ignored, because the URL's origin was untrustworthy/,
]

export const test = base.extend<Fixtures, SharedFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for the destructured argument.
  server: async ({}, use) => startTestServer([], use),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for the destructured argument.
  demo: async ({}, use) => startTestServer(['--demo'], use),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for the destructured argument.
  shop: [async ({}, use) => startTestServer(['--demo'], use), { scope: 'worker' }],
  // Here and not in its file: Playwright starts another worker for tests with another worker fixture.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for the destructured argument.
  directory: [async ({}, use) => startDirectory(use), { scope: 'worker' }],
  closeAllPages: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for the destructured argument.
    async ({}, use) => {
      await use(undefined)
      for (const context of windows.splice(0)) await context.close()
      expect(consoleErrors.splice(0)).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** For what others' pages show by themselves: the goal is a second, and a busy machine gets more. */
export const LIVE = { timeout: 5000 }

export const PHONE = { width: 360, height: 780 }
export const DESKTOP = { width: 1280, height: 800 }

/** Service workers answer before the network, where tests delay and change responses: only some tests have them. */
export const withServiceWorker = { serviceWorkers: 'allow' } as const

/** Without animations no tap waits for a button that still moves. */
export const PERSON_OPTIONS = { locale: 'en-US', reducedMotion: 'reduce' } as const

/** The test fails with what the pages of this context write to the console as an error. */
export function watchErrors(context: BrowserContext): void {
  context.on('console', message => {
    const text = message.text()
    if (message.type() === 'error' && !REMARKS_ON_TESTS.some(remark => remark.test(text)))
      consoleErrors.push(text)
  })
  context.on('weberror', error => consoleErrors.push(String(error.error())))
}

/** From now on the page is left alone until it reacts: rendered HTML is readable before; a person would wait as well. */
export function waitForReaction(page: Page): Page {
  for (const method of ['goto', 'reload'] as const) {
    const go = page[method].bind(page) as (...words: unknown[]) => ReturnType<Page['goto']>
    page[method] = async (...words: unknown[]) => {
      const answer = await go(...words)
      await page.locator('#root[data-ssr]').waitFor({ state: 'detached' })
      return answer
    }
  }
  return page
}

/** Another person: a separate browser context. */
export async function newPersonPage(
  browser: Browser,
  app: { readonly url: string },
  viewport = DESKTOP,
  { serviceWorkers = 'block' }: { readonly serviceWorkers?: 'allow' | 'block' } = {},
): Promise<Page> {
  const context = await browser.newContext({
    ...PERSON_OPTIONS,
    baseURL: app.url,
    viewport,
    serviceWorkers,
  })
  windows.push(context)
  watchErrors(context)
  return waitForReaction(await context.newPage())
}

/** From now on pages come without prefetched data and request it, so that a test can delay it. */
export const withoutPrefetch = (page: Page): Promise<unknown> =>
  page.route('**/*', async route => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const body = (await response.text()).replace(/<script type="application\/json".*?<\/script>/gs, '')
    await route.fulfill({ response, body })
  })

/** Gives the page a session, as logging in does. */
export async function signIn(page: Page, email: string = bluebonnet.email): Promise<void> {
  // A request with cookies needs the origin that a page sends.
  const { origin } = new URL(page.url())
  const headers = origin === 'null' ? {} : { origin }
  const data = { email, password: PASSWORD }
  const response = await page.request.post('/api/auth/sign-in/email', { data, headers })
  if (!response.ok()) throw new Error(`${email}: ${response.status()} ${await response.text()}`)
}

/** Signs in and opens the first page of this person: `dashboard`, `bay`, `founders` or `my`. */
export async function openAs(page: Page, email?: string, home = 'dashboard'): Promise<void> {
  await signIn(page, email)
  await page.goto(`/${home}`)
}

/** Logs in with the form, on the page at `path` or, if empty, the current one. */
export async function fillLogin(
  page: Page,
  email: string = bluebonnet.email,
  path = '/login',
): Promise<void> {
  if (path !== '') await page.goto(path)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Until the returned function is called, these calls fail with an error. */
export async function failCall(page: Page, call: string): Promise<() => Promise<void>> {
  const url = `**/rpc/${call}`
  const error = { defined: false, code: 'INTERNAL_SERVER_ERROR', status: 500, message: BROKEN }
  const json = { ...error, data: { requestId: 'a-request-that-broke' } }
  await withoutPrefetch(page)
  await page.route(url, route => route.fulfill({ status: 500, json: { json } }))
  return () => page.unroute(url)
}

export const BROKEN = 'Something went wrong on our side. Nothing was changed.'

/** Waits for the in-page alert with exactly this text. */
export const expectAlert = (page: Page, words: string | RegExp) =>
  expect(page.getByRole('alert').filter({ hasText: words }).first()).toBeVisible()

import type { Browser, Page } from '@playwright/test'
import { bluebonnet, june, loneStar, PASSWORD } from '../../../src/server/seed/demo-accounts.ts'
import { responseOf } from '../support/actions.ts'
import { DESKTOP, expect, newPersonPage, PHONE, signIn, type TestServer, test } from '../support/fixtures.ts'

const HISTORY = `/work-history?vin=${june.customerRV.vin}`

/** A browser without scripts, like a search engine's first visit. */
async function withoutScripts(browser: Browser, shop: TestServer): Promise<Page> {
  const context = await browser.newContext({ baseURL: shop.url, viewport: PHONE, javaScriptEnabled: false })
  return context.newPage()
}

test('companies and a rig’s history are readable before any script runs', async ({ shop, browser }) => {
  const page = await withoutScripts(browser, shop)
  const policyErrors: string[] = []
  page.on(
    'console',
    message => message.text().includes('Content Security Policy') && policyErrors.push(message.text()),
  )
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Look up any RV’s service history/)
  for (const { companyName } of [bluebonnet, loneStar])
    await expect(page.getByRole('heading', { name: companyName })).toBeVisible()
  const link = page.getByRole('link', { name: 'Login' })
  await expect(link).toBeVisible()
  await page.goto(HISTORY)
  await expect(page.getByRole('main').getByRole('listitem').nth(3)).toBeVisible()
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  expect(page.url()).not.toContain(PASSWORD)
  expect(policyErrors).toEqual([])
  await page.context().close()
})

const asked = (page: Page): string[] => {
  const calls: string[] = []
  page.on('request', request => {
    const [, call] = /\/rpc\/([^?]+)/.exec(request.url()) ?? []
    if (call !== undefined) calls.push(call)
  })
  return calls
}

test('nothing that came with a page is requested again before it is ready', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const page = await newPersonPage(browser, shop)
  // Refetches caused by the stream do not count.
  await page.route('**/api/live**', () => {})
  const calls = asked(page)
  for (const path of ['/', HISTORY, '/downloads']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(calls).toEqual([])
  await signIn(page)
  await page.goto('/dashboard')
  await expect(page.getByText('Whitcomb, Harold')).toBeVisible()
  // What tickets come to and what waits on phones are asked for after the cards.
  const later = ['tickets/balances', 'bay/devices', 'bay/handOvers']
  expect(calls.filter(call => !later.includes(call))).toEqual([])
  await page.getByRole('link', { name: 'Whitcomb, Harold' }).click()
  await expect(page.getByRole('heading', { name: 'Whitcomb, Harold' })).toBeVisible()
  calls.length = 0
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Whitcomb, Harold' })).toBeVisible()
  expect(calls.filter(call => call === 'tickets/get' || call === 'me')).toEqual([])
})

const PUBLIC = ['/', HISTORY, '/login', '/about-us', '/register', '/join']

type Shift = PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean }

/** How much of the page has moved since it began to load. */
const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>(resolve => {
        const watch = new PerformanceObserver(seen => {
          const moved = (seen.getEntries() as Shift[]).filter(entry => !entry.hadRecentInput)
          resolve(moved.reduce((sum, { value }) => sum + value, 0))
        })
        watch.observe({ type: 'layout-shift', buffered: true })
        // If nothing moved, there is no entry: after two frames that is certain.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))
      }),
  )

for (const [device, viewport, options] of [
  ['a phone', PHONE, {}],
  ['a desktop', DESKTOP, { tag: '@long' }],
] as const)
  test(
    `the server's HTML is hydrated on ${device} in another time zone, not drawn again, and nothing moves`,
    options,
    async ({ shop, browser }) => {
      const context = await browser.newContext({
        baseURL: shop.url,
        viewport,
        timezoneId: 'Australia/Eucla',
        locale: 'en-US',
      })
      const page = await context.newPage()
      const errors: string[] = []
      page.on('pageerror', ({ message }) => errors.push(message))
      // Recorded before any script of the page runs.
      await page.addInitScript(() =>
        document.addEventListener('DOMContentLoaded', () =>
          Object.assign(window, { drawn: [...document.querySelectorAll('h1, main a')] }),
        ),
      )
      const adopt = async (path: string) => {
        await page.goto(path)
        await expect(page.locator('#root[data-ssr]')).not.toBeAttached()
        const left = await page.evaluate(() => {
          const { drawn } = window as unknown as { drawn: readonly Element[] }
          return { drawn: drawn.length > 0, gone: drawn.filter(each => !each.isConnected).length }
        })
        expect(left, path).toEqual({ drawn: true, gone: 0 })
        await expect(page.locator('[data-ssr-style]')).toHaveCount(0)
        if (PUBLIC.includes(path)) expect(await layoutShift(page), path).toBeLessThan(0.05)
      }
      for (const path of PUBLIC) await adopt(path)
      await signIn(page)
      const { active } = await responseOf(page.request.get('/api/board'))
      const ticket = `/service-ticket/${active.cards.at(-1).ticketId}`
      for (const path of ['/dashboard', '/schedule', '/company', '/profile', '/create-ticket', ticket])
        await adopt(path)
      expect(errors).toEqual([])
      await context.close()
    },
  )

test('a login filled in by the browser is used, and values it restores elsewhere are not', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const page = await newPersonPage(browser, shop)
  await page.goto('/')
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true })
  // Before any script of the page runs, as a browser does on reloading.
  await page.addInitScript(
    ({ email, password }) =>
      document.addEventListener('DOMContentLoaded', () => {
        const fill = (field: string, text: string) => {
          for (const found of document.querySelectorAll<HTMLInputElement>(field)) found.value = text
        }
        fill('[autocomplete=username]', email)
        fill('[autocomplete=current-password]', password)
        fill('input[name=vin]', 'PUT BACK')
      }),
    { email: bluebonnet.email, password: PASSWORD },
  )
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect(page.locator('input[name=vin]')).toHaveValue('')
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Whitcomb, Harold')).toBeVisible()
})

test('what is typed and tapped before the scripts have run is done once they have', async ({
  shop,
  browser,
}) => {
  const context = await browser.newContext({ baseURL: shop.url, viewport: PHONE })
  const page = await context.newPage()
  let startScripts = () => {}
  const holdScripts = async () => {
    const held = new Promise<void>(resolve => {
      startScripts = resolve
    })
    await page.unroute('**/*.js')
    await page.route('**/*.js', route => held.then(() => route.continue()))
  }
  await holdScripts()
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill(bluebonnet.email)
  await page.getByRole('textbox', { name: 'Password' }).pressSequentially(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  startScripts()
  await expect(page.getByText('Whitcomb, Harold')).toBeVisible()

  await holdScripts()
  await page.goto('/create-ticket', { waitUntil: 'commit' })
  await page.getByLabel('First Name').fill('Una')
  startScripts()
  await expect(page.locator('#root[data-ssr]')).not.toBeAttached()
  await page.getByLabel('Last Name').fill('Early')
  await expect(page.getByLabel('First Name')).toHaveValue('Una')
  await context.close()
})

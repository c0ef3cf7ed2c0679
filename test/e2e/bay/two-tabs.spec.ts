import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { rosa } from '../../../src/server/seed/demo-accounts.ts'
import {
  assignTicket,
  createTrailerTicket,
  jobLine,
  newEmployeePage,
  newOwnerPage,
  responseOf,
} from '../support/actions.ts'
import { expect, PHONE, type TestServer, test } from '../support/fixtures.ts'

const CHANGE = '**/rpc/tickets/changeJob'
/** In which a text that does not arrive is sent several times. */
const SEVERAL_ATTEMPTS_MS = 6000

const causeAt = (page: Page) => page.getByLabel('Cause')
const countDrafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('rigwright text')).length)
const waitForOutbox = (page: Page) =>
  page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('create-bay-outbox')),
  )

/** Two tabs of Rosa's phone: her ticket, and another that `path` leads to. */
async function openTabs(browser: Browser, shop: TestServer, path: (ticketId: number) => string) {
  const dana = await newOwnerPage(browser, shop)
  const ticketId = await createTrailerTicket(dana, [{ problem: 'Roof leak' }])
  const { page: first, id } = await newEmployeePage(browser, shop, dana, rosa, PHONE)
  await assignTicket(dana, ticketId, id)
  await first.goto(`/bay/${ticketId}`)
  await waitForOutbox(first)
  const second = await first.context().newPage()
  await second.goto(path(ticketId))
  await waitForOutbox(second)
  const ticket = () => responseOf(dana.request.get(`/api/tickets/${ticketId}`))
  /** Which tabs have sent the text, which does not arrive; and how many at most at the same time. */
  const sending = { tabs: new Set<Page>(), now: 0, max: 0 }
  await first.context().route(CHANGE, async route => {
    sending.tabs.add(route.request().frame().page())
    sending.max = Math.max(sending.max, ++sending.now)
    await sleep(300)
    sending.now--
    // Its tab may be closed, or the text arrives from now on.
    await route.abort().catch(() => {})
  })
  return { first, second, sending, ticket }
}

test('a text is sent by one tab at a time, and by another once its tab is closed', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const { first, second, sending, ticket } = await openTabs(browser, shop, () => '/bay')
  await causeAt(first).fill('Seam open')
  await expect.poll(() => sending.tabs.size).toBeGreaterThan(0)
  for (const page of [first, second]) await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await second.waitForTimeout(SEVERAL_ATTEMPTS_MS)
  expect(sending.max).toBe(1)
  await first.close()
  sending.tabs.clear()
  await second.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect.poll(() => sending.tabs.has(second)).toBe(true)
  await second.context().unroute(CHANGE)
  await expect.poll(async () => (await ticket()).jobs[0].cause).toBe('Seam open')
  await expect.poll(() => countDrafts(second)).toBe(0)
})

test('two tabs with one field show what was typed last, and one of them sends it', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const { first, second, sending, ticket } = await openTabs(browser, shop, id => `/bay/${id}`)
  await causeAt(first).fill('Seam open')
  await expect(causeAt(second)).toHaveValue('Seam open')
  await causeAt(second).press('End')
  await causeAt(second).pressSequentially(', resealed')
  await expect(causeAt(first)).toHaveValue('Seam open, resealed')
  await expect.poll(() => sending.tabs.size).toBeGreaterThan(0)
  await second.waitForTimeout(SEVERAL_ATTEMPTS_MS)
  expect(sending.max).toBe(1)
  await second.context().unroute(CHANGE)
  await expect.poll(async () => (await ticket()).jobs[0].cause).toBe('Seam open, resealed')
  await expect.poll(() => countDrafts(first)).toBe(0)
  for (const page of [first, second]) {
    await expect(causeAt(page)).toHaveValue('Seam open, resealed')
    await expect(page.getByRole('group', { name: /edited this/ })).toHaveCount(0)
  }
})

test('what two tabs tap is sent once, and both show the same number', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const { first, second, ticket } = await openTabs(browser, shop, id => `/bay/${id}`)
  const number = (page: Page) => page.getByRole('button', { name: /not sent/ })
  await first.context().setOffline(true)
  await jobLine(first, 'Roof leak').getByRole('button', { name: 'Clock In of job 1' }).click()
  await jobLine(second, 'Roof leak').getByRole('button', { name: 'Clock Out of job 1' }).click()
  await expect(jobLine(first, 'Roof leak').getByRole('button', { name: 'Clock In of job 1' })).toBeVisible()
  for (const page of [first, second]) await expect(number(page)).toHaveText('2 not sent')
  await first.context().setOffline(false)
  const countSessions = async () => {
    const { sessions } = (await ticket()).jobs[0]
    const ended = sessions.filter((session: { clockOutTime: string | null }) => session.clockOutTime !== null)
    return [sessions.length, ended.length]
  }
  await expect.poll(countSessions, { timeout: 30_000 }).toEqual([1, 1])
  for (const page of [first, second]) await expect(number(page)).toHaveCount(0)
  await expect.poll(() => first.evaluate(() => localStorage.getItem('rigwright outbox'))).toBe('0')
})

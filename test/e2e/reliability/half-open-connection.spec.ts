import type { Browser, Page } from '@playwright/test'
import { rosa } from '../../../src/server/seed/demo-accounts.ts'
import { startTcpProxy } from '../../support/tcp-proxy.ts'
import {
  assignTicket,
  createTrailerTicket,
  newEmployeePage,
  newOwnerPage,
  openLoaded,
  responseOf,
} from '../support/actions.ts'
import { expect, expectAlert, PHONE, type TestServer, test } from '../support/fixtures.ts'

/** Rosa on a new ticket of hers, on her phone; and Dana, who sees the server's state. */
async function openBayOnPhone(browser: Browser, shop: TestServer, url = shop.url) {
  const dana = await newOwnerPage(browser, shop)
  const ticketId = await createTrailerTicket(dana, [{ problem: 'Roof leak' }])
  const { page: phone, id } = await newEmployeePage(browser, { url }, dana, rosa, PHONE)
  await assignTicket(dana, ticketId, id)
  await phone.clock.install()
  await openLoaded(phone, `/bay/${ticketId}`)
  const clocks = async () => {
    const { jobs } = await responseOf(dana.request.get(`/api/tickets/${ticketId}`))
    return jobs[0].sessions.map(({ clockOutTime }: { clockOutTime: string | null }) => clockOutTime === null)
  }
  return { phone, ticketId, clocks }
}

const connectionNotice = (page: Page) => page.getByText('You’re offline.')
const startOn = (page: Page) => page.getByRole('button', { name: 'Clock In of job 1' })
const stopOn = (page: Page) => page.getByRole('button', { name: /^Clock Out of job 1/ })
const message = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words })
/** Advances the page's time until this text appears; in steps that are shorter than any notice. */
const waitFor = (page: Page, words: string) =>
  expect(async () => {
    await page.clock.fastForward(8000)
    await expect(message(page, words)).toBeVisible({ timeout: 800 })
  }).toPass()
const TRYING = 'What you typed is kept. Retrying…'
const IN_AGAIN = 'Clock In counts from when you pressed it.'
const OUT_AGAIN = 'Clock Out counts from when you pressed it.'

test('a silent connection is reported, and pending clock presses are sent once it is back', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const proxy = await startTcpProxy(shop.url)
  try {
    const { phone, clocks } = await openBayOnPhone(browser, shop, proxy.url)
    await expect(startOn(phone)).toBeEnabled()
    proxy.block()
    await startOn(phone).click()
    await expect(stopOn(phone)).toBeVisible()
    await waitFor(phone, TRYING)
    await waitFor(phone, IN_AGAIN)
    await expect(message(phone, TRYING)).toBeHidden()
    await expect(startOn(phone)).toBeEnabled()
    await expect(connectionNotice(phone)).toBeVisible()
    expect(await clocks()).toEqual([])

    proxy.restore()
    await waitFor(phone, 'Back online. You’re clocked in.')
    await expect(stopOn(phone)).toBeEnabled()
    await expect(connectionNotice(phone)).toBeHidden()
    await expect(message(phone, IN_AGAIN)).toBeHidden()
    expect(await clocks()).toEqual([true])
  } finally {
    proxy.close()
  }
})

test('a clock that could not be stopped offline stays reported, and stops once the connection is back', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const { phone, clocks } = await openBayOnPhone(browser, shop)
  await startOn(phone).click()
  await expect(stopOn(phone)).toBeEnabled()
  await phone.context().setOffline(true)
  await expect(connectionNotice(phone)).toBeVisible()
  await stopOn(phone).click()
  await expect(message(phone, TRYING)).toBeVisible()
  await waitFor(phone, OUT_AGAIN)
  await expect(stopOn(phone)).toBeEnabled()
  await phone.clock.fastForward(60_000)
  await expect(message(phone, OUT_AGAIN)).toBeVisible()
  expect(await clocks()).toEqual([true])

  await phone.context().setOffline(false)
  await expectAlert(phone, 'Back online. You’re clocked out.')
  await expect(startOn(phone)).toBeEnabled()
  await expect(message(phone, OUT_AGAIN)).toBeHidden()
  await expect(connectionNotice(phone)).toBeHidden()
  expect(await clocks()).toEqual([false])
})

test('a press from long before the reconnection counts from when it was made', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const { phone, ticketId, clocks } = await openBayOnPhone(browser, shop)
  await phone.context().setOffline(true)
  const pressedAt = Date.now()
  await startOn(phone).click()
  await waitFor(phone, IN_AGAIN)
  await phone.clock.fastForward('01:00:00')
  expect(await clocks()).toEqual([])
  // The server's time has gone on by as long as this took.
  await expect.poll(() => Date.now() - pressedAt, { timeout: 15_000 }).toBeGreaterThan(8000)
  await phone.context().setOffline(false)
  await expectAlert(phone, 'Back online. You’re clocked in.')
  await expect(message(phone, IN_AGAIN)).toBeHidden()
  const { jobs } = await responseOf(phone.request.get(`/api/tickets/${ticketId}`))
  const startedAt = Date.parse(jobs[0].sessions[0].clockInTime)
  expect(Math.abs(startedAt - pressedAt)).toBeLessThan(5000)
})

test('a press that became too old without a signal is reported as not recorded', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const { phone, clocks } = await openBayOnPhone(browser, shop)
  await phone.context().setOffline(true)
  await startOn(phone).click()
  await waitFor(phone, IN_AGAIN)
  await phone.clock.fastForward(73 * 60 * 60_000)
  await phone.context().setOffline(false)
  await expectAlert(
    phone,
    'Clock In was not recorded: you pressed it more than three days ago. Tell the desk.',
  )
  await expect(message(phone, IN_AGAIN)).toBeHidden()
  expect(await clocks()).toEqual([])
})

test('the retry message is shown exactly while retrying', async ({ shop, browser }) => {
  const { phone } = await openBayOnPhone(browser, shop)
  await phone.context().setOffline(true)
  await phone.getByLabel('Cause').fill('Cracked sealant')
  await expect(message(phone, TRYING)).toBeVisible()
  await phone.context().setOffline(false)
  await expect(phone.getByText('Saved', { exact: true })).toBeVisible()
  await expect(message(phone, TRYING)).toBeHidden()
})

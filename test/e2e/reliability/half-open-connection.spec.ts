import type { Page } from '@playwright/test'
import { startTcpProxy } from '../../support/tcp-proxy.ts'
import {
  createTrailerTicket,
  jobLine,
  newOwnerPage,
  openLoaded,
  responseOf,
  toggleLine,
} from '../support/actions.ts'
import { expect, test } from '../support/fixtures.ts'

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
const GIVEN_UP = 'What you typed is kept. Try again in a moment.'

test('a silent connection is reported, and a clock tap at the desk that cannot arrive fails', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const proxy = await startTcpProxy(shop.url)
  try {
    const dana = await newOwnerPage(browser, { url: proxy.url })
    const ticketId = await createTrailerTicket(dana, [{ problem: 'Roof leak' }])
    await dana.clock.install()
    await openLoaded(dana, `/service-ticket/${ticketId}`)
    await expect(startOn(dana)).toBeEnabled()
    proxy.block()
    await startOn(dana).click()
    await expect(stopOn(dana)).toBeVisible()
    await waitFor(dana, TRYING)
    await waitFor(dana, GIVEN_UP)
    await expect(message(dana, TRYING)).toBeHidden()
    await expect(connectionNotice(dana)).toBeVisible()

    proxy.reset()
    const { jobs } = await responseOf(dana.request.get(`/api/tickets/${ticketId}`))
    expect(jobs[0].sessions).toEqual([])
    await openLoaded(dana, `/service-ticket/${ticketId}`)
    await startOn(dana).click()
    await expect(stopOn(dana)).toBeEnabled()
    await expect(connectionNotice(dana)).toBeHidden()
  } finally {
    proxy.close()
  }
})

test('the retry message is shown exactly while retrying, and text says that it waits', async ({
  shop,
  browser,
}) => {
  const dana = await newOwnerPage(browser, shop)
  const problem = 'Roof leak'
  const ticketId = await createTrailerTicket(dana, [{ problem }])
  await openLoaded(dana, `/service-ticket/${ticketId}`)
  await toggleLine(jobLine(dana, problem))
  await dana.getByRole('button', { name: 'Edit cause of job 1' }).click()
  await dana.context().setOffline(true)
  await dana.getByLabel('Cause').fill('Cracked sealant')
  await expect(dana.getByText('Not sent yet. Your text is kept on this device.')).toBeVisible()
  await startOn(dana).click()
  await expect(message(dana, TRYING)).toBeVisible()
  await dana.context().setOffline(false)
  await expect(dana.getByText('Saved', { exact: true })).toBeVisible()
  await expect(message(dana, TRYING)).toBeHidden()
})

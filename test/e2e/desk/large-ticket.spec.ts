import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { rosa } from '../../../src/server/seed/demo-accounts.ts'
import {
  assignTicket,
  createTrailerTicket,
  newEmployeePage,
  newOwnerPage,
  responseOf,
} from '../support/actions.ts'
import { expect, PHONE, type TestServer, test } from '../support/fixtures.ts'
import { multiplyPhoto } from '../support/multiply-rows.ts'

/** A hundred job lines with two photos each, thirty parts on them, and thirty on no line. */
async function createBigTicket(page: Page, shop: TestServer): Promise<number> {
  const jobs = Array.from({ length: 100 }, (_, index) => ({
    problem: `Problem ${index + 1}`,
    estimatedTime: 1,
  }))
  const ticketId = await createTrailerTicket(page, jobs)
  for (let made = 0; made < 30; made += 1)
    for (const place of [{}, { jobNumber: made + 1 }]) {
      const data = { quantity: 1, description: `Part ${made}`, perPartAmount: 3, ...place }
      await responseOf(page.request.post(`/api/tickets/${ticketId}/parts`, { data }))
    }
  const image = { width: 480, height: 360, channels: 3, background: '#1f4a3a' } as const
  const buffer = await sharp({ create: image }).jpeg().toBuffer()
  const photos = { name: 'roof.jpg', mimeType: 'image/jpeg', buffer }
  const multipart = { moment: 'before', photos }
  await responseOf(page.request.post(`/api/tickets/${ticketId}/jobs/1/photos`, { multipart }))
  await multiplyPhoto(shop, ticketId, 199)
  return ticketId
}

/** Scrolls through the lines, which are drawn as they come near. */
const drawAllLines = (page: Page) =>
  expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 600)
        return page.getByRole('region', { name: 'Job Lines' }).locator('button[aria-controls]').count()
      },
      { intervals: [20] },
    )
    .toBe(100)

/** Counts changes on the page in job lines and parts other than the first. */
const watchOthers = (page: Page) =>
  page.evaluate(() => {
    const changed: string[] = []
    Object.assign(window, { changed })
    const lists = [...document.querySelectorAll('main ul')]
      .filter(list => list.children.length >= 30)
      .slice(0, 2)
    for (const list of lists)
      for (const line of [...list.children].slice(1))
        new MutationObserver(() => changed.push(line.textContent ?? '')).observe(line, {
          subtree: true,
          childList: true,
          characterData: true,
          attributes: true,
        })
    return lists.length
  })

async function typeInto(page: Page, label: string, words: string): Promise<void> {
  await page.getByLabel(label).first().click()
  await page.keyboard.type(words, { delay: 5 })
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
}

test('typing into one line of a hundred renders no other line again, at the desk and in the bay', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const dana = await newOwnerPage(browser, shop)
  const ticketId = await createBigTicket(dana, shop)
  const { page: bay, id } = await newEmployeePage(browser, shop, dana, rosa, PHONE)
  await assignTicket(dana, ticketId, id)
  await dana.goto(`/service-ticket/${ticketId}`)
  await bay.goto(`/bay/${ticketId}`)

  for (const page of [dana, bay]) await drawAllLines(page)
  // A collapsed line loads no images.
  await expect(dana.getByRole('button', { name: '100. Problem 100' })).toBeAttached()
  await expect(dana.locator('img[src*="/photos/"]')).toHaveCount(0)
  await dana.getByRole('button', { name: '1. Problem 1', exact: true }).click()
  await expect(dana.locator('img[src*="/photos/"]')).toHaveCount(2)
  await dana.getByRole('button', { name: 'Edit cause of job 1' }).click()
  await bay.getByRole('button', { name: '1. Problem 1', exact: true }).click()

  expect(await watchOthers(dana)).toBe(2)
  expect(await watchOthers(bay)).toBe(2)
  await typeInto(dana, 'Cause', 'The sealant along the roof edge has dried out.')
  await typeInto(bay, 'Correction', 'Cut out and laid anew.')
  await expect(dana.getByLabel('Correction').first()).toHaveValue('Cut out and laid anew.')
  await expect(bay.getByLabel('Cause').first()).toHaveValue('The sealant along the roof edge has dried out.')
  for (const page of [dana, bay]) expect(await page.evaluate('window.changed')).toEqual([])
})

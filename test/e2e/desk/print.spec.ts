import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { bluebonnet, june, rosa } from '../../../src/server/seed/demo-accounts.ts'
import { type Pdf, readPdf, wordsOf } from '../../support/pdf-text.ts'
import { expectAccessible, expectNoViolations, horizontalOverflow } from '../support/accessibility.ts'
import { createCompany, createTrailerTicket, newEmployeePage, responseOf } from '../support/actions.ts'
import { expect, newPersonPage, PHONE, test } from '../support/fixtures.ts'

const JOBS = [
  { problem: 'Roof leak above the bunk', estimatedTime: 1.25 },
  { problem: 'Slide-out stops halfway', estimatedTime: 2, estimate: true },
]

const image = async (background: string) => ({
  name: 'picture.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .jpeg()
    .toBuffer(),
})

/** A ticket with parts and two photos, created by the current user. */
async function createTicketWithParts(page: Page): Promise<number> {
  const ticketId = await createTrailerTicket(page, JOBS)
  const path = `/api/tickets/${ticketId}`
  for (const [quantity, description, perPartAmount] of [
    [4, 'Grease seal', 9.8],
    [1, 'Awning motor', 289],
  ])
    await responseOf(page.request.post(`${path}/parts`, { data: { quantity, description, perPartAmount } }))
  for (const [moment, color] of [
    ['before', '#a33'],
    ['after', '#3a3'],
  ] as const) {
    const multipart = { moment, photos: await image(color) }
    await responseOf(page.request.post(`${path}/jobs/1/photos`, { multipart }))
  }
  return ticketId
}

const sheetAt = (page: Page) => page.getByRole('article')

/** The printout: only the document. */
async function expectSheetAlone(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const around of ['banner', 'contentinfo'] as const) await expect(page.getByRole(around)).toBeHidden()
  for (const name of ['Print', 'Back', 'PDF'])
    await expect(page.getByText(name, { exact: true })).toBeHidden()
  await expect(sheetAt(page)).toBeVisible()
  await expect(sheetAt(page)).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
}

/** The number of printed pages. */
async function pagesPrinted(page: Page): Promise<number> {
  const bytes = await page.pdf({ preferCSSPageSize: true })
  return bytes.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0
}

const countImages = ({ pages }: Pdf): number => pages.reduce((sum, { imageCount }) => sum + imageCount, 0)

const TOTALS = ['$328.20', '$32.82', '$471.25', '$832.27']

test('the desk prints an estimate with a photo, and downloads it as a PDF', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const desk = await newPersonPage(browser, shop)
  await createCompany(desk)
  const ticketId = await createTicketWithParts(desk)
  await desk.goto(`/service-ticket/${ticketId}`)
  await desk.getByRole('link', { name: 'Print' }).click()
  await expect(desk).toHaveURL(new RegExp(`/print/${ticketId}$`))

  const sheet = sheetAt(desk)
  await expect(sheet.getByRole('heading', { name: 'Estimate' })).toBeVisible()
  await expect(desk).toHaveTitle(`Estimate ${ticketId} · Rigwright`)
  for (const text of [
    'Zion Creek RV',
    bluebonnet.companyAddress,
    'June Park',
    june.customerRV.vin,
    '1h15m',
    'Prices may change.',
    ...TOTALS,
  ])
    await expect(sheet).toContainText(text)

  await expect(sheet.getByRole('img')).toHaveCount(0)
  expect(await pagesPrinted(desk)).toBe(1)
  await desk.getByLabel('After: 1. Roof leak above the bunk').check()
  await expect(sheet).toContainText('After: 1. Roof leak above the bunk')
  await expectAccessible(desk)
  await expectSheetAlone(desk)

  const printed = await desk.evaluate(() => {
    let times = 0
    window.print = () => {
      times += 1
      document.body.dataset.printed = String(times)
    }
    return times
  })
  expect(printed).toBe(0)
  await desk.getByRole('button', { name: 'Print' }).click()
  await expect(desk.locator('body')).toHaveAttribute('data-printed', '1')

  const href = await desk.getByRole('link', { name: 'PDF' }).getAttribute('href')
  const response = await desk.request.get(href ?? '')
  expect(response.headers()['content-type']).toBe('application/pdf')
  const pdf = readPdf(await response.body())
  for (const text of TOTALS) expect(wordsOf(pdf)).toContain(text)
  expect(countImages(pdf)).toBe(1)

  await desk.getByRole('link', { name: 'Back' }).click()
  await expect(desk).toHaveURL(new RegExp(`/service-ticket/${ticketId}$`))
})

test('a customer prints their document by the link, after answering its question', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const desk = await newPersonPage(browser, shop)
  await createCompany(desk)
  const ticketId = await createTicketWithParts(desk)
  const { link } = await responseOf(desk.request.post(`/api/tickets/${ticketId}/link`))
  const phone = await newPersonPage(browser, shop, PHONE)
  await phone.goto(`${link.path}/print`)
  await expect(phone.getByRole('alert').filter({ hasText: 'Answer the question first' })).toBeVisible()
  await expect(sheetAt(phone)).toHaveCount(0)

  const digits = june.customerDetails.phone.slice(-4)
  const token = link.path.split('/').at(-1)
  await responseOf(phone.request.post(`/api/follow/${token}/answer`, { data: { digits } }))
  await phone.reload()
  for (const text of ['Estimate', '118 Riverview Avenue', 'Grease seal', '$9.80', ...TOTALS])
    await expect(sheetAt(phone)).toContainText(text)
  await phone.getByLabel('Before: 1. Roof leak above the bunk').check()
  await expectNoViolations(phone)
  expect(await horizontalOverflow(phone)).toEqual([])
  await expectSheetAlone(phone)
  const href = await phone.getByRole('link', { name: 'PDF' }).getAttribute('href')
  const pdf = readPdf(await (await phone.request.get(href ?? '')).body())
  expect(wordsOf(pdf)).toContain('Total Balance $832.27')
  expect(countImages(pdf)).toBe(1)

  await responseOf(desk.request.post(`/api/tickets/${ticketId}/finalize`))
  await phone.reload()
  await expect(sheetAt(phone).getByRole('heading', { name: 'Service Ticket' })).toBeVisible()
  await expect(sheetAt(phone)).not.toContainText('Prices may change')
})

test('a user without access to prices gets no link to a document', async ({ shop, browser }) => {
  const desk = await newPersonPage(browser, shop)
  await createCompany(desk)
  const ticketId = await createTrailerTicket(desk, JOBS)
  const { page: bay } = await newEmployeePage(browser, shop, desk, rosa, PHONE)
  await bay.goto(`/print/${ticketId}`)
  await expect(bay.getByRole('heading', { name: 'Not for your account' })).toBeVisible()
  const visitor = await newPersonPage(browser, shop)
  await visitor.goto(`/print/${ticketId}`)
  await expect(visitor).toHaveURL(/\/login/)
})

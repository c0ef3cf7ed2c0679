import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { bluebonnet, PASSWORD, walt } from '../../../src/server/seed/demo-accounts.ts'
import {
  createTrailerTicket,
  jobLine,
  newEmployeePage,
  newOwnerPage,
  toggleLine,
} from '../support/actions.ts'
import { expect, expectAlert, newPersonPage, PHONE, test } from '../support/fixtures.ts'

const imageFile = async (background: string) => ({
  name: 'picture.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .jpeg()
    .toBuffer(),
})

test('a company registers with a suggested address and its image, and both are in the public list', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const page = await newPersonPage(browser, shop, PHONE)
  await page.goto('/register')
  await page.getByLabel('Company Name').fill('Company With A Picture')
  await page.getByLabel('Email').fill(`${randomUUID()}@mail.example`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Company Phone').fill(bluebonnet.companyPhone)
  await page.getByLabel('Address', { exact: true }).pressSequentially('123 Main St, Elkhart, IN')
  await page.getByRole('option', { name: /123 Main St, Elkhart, IN 46516/ }).click()
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('123 Main St, Elkhart, IN 46516')
  await page.getByLabel('Company Image').setInputFiles(await imageFile('#c4571b'))
  await page.getByRole('button', { name: 'Register' }).click()
  await expectAlert(page, 'Company registered successfully!')
  await expect(page).toHaveURL(/\/dashboard$/)

  const visitor = await newPersonPage(browser, shop)
  await visitor.goto('/')
  const card = visitor.getByRole('listitem').filter({ hasText: 'Company With A Picture' })
  await expect(card.getByText('123 Main St, Elkhart, IN 46516')).toBeVisible()
  const image = card.locator('img')
  await expect(image).toHaveAttribute('src', /\/api\/images\/company_images\//)
  await expect(image).toHaveJSProperty('naturalWidth', 480)
})

test('a job photo appears in the second browser, and a file that is not an image is refused', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const dana = await newOwnerPage(browser, shop)
  const { page: walts } = await newEmployeePage(browser, shop, dana, walt)
  const ticketId = await createTrailerTicket(dana, [{ problem: 'Roof leak' }])
  for (const page of [dana, walts]) {
    await page.goto(`/service-ticket/${ticketId}`)
    await toggleLine(jobLine(page, 'Roof leak'))
    await expect(page.getByText('No photos yet.').first()).toBeVisible()
  }
  await dana
    .getByLabel('Photos before the repair')
    .first()
    .setInputFiles(await imageFile('#1f4a3a'))
  const photos = walts.locator('img[src*="/photos/"]')
  await expect(photos).toHaveCount(1)
  await expect(photos).toHaveJSProperty('naturalWidth', 480)

  await dana
    .getByLabel('Photos before the repair')
    .first()
    .setInputFiles([
      { name: 'lie.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture at all') },
      await imageFile('#c4571b'),
    ])
  await expect(dana.getByText('lie.jpg: That file isn’t an image.')).toBeVisible()
  await expect(photos).toHaveCount(2)
})

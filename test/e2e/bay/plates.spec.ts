import type { Page } from '@playwright/test'
import { rosa } from '../../../src/server/seed/demo-accounts.ts'
import { renderBarcode } from '../../support/barcode-image.ts'
import { expectAccessible } from '../support/accessibility.ts'
import {
  assignTicket,
  createEmployee,
  createTrailerTicket,
  newOwnerPage,
  responseOf,
} from '../support/actions.ts'
import { isControlled } from '../support/device-storage.ts'
import { expect, newPersonPage, PHONE, signIn, test, withServiceWorker } from '../support/fixtures.ts'

const PLATE = 'MFG: Suburban\nMODEL: SF-30F\nS/N: 0912-44521'

/** What is stored of the barcode reader: its worker and its WebAssembly. */
const countReaderFiles = (page: Page): Promise<number> =>
  page.evaluate(async () => (await (await caches.open('rigwright-barcode-reader')).keys()).length)

test('a plate is photographed and read without a connection, and is on record once there is one', async ({
  shop,
  browser,
}) => {
  const dana = await newOwnerPage(browser, shop)
  await responseOf(dana.request.patch('/api/company/preferences', { data: { listsComponents: true } }))
  const ticketId = await createTrailerTicket(dana, [{ problem: 'Furnace will not light' }])
  const { id, email } = await createEmployee(dana, rosa)
  const page = await newPersonPage(browser, shop, PHONE, withServiceWorker)
  await signIn(page, email)
  await assignTicket(dana, ticketId, id)
  await page.goto(`/bay/${ticketId}`)
  const panel = page.getByRole('region', { name: 'Components' })
  const ask = panel.getByRole('button', { name: 'Photograph the furnace’s plate' })
  await expect(ask).toBeVisible()
  await expectAccessible(page)
  await expect.poll(() => isControlled(page)).toBe(true)
  await expect.poll(() => countReaderFiles(page)).toBe(2)
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('create-bay-outbox')),
  )

  await page.context().setOffline(true)
  await ask.click()
  const photo = await (await renderBarcode('QRCode', PLATE, 5)).jpeg().toBuffer()
  const file = { name: 'plate.jpg', mimeType: 'image/jpeg', buffer: photo }
  await panel.getByLabel('Photo of the Plate').first().setInputFiles([file])
  await expect(panel.getByLabel('Model')).toHaveValue('SF-30F')
  await expect(panel.getByText('Read from the plate. Check it.')).toHaveCount(3)
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByText('Suburban SF-30F')).toBeVisible()
  await expect(panel.getByRole('img', { name: 'Plate of Furnace · Suburban SF-30F' })).toHaveAttribute(
    'src',
    /^blob:/,
  )
  await expect(page.getByRole('button', { name: '2 not sent' })).toBeVisible()
  await expect(ask).toHaveCount(0)

  await page.context().setOffline(false)
  await expect(async () => {
    const { components } = await responseOf(dana.request.get(`/api/tickets/${ticketId}/components`))
    expect(components).toMatchObject([
      { maker: 'Suburban', model: 'SF-30F', serial: '0912-44521', plate: { small: expect.any(String) } },
    ])
  }).toPass({ timeout: 30_000 })
  await expect(panel.getByText('Not sent yet')).toHaveCount(0)
})

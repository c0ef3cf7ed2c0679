import { randomUUID } from 'node:crypto'
import { june, maya } from '../../../src/server/seed/demo-accounts.ts'
import { imageFile } from '../../support/examples/secret-fixtures.ts'
import { sharedVin } from '../../support/shared-vin.ts'
import { expectNoViolations, horizontalOverflow } from '../support/accessibility.ts'
import { createCompany, responseOf } from '../support/actions.ts'
import {
  DESKTOP,
  expect,
  expectAlert,
  newPersonPage,
  openAs,
  PHONE,
  signIn,
  test,
} from '../support/fixtures.ts'

test('a rig is claimed with the code on its invoice, known to the next company, and transferred to its buyer', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const vin = sharedVin(`TEST${randomUUID().slice(0, 8)}`)
  const customerRV = { ...june.customerRV, vin }
  const first = await newPersonPage(browser, shop, DESKTOP)
  await createCompany(first, 'First & Fine RV')
  const jobs = [{ problem: 'Roof leak <b>above</b> the bunk 🚐', estimatedTime: 1.5 }]
  const { ticketId } = await responseOf(
    first.request.post('/api/tickets', { data: { customerDetails: june.customerDetails, customerRV, jobs } }),
  )
  const photos = { name: 'roof.png', mimeType: 'image/png', buffer: Buffer.from(await imageFile()) }
  await responseOf(
    first.request.post(`/api/tickets/${ticketId}/jobs/1/photos`, { multipart: { moment: 'before', photos } }),
  )
  const findings = { cause: 'Sealant cracked', correction: 'Sealed it anew' }
  await responseOf(first.request.patch(`/api/tickets/${ticketId}/jobs/1`, { data: findings }))
  await responseOf(first.request.post(`/api/tickets/${ticketId}/finalize`))
  await first.goto(`/print/${ticketId}`)
  await expect(first.getByRole('heading', { name: 'Service Ticket' })).toBeVisible()
  await expect(first.getByText('Claim this rig')).toHaveCount(0)
  await responseOf(first.request.post(`/api/tickets/${ticketId}/complete`))
  await first.reload()
  const text = await first.getByText('Add this RV to your account at').innerText()
  const code = /with code (\S+)$/.exec(text)?.[1] ?? ''

  const owner = await newPersonPage(browser, shop, PHONE)
  await openAs(owner, june.customerDetails.email, 'my')
  await expect(owner.getByRole('heading', { level: 1 })).toHaveText('My Rigs')
  await owner.getByLabel('VIN').fill(vin.toLowerCase())
  await owner.getByLabel('Code').fill('22222-22222')
  await owner.getByRole('button', { name: 'Claim Rig' }).click()
  await expect(owner.getByText(/^That code doesn’t work for this VIN/).first()).toBeVisible()
  await owner.reload()
  await expect(owner.getByLabel('VIN')).toHaveValue(vin.toLowerCase())
  await owner.getByRole('button', { name: 'Claim Rig' }).click()
  await expectAlert(owner, /^That code doesn’t work for this VIN/)
  await owner.getByLabel('Code').fill(code.toLowerCase().replace('-', ' '))
  await expectNoViolations(owner)
  expect(await horizontalOverflow(owner)).toEqual([])
  await owner.getByRole('button', { name: 'Claim Rig' }).click()
  await expectAlert(owner, 'This rig is now on your list.')
  // The error about the wrong code is gone.
  await expect(owner.getByText(/^That code doesn’t work for this VIN/)).toHaveCount(0)
  await expect(owner.getByRole('heading', { name: 'First & Fine RV' })).toBeVisible()
  await expect(owner.getByText('Roof leak <b>above</b> the bunk 🚐')).toBeVisible()
  await expect(owner.getByText('Sealed it anew')).toBeVisible()
  const photo = owner.getByRole('img', { name: /^Photo 1 of 1/ })
  await photo.scrollIntoViewIfNeeded()
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

  await owner.getByRole('button', { name: 'Dispute this' }).press('Enter')
  await owner.getByLabel('What’s wrong').fill('It <i>still</i> drips 💧')
  await owner.keyboard.press('Escape')
  await expect(owner.getByRole('button', { name: 'Dispute this' })).toBeFocused()
  await owner.keyboard.press('Enter')
  await expect(owner.getByLabel('What’s wrong')).toHaveValue('It <i>still</i> drips 💧')
  await owner.getByRole('button', { name: 'Save' }).press('Enter')
  await expectAlert(owner, 'Dispute saved.')
  await expect(owner.getByText('It <i>still</i> drips 💧')).toBeVisible()
  await expect(owner.getByRole('button', { name: 'Edit' })).toBeFocused()
  await owner.getByRole('button', { name: 'Show code' }).click()
  await expect(owner.getByRole('img', { name: `QR code of the public history of ${vin}` })).toBeVisible()
  await expectNoViolations(owner)
  expect(await horizontalOverflow(owner)).toEqual([])

  await responseOf(owner.request.patch('/api/my/details', { data: { sharesContact: true } }))
  const second = await newPersonPage(browser, shop, DESKTOP)
  await createCompany(second, 'Second Stop RV')
  await second.goto('/create-ticket')
  await second.getByLabel('VIN').fill(vin)
  await second.getByRole('button', { name: 'Use this RV' }).click()
  await expect(second.getByLabel('First Name')).toHaveValue('June')
  await expect(second.getByLabel('Email')).toHaveValue(june.customerDetails.email)
  const served = await responseOf(
    second.request.post('/api/tickets', {
      data: { customerDetails: june.customerDetails, customerRV, jobs: [{ problem: 'Awning stuck' }] },
    }),
  )
  await responseOf(second.request.post(`/api/tickets/${served.ticketId}/finalize`))
  await responseOf(second.request.post(`/api/tickets/${served.ticketId}/complete`))
  const { link } = await responseOf(second.request.post(`/api/tickets/${served.ticketId}/link`))

  await owner.goto(link.path)
  const digits = owner.getByLabel('Last four digits')
  await digits.fill(june.customerDetails.phone.slice(-4))
  await owner.keyboard.press('Enter')
  const offer = owner.getByRole('region', { name: "Keep this RV's history" })
  await expect(offer.getByRole('link')).toHaveText(['Claim this rig'])
  await owner.getByRole('radio', { name: '4: Good' }).check()
  await owner.getByLabel('Your words').fill('Quick.')
  await owner.getByRole('button', { name: 'Send Review' }).click()
  await expectAlert(owner, 'Thank you for your review.')

  await owner.goto(`/my/rigs/${vin}`)
  await expect(owner.getByRole('heading', { level: 3 })).toHaveText(['Second Stop RV', 'First & Fine RV'])
  await owner.getByRole('button', { name: 'Create link' }).click()
  const report = owner.getByRole('link', { name: /^Created / })
  const path = (await report.getAttribute('href')) ?? ''
  const visitor = await newPersonPage(browser, shop, PHONE)
  await visitor.goto(path)
  await expect(visitor.getByText('It <i>still</i> drips 💧')).toBeVisible()
  await expect(visitor.getByText('Sealed it anew')).toBeVisible()
  await expect(visitor.getByText(/June|Park/)).toHaveCount(0)
  await expectNoViolations(visitor)
  expect(await horizontalOverflow(visitor)).toEqual([])
  await visitor.goto(`/work-history?vin=${vin}`)
  await expect(visitor.getByText('Completed', { exact: true })).toHaveCount(2)
  await expect(visitor.getByText('drips')).toHaveCount(0)

  await owner.getByRole('button', { name: 'Create transfer code' }).click()
  const transfer = await owner.getByText(/^[2-9A-Z]{5}-[2-9A-Z]{5}$/).innerText()
  const buyer = await newPersonPage(browser, shop, DESKTOP)
  await signIn(buyer, maya.email)
  await buyer.goto('/my')
  await buyer.getByLabel('VIN').fill(vin)
  await buyer.getByLabel('Code').fill(transfer)
  await buyer.getByRole('button', { name: 'Claim Rig' }).click()
  await expect(buyer.getByText('Sealed it anew')).toBeVisible()
  await expect(buyer.getByText('By a previous owner')).toBeVisible()
  await expect(buyer.getByText('June')).toHaveCount(0)
  await expectNoViolations(buyer)

  // Without a reload.
  await expect(
    owner.getByText('Your claim of this rig has ended: your transfer code was used.'),
  ).toBeVisible()
  await expect(owner.getByText('Sealed it anew')).toHaveCount(0)
  await visitor.goto(path)
  await expect(visitor.getByText(/^This link was turned off, has expired, or is incomplete/)).toBeVisible()
})

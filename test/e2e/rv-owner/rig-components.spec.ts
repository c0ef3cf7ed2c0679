import { randomUUID } from 'node:crypto'
import { june } from '../../../src/server/seed/demo-accounts.ts'
import { sharedVin } from '../../support/shared-vin.ts'
import { expectNoViolations, horizontalOverflow } from '../support/accessibility.ts'
import { createCompany, responseOf } from '../support/actions.ts'
import { DESKTOP, expect, expectAlert, newPersonPage, openAs, PHONE, test } from '../support/fixtures.ts'

test('an owner enters what their rig is made of, shares a serial number, and books about it', async ({
  shop,
  browser,
}) => {
  const vin = sharedVin(`PART${randomUUID().slice(0, 8)}`)
  const customerRV = { ...june.customerRV, vin }
  const desk = await newPersonPage(browser, shop, DESKTOP)
  await createCompany(desk, 'Furnace & Fine RV')
  const { companyUUID } = await responseOf(desk.request.get('/api/company'))
  await responseOf(desk.request.patch('/api/company/preferences', { data: { listsComponents: true } }))
  const newTicket = { customerDetails: june.customerDetails, customerRV, jobs: [{ problem: 'Furnace' }] }
  const { ticketId } = await responseOf(desk.request.post('/api/tickets', { data: newTicket }))
  await responseOf(desk.request.post(`/api/tickets/${ticketId}/finalize`))
  await responseOf(desk.request.post(`/api/tickets/${ticketId}/complete`))
  await responseOf(desk.request.post(`/api/tickets/${ticketId}/link`))
  await desk.goto(`/print/${ticketId}`)
  const text = await desk.getByText('Add this RV to your account at').innerText()
  const code = /with code (\S+)$/.exec(text)?.[1] ?? ''

  const owner = await newPersonPage(browser, shop, PHONE)
  await openAs(owner, june.customerDetails.email, 'my')
  await responseOf(owner.request.post('/api/my/rigs', { data: { vin, code } }))
  await owner.goto(`/my/rigs/${vin}`)
  await owner.getByRole('button', { name: 'Components' }).press('Enter')
  const panel = owner.getByRole('region', { name: 'Components' })
  await panel.getByRole('button', { name: 'Add Component' }).press('Enter')
  const kind = panel.getByLabel('Component', { exact: true })
  await expect(kind).toBeFocused()
  await kind.selectOption('Furnace')
  await panel.getByLabel('Maker').fill('Suburban')
  await panel.getByLabel('Model').fill('SF-30F')
  await panel.getByLabel('Serial Number').fill('0912 44521')
  await panel.getByRole('button', { name: 'Save' }).press('Enter')
  await expectAlert(owner, 'Saved.')
  await expect(panel.getByText('serial 0912 44521')).toBeVisible()
  await panel.getByRole('button', { name: /^Share serial number/ }).press('Enter')
  await expect(panel.getByText('serial 0912 44521 (shared)')).toBeVisible()
  await expectNoViolations(owner)
  expect(await horizontalOverflow(owner)).toEqual([])

  const { ticketId: next } = await responseOf(desk.request.post('/api/tickets', { data: newTicket }))
  await desk.goto(`/service-ticket/${next}`)
  await expect(desk.getByText('serial 0912 44521 (shared by the owner)')).toBeVisible()
  await expect(desk.getByText(/^Entered .* by the RV’s owner$/)).toBeVisible()

  await owner.goto(`/companies/${companyUUID}/book?vin=${vin}`)
  await owner.getByLabel('Which part of the RV?').selectOption('Furnace · Suburban SF-30F')
  await owner.getByLabel('VIN').fill('OTHER-RIG')
  await expect(owner.getByLabel('Which part of the RV?')).toHaveCount(0)
  await owner.getByLabel('VIN').fill(vin)
  await expect(owner.getByLabel('Which part of the RV?')).toHaveValue('')
  await expectNoViolations(owner)
})

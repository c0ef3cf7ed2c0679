import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { june } from '#server/seed/demo-accounts.ts'
import { createLinkFor, customerOfLink } from '../../../../test/support/customer-fixtures.ts'
import { START } from '../../../../test/support/global-setup.ts'
import { readPdf, wordsOf } from '../../../../test/support/pdf-text.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await app.as('dana').billing.turnOn()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.now = new Date(START)
  await app.as('dana').preferences.change({ listsComponents: true })
})

const FURNACE = { kind: 'furnace', maker: 'Suburban', model: 'SF-30F', serial: '0912 44521' } as const
const PRINTED = 'Furnace · Suburban SF-30F · serial 0912 44521'

let count = 100
/** A ticket with a line on a furnace of the bedroom. */
async function ticketOnFurnace() {
  count += 1
  const { ticketId } = await app.as('dana').tickets.create({
    customerDetails: june.customerDetails,
    customerRV: { ...june.customerRV, vin: `1UJBJ0BP5E80${String(count).padStart(5, '0')}` },
    jobs: [{ problem: 'Furnace will not light', estimatedTime: 1 }],
  })
  const plate = { ticketId, ...FURNACE, place: 'bedroom' }
  const { componentId } = await app.as('dana').components.add(plate)
  await app.as('dana').tickets.changeJob({ ticketId, jobNumber: 1, componentId })
  return { ticketId, componentId }
}
const printedAt = async (path: string) => {
  const pdf = await app.fetch(path, { as: 'dana' })
  return wordsOf(readPdf(new Uint8Array(await pdf.arrayBuffer())))
}

test('the ticket’s PDF and the customer’s page have the component of a line, as it is known now', async () => {
  const { ticketId, componentId } = await ticketOnFurnace()
  const token = await createLinkFor(app, ticketId)
  const { client } = await customerOfLink(app, token)
  const pdf = () => printedAt(`/api/tickets/${ticketId}/document.pdf`)
  expect(await pdf()).toContain(PRINTED)
  expect((await client.customerView.get({ token })).jobs[0]?.component).toEqual({ ...FURNACE, name: '' })
  app.now = new Date(app.now.getTime() + 60_000)
  await app.as('dana').components.correct({ ticketId, componentId, ...FURNACE, serial: 'N-1' })
  expect(await pdf()).toContain('Furnace · Suburban SF-30F · serial N-1')
  await app.as('dana').preferences.change({ listsComponents: false })
  expect(await pdf()).not.toContain('Suburban')
  expect((await client.customerView.get({ token })).jobs[0]?.component).toBeNull()
})

test('an invoice has it as it was known when it was issued', async () => {
  const { ticketId, componentId } = await ticketOnFurnace()
  const { billing, components } = app.as('dana')
  const { invoiceId } = await billing.issueInvoice({
    ...{ ticketId, jobNumbers: [1] },
    expectedTotal: 145,
  })
  app.now = new Date(app.now.getTime() + 60_000)
  await components.correct({ ticketId, componentId, ...FURNACE, serial: 'N-1' })
  expect(await printedAt(`/api/tickets/${ticketId}/invoices/${invoiceId}/document.pdf`)).toContain(PRINTED)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { june } from '#server/seed/demo-accounts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** 1.25 h at Bluebonnet's $145.00. */
const TOTAL = 181.25

async function createInvoiced(email: string, dueOn: string) {
  const { tickets, billing } = app.as('dana')
  const customerDetails = { ...june.customerDetails, email }
  const jobs = [{ problem: 'Roof leak', estimatedTime: 1.25 }]
  const { ticketId } = await tickets.create({ ...june, customerDetails, jobs })
  await tickets.finalize({ ticketId })
  const issued = await billing.issueInvoice({ ticketId, expectedTotal: TOTAL })
  await app.database.updateTable('invoice').set({ dueOn }).where('invoiceId', '=', issued.invoiceId).execute()
  return { ticketId, ...issued }
}

test('open invoices are listed by customer and age, for the desk, once billing is on', async () => {
  expect(await app.as('walt').billing.getReceivables()).toMatchObject({ isOn: false, customers: [] })
  await app.as('dana').billing.turnOn()
  expect(await app.as('walt').billing.getReceivables()).toMatchObject({ isOn: true, total: 0, customers: [] })

  const { billing, tickets } = app.as('dana')
  const old = await createInvoiced('june@mail.example', '2025-08-01')
  const recent = await createInvoiced('june@mail.example', '2025-11-20')
  const later = await createInvoiced('al@mail.example', '2025-12-20')
  const paid = await createInvoiced('al@mail.example', '2025-10-01')
  const credited = await createInvoiced('al@mail.example', '2025-10-01')
  await billing.recordPayment({ ticketId: old.ticketId, amount: 81.25, method: 'check', due: TOTAL })
  await billing.recordPayment({ ticketId: paid.ticketId, amount: 200, method: 'cash', due: TOTAL })
  const { ticketId, invoiceId } = credited
  await billing.issueCreditNote({ ticketId, invoiceId, amount: TOTAL, reason: 'Wrong customer' })
  await billing.recordDeposit({ ticketId, amount: 50, method: 'cash', received: 0 })

  const seen = await app.as('walt').billing.getReceivables()
  expect(seen).toMatchObject({
    today: '2025-11-20',
    isComplete: true,
    total: 462.5,
    totals: { 'not-due': 181.25, '0-30': 181.25, '31-60': 0, '61-90': 0, 'over-90': 100 },
    customers: [
      {
        name: 'June Park',
        total: 281.25,
        invoices: [
          { number: old.number, due: 100, daysPastDue: 111, age: 'over-90' },
          { number: recent.number, due: TOTAL, daysPastDue: 0, age: '0-30' },
        ],
      },
      { total: TOTAL, invoices: [{ number: later.number, daysPastDue: -30, age: 'not-due' }] },
    ],
  })

  await tickets.complete({ ticketId: later.ticketId })
  for (const other of [paid, credited]) await tickets.complete({ ticketId: other.ticketId })
  await tickets.eraseCustomer({ ticketId: later.ticketId })
  const namesFor = async (who: 'dana' | 'walt') =>
    (await app.as(who).billing.getReceivables()).customers.map(({ name }) => name)
  expect(await namesFor('dana')).toEqual(['June Park', 'June Park'])
  expect(await namesFor('walt')).toEqual(['June Park', 'Former customer'])
})

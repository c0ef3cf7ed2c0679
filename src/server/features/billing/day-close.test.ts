import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PAYMENT_METHODS, type PaymentMethod } from '#domain/billing/ledger.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** 1.25 h at Bluebonnet's $145.00. */
const TOTAL = 181.25
/** The company's date; a payment at 04:59 UTC still belongs to the day before. */
const TODAY = '2025-11-20'

async function createInvoiced() {
  const { tickets, billing } = app.as('dana')
  const ticketId = await app.createTicket()
  await tickets.finalize({ ticketId })
  return { ticketId, ...(await billing.issueInvoice({ ticketId, expectedTotal: TOTAL })) }
}

const countedAs = (expected: Partial<Record<PaymentMethod, number>>, more: typeof expected = {}) =>
  PAYMENT_METHODS.map(method => ({
    ...{ method, expected: expected[method] ?? 0, counted: more[method] ?? expected[method] ?? 0 },
  }))

test('a day has its money by method, is closed with what was counted, and is corrected by another close', async () => {
  expect(await app.as('walt').billing.getDay({})).toMatchObject({ isOn: false, totals: [], closes: [] })
  const off = app.as('walt').billing.closeDay({ day: TODAY, lines: countedAs({}) })
  expect((await errorOf(off)).code).toBe('REFUSED')
  await app.as('dana').billing.turnOn()

  const { billing } = app.as('dana')
  const { ticketId } = await createInvoiced()
  await billing.recordPayment({ ticketId, amount: 150, method: 'cash', due: TOTAL })
  await billing.recordPayment({ ticketId, amount: 31.25, method: 'card', due: 31.25 })
  await billing.refund({ ticketId, amount: 20, method: 'cash', received: TOTAL, reason: 'Discount' })
  const other = await createInvoiced()
  await billing.recordPayment({ ticketId: other.ticketId, amount: 7, method: 'cash', due: TOTAL })
  await sql`update ledger_entry set at = '2025-11-20T04:59:59Z' where ticket_id = ${other.ticketId}`.execute(
    app.database,
  )

  const { totals, entries } = await app.as('walt').billing.getDay({})
  expect(entries).toMatchObject([
    { ticketId, customer: 'June Park', kind: 'payment', method: 'cash', amount: 150, byName: 'Dana Reyes' },
    { ticketId, kind: 'payment', method: 'card', amount: 31.25 },
    { ticketId, kind: 'refund', method: 'cash', amount: 20 },
  ])
  expect(totals.filter(total => total.in !== 0)).toEqual([
    { method: 'cash', in: 150, out: 20, expected: 130 },
    { method: 'card', in: 31.25, out: 0, expected: 31.25 },
  ])
  expect((await billing.getDay({ day: '2025-11-19' })).totals[0]).toMatchObject({ method: 'cash', in: 7 })

  const stale = app.as('walt').billing.closeDay({ day: TODAY, lines: countedAs({ cash: 150, card: 31.25 }) })
  expect((await errorOf(stale)).message).toBe(
    'Payments of this day were recorded meanwhile. Check what is expected and close it again.',
  )
  const incomplete = billing.closeDay({ day: TODAY, lines: [] })
  expect((await errorOf(incomplete)).code).toBe('REFUSED')
  const later = billing.closeDay({ day: '2025-11-21', lines: countedAs({}) })
  expect((await errorOf(later)).message).toBe('This day has not begun. Choose today or an earlier day.')

  const expected = { cash: 130, card: 31.25 }
  const close = (more?: typeof expected, note = '') =>
    app.as('walt').billing.closeDay({ day: TODAY, lines: countedAs(expected, more), note })
  const unexplained = { fields: { note: 'Say why it differs from what was expected.' } }
  expect(await errorOf(close({ ...expected, cash: 125.5 }))).toMatchObject(unexplained)
  // Nothing is missing in all, but a payment is counted with the wrong method.
  expect(await errorOf(close({ cash: 131, card: 30.25 }))).toMatchObject(unexplained)
  await close({ ...expected, cash: 125.5 }, 'Four and a half are missing')
  await close(undefined, 'Five was under the tray')
  const { closes, latest } = await billing.getDay({})
  expect(closes).toMatchObject([
    { closedByName: 'Walt Kim', difference: 0, note: 'Five was under the tray' },
    { closedByName: 'Walt Kim', difference: -4.5, note: 'Four and a half are missing' },
  ])
  expect(latest).toMatchObject([{ day: TODAY, difference: 0 }])
  for (const statement of ['update day_close set note = note', 'delete from day_close']) {
    const asRole = app.database.transaction().execute(async transaction => {
      await sql`set local role rigwright_app`.execute(transaction)
      await sql.raw(statement).execute(transaction)
    })
    await expect(asRole).rejects.toThrow(/permission denied/)
  }
})

test('sales and tax are by month and rate, and a credit note takes away in its month', async () => {
  const { billing, tickets } = app.as('dana')
  const before = await billing.getSales({ from: '2025-11', to: '2025-11' })
  const rate = { percentage: 7, appliesTo: ['labor' as const] }
  const { taxRateId } = await billing.addTaxRate({ ...rate, name: 'Indiana' })
  const ticketId = await app.createTicket()
  await tickets.finalize({ ticketId })
  // 7 % of $181.25 is $12.6875.
  const { invoiceId } = await billing.issueInvoice({
    ...{ ticketId, taxRateIds: [taxRateId], fees: [{ name: 'Disposal', amount: 10 }] },
    expectedTotal: 203.94,
  })
  const only = () => billing.getSales({ from: '2025-11', to: '2025-11' })
  const sales = before.months[0]?.sales ?? 0
  expect((await only()).months).toEqual([
    {
      month: '2025-11',
      sales: sales + 191.25,
      tax: 12.69,
      labor: expect.closeTo((before.months[0]?.labor ?? 0) + 181.25),
      parts: before.months[0]?.parts ?? 0,
      supplies: before.months[0]?.supplies ?? 0,
      other: (before.months[0]?.other ?? 0) + 10,
      exempt: 0,
      rates: [{ name: 'Indiana', percentage: 7, base: 181.25, amount: 12.69 }],
    },
  ])
  await billing.issueCreditNote({ ticketId, invoiceId, lineIds: ['labor-1'], reason: 'Warranty' })
  expect((await only()).months[0]).toMatchObject({
    tax: 0,
    sales: sales + 10,
    labor: before.months[0]?.labor ?? 0,
    rates: [{ base: 0, amount: 0 }],
  })
  await app.database
    .updateTable('invoice')
    .set({ issuedOn: '2025-12-01' })
    .where('creditsInvoiceId', '=', invoiceId)
    .execute()
  const { months } = await billing.getSales({ from: '2025-11', to: '2025-12' })
  expect(months.map(({ month, tax }) => [month, tax])).toEqual([
    ['2025-11', 12.69],
    ['2025-12', -12.69],
  ])
  expect(await errorOf(billing.getSales({ from: '2023-01', to: '2025-12' }))).toMatchObject({
    fields: { to: 'Choose up to 24 months.' },
  })
  expect((await errorOf(app.as('walt').billing.getSales({ from: '2025-11', to: '2025-11' }))).code).toBe(
    'FORBIDDEN',
  )
})

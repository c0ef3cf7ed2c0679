import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { activitySentence } from '#domain/tickets/activity.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { nextMonday } from '../../../../test/support/booking-fixtures.ts'
import { createLinkFor } from '../../../../test/support/customer-fixtures.ts'
import { refusalOf } from '../../../../test/support/database-dump.ts'
import { START } from '../../../../test/support/global-setup.ts'
import { readPdf, wordsOf } from '../../../../test/support/pdf-text.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await app.as('dana').billing.turnOn()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.now = new Date(START)
  await setRules({})
})

const DAY_MS = 24 * 60 * 60 * 1000
const later = (days: number): void => {
  app.now = new Date(new Date(START).getTime() + days * DAY_MS)
}

const OFF = { methods: [], late: null, storage: null, noShow: null, lateCancellation: null }
type Rules = Parameters<ReturnType<typeof app.as>['billing']['changeSettings']>[0]['feeRules']
const setRules = (rules: Partial<NonNullable<Rules>>) =>
  app.as('dana').billing.changeSettings({ feeRules: { ...OFF, ...rules } })

const CARD = { methods: [{ method: 'card' as const, percentage: 3.5, cap: 4 }] }
const LATE = { late: { afterDays: 15, amount: null, percentage: 5, every: 'once' as const } }
const STORAGE = { storage: { freeDays: 2, perDay: 95 } }

const moneyOf = (ticketId: number) => app.as('walt').billing.getTicket({ ticketId })

/** 1.25 h at Bluebonnet's $145.00. */
const TOTAL = 181.25

async function createFinalized(): Promise<number> {
  const { tickets } = app.as('dana')
  const jobs = [{ problem: 'Roof leak', estimatedTime: 1.25 }]
  const { ticketId } = await tickets.create({ ...june, jobs })
  await tickets.finalize({ ticketId })
  return ticketId
}

async function createInvoiced() {
  const ticketId = await createFinalized()
  return { ticketId, ...(await app.as('dana').billing.issueInvoice({ ticketId, expectedTotal: TOTAL })) }
}

async function printed(ticketId: number, invoiceId: string): Promise<string> {
  const path = `/api/tickets/${ticketId}/invoices/${invoiceId}/document.pdf`
  const answer = await app.fetch(path, { as: 'dana' })
  return wordsOf(readPdf(new Uint8Array(await answer.arrayBuffer())))
}

describe('the rules', () => {
  test('are off until the owner sets them, and stay as they were set', async () => {
    expect((await app.as('dana').billing.getSettings()).feeRules).toEqual(OFF)
    const all = {
      ...CARD,
      ...LATE,
      ...STORAGE,
      noShow: 100,
      lateCancellation: { hoursBefore: 4, amount: 75.5 },
    }
    await setRules(all)
    expect((await app.as('dana').billing.getSettings()).feeRules).toEqual(all)
    await app.as('dana').billing.changeSettings({ footText: 'Thank you.' })
    expect((await app.as('dana').billing.getSettings()).feeRules).toEqual(all)
    expect((await errorOf(app.as('walt').billing.changeSettings({ feeRules: OFF }))).code).toBe('FORBIDDEN')
  })

  test.each([
    [
      { methods: [{ method: 'card', percentage: 3.5, cap: 3 }] },
      { 'feeRules.methods.0.percentage': 'You allow at most 3%.' },
    ],
    [
      { methods: [...CARD.methods, ...CARD.methods] },
      { 'feeRules.methods.1.method': 'Enter each way to pay once.' },
    ],
    [{ late: { ...LATE.late, amount: 5 } }, { 'feeRules.late.amount': 'Enter an amount or a percentage.' }],
    [{ late: { ...LATE.late, afterDays: 0 } }, { 'feeRules.late.afterDays': 'Enter 1 or more.' }],
    [
      { storage: { freeDays: 0.5, perDay: 0 } },
      {
        'feeRules.storage.freeDays': 'Enter whole days.',
        'feeRules.storage.perDay': 'Enter a number greater than 0.',
      },
    ],
    [
      { lateCancellation: { hoursBefore: 169, amount: 5 } },
      { 'feeRules.lateCancellation.hoursBefore': 'Enter 168 hours or less.' },
    ],
  ])('are refused beside their field: %j', async (rules, fields) => {
    const error = await errorOf(setRules(rules as never))
    expect(error).toMatchObject({ code: 'INVALID', fields })
  })
})

describe('a card fee', () => {
  test('is named on the invoice, proposed with the payment, and billed on an invoice of its own', async () => {
    await setRules(CARD)
    const { ticketId, invoiceId, number } = await createInvoiced()
    expect(await printed(ticketId, invoiceId)).toContain('Card payments add 3.5%.')
    expect((await moneyOf(ticketId)).paymentFees).toEqual([{ method: 'card', percentage: 3.5 }])
    const { billing } = app.as('walt')
    // 3.5 % of $100.00.
    await billing.recordPayment({ ticketId, amount: 100, method: 'card', due: TOTAL, fee: 3.5 })
    const money = await moneyOf(ticketId)
    expect(money).toMatchObject({
      balance: { charged: TOTAL + 3.5, received: 103.5, due: 81.25 },
      entries: [{ kind: 'payment', method: 'card', amount: 103.5 }],
      invoices: [
        { number },
        { lines: [{ kind: 'fee', description: 'Card fee for the payment of $100.00', amount: 3.5 }] },
      ],
    })
    const fee = money.invoices[1]
    expect(fee?.taxTotal).toBe(0)
    const { entries } = await app.as('dana').tickets.activity({ ticketId })
    expect(entries.map(activitySentence)).toContain(`Walt added a fee on invoice ${fee?.number} for $3.50`)
    // The rest in cash adds nothing.
    await billing.recordPayment({ ticketId, amount: 81.25, method: 'cash', due: 81.25 })
    expect(await moneyOf(ticketId)).toMatchObject({ state: 'paid', balance: { due: 0, credit: 0 } })
  })

  test('can be left out, and is refused if it is another than by the rule', async () => {
    await setRules(CARD)
    const { ticketId } = await createInvoiced()
    const pay = (payment: { method: 'card' | 'cash'; fee?: number }) =>
      app.as('walt').billing.recordPayment({ ticketId, amount: 100, due: TOTAL, ...payment })
    expect(await refusalOf(app.database, () => pay({ method: 'card', fee: 3.51 }))).toMatch(
      'The fee comes to $3.50 now. Check it and enter it again.',
    )
    expect(await refusalOf(app.database, () => pay({ method: 'cash', fee: 3.5 }))).toMatch(
      'No fee is added any more.',
    )
    await pay({ method: 'card' })
    expect((await moneyOf(ticketId)).balance).toMatchObject({ charged: TOTAL, received: 100 })
  })

  test('is not charged for an invoice that does not name it, nor once the owner turned it off', async () => {
    const before = await createInvoiced()
    await setRules(CARD)
    expect((await moneyOf(before.ticketId)).paymentFees).toEqual([])
    const after = await createInvoiced()
    await setRules({})
    expect((await moneyOf(after.ticketId)).paymentFees).toEqual([])
  })

  test('is credited with the payment that is voided', async () => {
    await setRules(CARD)
    const { ticketId } = await createInvoiced()
    const { billing } = app.as('dana')
    const { entryId } = await billing.recordPayment({
      ...{ ticketId, amount: TOTAL, method: 'card', due: TOTAL, fee: 6.34 },
    })
    await billing.voidPayment({ ticketId, entryId, reason: 'Paid in cash' })
    const { balance, invoices } = await moneyOf(ticketId)
    expect(balance).toMatchObject({ charged: TOTAL, received: 0, due: TOTAL })
    expect(invoices[1]).toMatchObject({ total: 6.34, credited: 6.34 })
    expect(invoices[1]?.creditNotes).toMatchObject([{ reason: 'Paid in cash' }])
  })
})

describe('a late fee', () => {
  test('is proposed on the ticket and in Receivables, and billed alone on a completed ticket', async () => {
    await setRules(LATE)
    const { ticketId, invoiceId, number } = await createInvoiced()
    expect(await printed(ticketId, invoiceId)).toContain(
      'Paid late: 5% of what is open is added 15 days after the due date.',
    )
    await app.as('dana').tickets.complete({ ticketId })
    later(14)
    expect((await moneyOf(ticketId)).fees).toEqual([])
    later(15)
    // $9.0625
    const fee = {
      ...{ key: `late-${invoiceId}-1`, amount: 9.06, invoiceId },
      name: `Late fee of Fri, Dec 5, 2025 for invoice ${number}, 5% of $181.25`,
    }
    expect((await moneyOf(ticketId)).fees).toEqual([fee])
    const listed = async () =>
      (await app.as('walt').billing.getReceivables()).customers
        .flatMap(({ invoices }) => invoices)
        .filter(each => each.ticketId === ticketId)
        .map(({ due, lateFees }) => [due, lateFees])
    expect(await listed()).toEqual([[TOTAL, [fee]]])

    const { key } = fee
    const add = (expectedAmount = 9.06) => app.as('walt').billing.addFee({ ticketId, key, expectedAmount })
    expect(await refusalOf(app.database, () => add(9))).toMatch('The fee comes to $9.06 now.')
    const added = await add()
    const money = await moneyOf(ticketId)
    expect(money).toMatchObject({ fees: [], proposal: null, balance: { due: 190.31 } })
    expect(money.invoices.map(({ lines }) => lines.length)).toEqual([1, 1])
    expect(await refusalOf(app.database, () => add())).toMatch(
      `This fee was already added, on invoice ${added.number}.`,
    )
    expect(await listed()).toEqual([
      [TOTAL, []],
      [9.06, []],
    ])
    // Credited, it is not proposed again; and a late fee is not itself late.
    await app.as('dana').billing.issueCreditNote({
      ...{ ticketId, invoiceId: added.invoiceId, amount: 9.06, reason: 'Goodwill' },
    })
    later(60)
    expect((await moneyOf(ticketId)).fees).toEqual([])
    expect((await errorOf(app.as('rosa').billing.addFee({ ticketId, key, expectedAmount: 9 }))).code).toBe(
      'FORBIDDEN',
    )
  })

  test('is dismissed once for all desks, with an entry in the log', async () => {
    await setRules(LATE)
    const { ticketId, invoiceId } = await createInvoiced()
    later(15)
    const key = `late-${invoiceId}-1`
    const dismiss = () => app.as('walt').billing.dismissFee({ ticketId, key })
    await dismiss()
    expect((await moneyOf(ticketId)).fees).toEqual([])
    expect(await refusalOf(app.database, dismiss)).toMatch('This fee was dismissed.')
    const { entries } = await app.as('dana').tickets.activity({ ticketId })
    expect(entries.map(activitySentence)).toContainEqual(
      expect.stringMatching(/^Walt dismissed a fee: Late fee of /),
    )
    const unknown = () => app.as('walt').billing.dismissFee({ ticketId, key: 'late' })
    expect(await refusalOf(app.database, unknown)).toMatch('This fee is no longer proposed as it was shown.')
  })

  test('that eight desks add at once is billed once, without a gap in the numbers', async () => {
    await setRules({ late: { ...LATE.late, every: 'month' } })
    const { ticketId, invoiceId } = await createInvoiced()
    const { nextInvoiceNumber: before } = await app.as('dana').billing.getSettings()
    later(50)
    const { fees } = await moneyOf(ticketId)
    expect(fees.map(({ key }) => key)).toEqual([`late-${invoiceId}-1`, `late-${invoiceId}-2`])
    const [first] = fees
    const add = () =>
      app.as('walt').billing.addFee({ ticketId, key: first?.key ?? '', expectedAmount: first?.amount ?? 0 })
    const results = await Promise.allSettled(Array.from({ length: 8 }, add))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason.message).toMatch(/^This fee was already added/)
    expect((await app.as('dana').billing.getSettings()).nextInvoiceNumber).toBe(before + 1)
    expect((await moneyOf(ticketId)).fees).toHaveLength(1)
  })
})

describe('storage', () => {
  test('is proposed by day after the pickup day, which the desk may set, until the RV departed', async () => {
    await setRules(STORAGE)
    const ticketId = await createFinalized()
    await createLinkFor(app, ticketId)
    const { billing } = app.as('walt')
    expect(await moneyOf(ticketId)).toMatchObject({ pickupOn: '2025-11-22', fees: [] })
    later(4)
    const twoDays = { key: 'storage-2025-11-24', amount: 190, invoiceId: null }
    expect((await moneyOf(ticketId)).fees).toMatchObject([twoDays])
    const issued = await billing.addFee({ ticketId, key: twoDays.key, expectedAmount: 190 })
    // The work is still to be billed, and the email that the RV is ready goes with that.
    const money = await moneyOf(ticketId)
    expect(money).toMatchObject({ fees: [], proposal: { withReadyEmail: true, lines: [{ amount: TOTAL }] } })
    await billing.issueInvoice({ ticketId, expectedTotal: TOTAL })
    expect((await moneyOf(ticketId)).invoices.map(({ total }) => total)).toEqual([190, TOTAL])

    later(10)
    expect((await moneyOf(ticketId)).fees).toMatchObject([{ key: 'storage-2025-11-30', amount: 570 }])
    await billing.setPickupDay({ ticketId, pickupOn: '2025-11-28' })
    expect(await moneyOf(ticketId)).toMatchObject({ pickupOn: '2025-11-28', fees: [{ amount: 190 }] })
    await app.as('walt').tickets.changeRigVisit({ ticketId, departedOn: '2025-11-29' })
    later(20)
    expect((await moneyOf(ticketId)).fees).toMatchObject([{ key: 'storage-2025-11-29', amount: 95 }])
    expect((await moneyOf(ticketId)).invoices[0]?.number).toBe(issued.number)
  })

  test('counts from no day before the ticket was finalized, and only where it is charged', async () => {
    const ticketId = await createFinalized()
    const set = (pickupOn: string) => app.as('walt').billing.setPickupDay({ ticketId, pickupOn })
    expect(await refusalOf(app.database, () => set('2025-11-20'))).toMatch('No storage fee is set.')
    await setRules(STORAGE)
    const error = await errorOf(set('2025-11-19'))
    expect(error).toMatchObject({
      fields: { pickupOn: 'Enter the day the ticket was finalized, or a later one.' },
    })
    const { ticketId: open } = await app.as('dana').tickets.create({ ...june, jobs: [] })
    const early = () => app.as('walt').billing.setPickupDay({ ticketId: open, pickupOn: null })
    expect(await refusalOf(app.database, early)).toMatch('inalize')
  })
})

describe('an appointment', () => {
  const book = async () => {
    const { ticketId } = await app.as('walt').bookings.create({
      ...{ problem: 'The slide-out stops halfway', wanted: nextMonday(app.now) },
      customerDetails: { firstName: 'Otis', lastName: 'Bell', phone: '5745550177' },
    })
    return ticketId
  }
  const close = (ticketId: number, reason: 'no-show' | 'customer' | 'duplicate') =>
    app.as('walt').tickets.close({ ticketId, reason })

  test('that the customer missed is charged from the deposit that is held, and the rest goes back', async () => {
    await setRules({ noShow: 100 })
    const ticketId = await book()
    const { billing } = app.as('dana')
    await billing.recordDeposit({ ticketId, amount: 150, method: 'cash', received: 0 })
    expect((await moneyOf(ticketId)).hasAppointmentFee).toBe(true)
    expect(await refusalOf(app.database, () => close(ticketId, 'duplicate'))).toMatch(
      '$150.00 of the customer',
    )
    await close(ticketId, 'no-show')
    const { fees } = await moneyOf(ticketId)
    expect(fees).toMatchObject([{ amount: 100, invoiceId: null }])
    await billing.addFee({ ticketId, key: fees[0]?.key ?? '', expectedAmount: 100 })
    expect(await moneyOf(ticketId)).toMatchObject({
      fees: [],
      balance: { due: 0, credit: 50 },
      state: 'paid',
    })
    await billing.refund({ ticketId, amount: 50, method: 'cash', received: 150, reason: 'Rest' })
    expect((await moneyOf(ticketId)).balance).toMatchObject({ due: 0, credit: 0 })
  })

  test('that was canceled in time or missed without a rule is charged nothing, and no money stays held', async () => {
    const missed = await book()
    await app.as('dana').billing.recordDeposit({ ticketId: missed, amount: 20, method: 'cash', received: 0 })
    expect(await refusalOf(app.database, () => close(missed, 'no-show'))).toMatch('$20.00 of the customer')
    await setRules({ lateCancellation: { hoursBefore: 4, amount: 75 } })
    const early = await book()
    await close(early, 'customer')
    expect((await moneyOf(early)).fees).toEqual([])
    const late = await book()
    const { appointment } = await app.as('walt').tickets.get({ ticketId: late })
    app.now = new Date((appointment?.at.getTime() ?? 0) - 3 * 60 * 60 * 1000)
    await close(late, 'customer')
    expect((await moneyOf(late)).fees).toMatchObject([{ amount: 75 }])
  })
})

test('with fees, the ticket, receivables, the day, sales and the journal agree to the cent', async () => {
  const { billing } = app.as('ray')
  const { tickets } = app.as('ray')
  await billing.turnOn()
  await billing.changeSettings({ feeRules: { ...OFF, ...CARD, ...LATE, ...STORAGE } })
  const ticketIds: number[] = []
  for (const [index, price] of [0.01, 33.33, 1234.57].entries()) {
    const { ticketId } = await tickets.create({ ...june, jobs: [] })
    ticketIds.push(ticketId)
    await tickets.addPart({ ticketId, quantity: 1, description: 'Motor', perPartAmount: price })
    await tickets.finalize({ ticketId })
    const { totals } = await tickets.get({ ticketId })
    await billing.issueInvoice({ ticketId, expectedTotal: totals?.totalBalance ?? 0 })
    const { due } = (await billing.getTicket({ ticketId })).balance
    const amount = [due, 10, 999.99][index] ?? 0
    const fee = Math.round(amount * 3.5) / 100
    await billing.recordPayment({ ticketId, amount, method: 'card', due, ...(fee > 0 && { fee }) })
  }
  later(30)
  for (const ticketId of ticketIds)
    for (const { key, amount } of (await billing.getTicket({ ticketId })).fees)
      await billing.addFee({ ticketId, key, expectedAmount: amount })

  const cents = (dollars: number): number => Math.round(dollars * 100)
  let [due, received, charged, fees] = [0, 0, 0, 0]
  for (const ticketId of ticketIds) {
    const { balance, invoices } = await billing.getTicket({ ticketId })
    due += cents(balance.due)
    received += cents(balance.received)
    charged += cents(balance.charged)
    const lines = invoices.flatMap(invoice => invoice.lines)
    fees += lines.reduce((sum, { kind, net }) => sum + (kind === 'fee' ? cents(net) : 0), 0)
  }
  expect(cents((await billing.getReceivables()).total)).toBe(due)
  const [from, to] = ['2025-11-20', '2025-12-20']
  expect((await billing.getDay({ day: from })).totals.find(({ method }) => method === 'card')?.expected).toBe(
    received / 100,
  )
  const { months } = await billing.getSales({ from: '2025-11', to: '2025-12' })
  expect(months.reduce((sum, { sales, tax }) => sum + cents(sales) + cents(tax), 0)).toBe(charged)
  const { exportId } = await billing.exportBooks({ target: 'journal', from, to })
  const rows = ((await billing.getBooks({ exportId })).files[0]?.text ?? '')
    .split('\r\n')
    .map(row => row.split(','))
  const balanceIn = (account: string): number =>
    rows
      .filter(row => row[6] === account)
      .reduce((sum, [, , , , , , , debit, credit]) => sum + cents(Number(debit)) - cents(Number(credit)), 0)
  expect(balanceIn('Accounts Receivable')).toBe(due)
  expect(balanceIn('Undeposited Funds')).toBe(received)
  expect(balanceIn('Fees')).toBe(-fees)
  expect(fees).toBeGreaterThan(100_00)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cents, cents } from '#domain/lib/money.ts'
import { type Trip, type TripRules, tripFeeOf } from '#domain/pricing/trip.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { amountAfter } from '../../../../test/support/pdf-amounts.ts'
import { readPdf, wordsOf } from '../../../../test/support/pdf-text.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'

// The terms of twelve invented companies, each beside a ticket whose amounts were worked out by hand at $145.00 an hour.

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await app.as('dana').billing.turnOn()
})
afterAll(() => app.close())

type Client = ReturnType<TestApp['as']>
type Settings = Parameters<Client['billing']['changeSettings']>[0]
type NewLine = NonNullable<Parameters<Client['tickets']['create']>[0]['jobs']>[number]
type Payment = Parameters<Client['billing']['recordPayment']>[0]

const MINUTE_MS = 60_000
const CLOCK = {
  minimum: 1,
  rounding: 'quarter',
  direction: 'up',
  start: 'clock-in',
  per: 'visit',
  otherPeople: 100,
} as const
const NO_FEES = { methods: [], late: null, storage: null, noShow: null, lateCancellation: null }
const TRIP: TripRules = {
  ...{ kind: 'per-mile', freeMiles: 0, perMile: cents(0), ways: 'one-way', bands: [] },
  ...{ minimum: cents(0), returnPercentage: 1_000_000, afterHours: cents(0) },
}
const glass = { supplier: 'Glass & Go', reference: 'Q-7', cost: 200, expectedOn: null }

type Terms = {
  readonly settings?: Settings
  readonly lines: readonly NewLine[]
  /** Who is clocked on which line for how many minutes, one after the other. */
  readonly clocked?: readonly (readonly ['rosa' | 'sam', number, number])[]
  readonly part?: { quantity: number; description: string; perPartAmount: number; sublet?: typeof glass }
  readonly trip?: { readonly rules: TripRules; readonly of: Trip; readonly worked: number }
  readonly isTaxed?: boolean
  readonly deposit?: number
  /** What is charged after the invoice, and on how many days after it. */
  readonly fee?: { readonly afterDays: number; readonly worked: number }
  readonly payment?: Partial<Payment>
  /** The invoice before later fees, in dollars. */
  readonly worked: number
}

const TERMS: Readonly<Record<string, Terms>> = {
  // 40 min are the minimum of 1 h: 145.00. (34 − 20) × 2.50 = 35.00.
  'mobile, free for 20 miles, one hour at least, quarter hours': {
    settings: { clockRule: CLOCK },
    lines: [{ problem: 'Slide', isByClock: true }],
    clocked: [['rosa', 1, 40]],
    trip: {
      rules: { ...TRIP, freeMiles: 20, perMile: cents(250) },
      of: { miles: 34, isReturn: false, isAfterHours: false },
      worked: 35,
    },
    worked: 180,
  },
  // 310 min + 120 min at 50 % = 370 min = 6.17 h, to the nearest half hour 6 h: 870.00.
  'by the day, a second person at half, to the nearest half hour': {
    settings: { clockRule: { ...CLOCK, rounding: 'half', direction: 'nearest', otherPeople: 50 } },
    lines: [{ problem: 'Rebuild the slide', isByClock: true }],
    clocked: [
      ['rosa', 1, 310],
      ['sam', 1, 120],
    ],
    worked: 870,
  },
  // 389.00 + 2 × 19.99 = 39.98 + supplies of 10 %, 3.998: 4.00.
  'a shop with flat prices': {
    settings: { offersFlatPrice: true },
    lines: [{ problem: 'Winterize', estimatedTime: 2, flatPrice: 389 }],
    part: { quantity: 2, description: 'Antifreeze', perPartAmount: 19.99 },
    worked: 432.98,
  },
  // 145.00, and the days 3 to 5 after Finalize at 95.00: 285.00.
  'storage after two days': {
    settings: { feeRules: { ...NO_FEES, storage: { freeDays: 2, perDay: 95 } } },
    lines: [{ problem: 'Bearings', estimatedTime: 1 }],
    fee: { afterDays: 5, worked: 285 },
    worked: 145,
  },
  // 10 min are 1 h, 65 min are 2 h: 3 × 145.00.
  'full hours for each line': {
    settings: { clockRule: { ...CLOCK, rounding: 'full', per: 'line' } },
    lines: [
      { problem: 'Vent', isByClock: true },
      { problem: 'Roof leak', isByClock: true },
    ],
    clocked: [
      ['rosa', 1, 10],
      ['rosa', 2, 65],
    ],
    worked: 435,
  },
  // 1.25 × 145.00 = 181.25. 3.5 % of it are 6.34375: 6.34.
  'cards at 3.5 % more': {
    settings: { feeRules: { ...NO_FEES, methods: [{ method: 'card', percentage: 3.5, cap: 4 }] } },
    lines: [{ problem: 'Furnace', estimatedTime: 1.25 }],
    payment: { method: 'card', fee: 6.34 },
    worked: 181.25,
  },
  // 5 % of 181.25 are 9.0625: 9.06.
  '5 % after 15 days': {
    settings: {
      feeRules: { ...NO_FEES, late: { afterDays: 15, amount: null, percentage: 5, every: 'once' } },
    },
    lines: [{ problem: 'Water heater', estimatedTime: 1.25 }],
    fee: { afterDays: 15, worked: 9.06 },
    worked: 181.25,
  },
  // 145.00 + 75.00 for up to 25 miles.
  'mobile, by bands of miles': {
    lines: [{ problem: 'Awning', estimatedTime: 1 }],
    trip: {
      rules: { ...TRIP, kind: 'bands', bands: [{ upTo: 25, amount: cents(7500) }] },
      of: { miles: 24.9, isReturn: false, isAfterHours: false },
      worked: 75,
    },
    worked: 220,
  },
  // 145.00 + 100.00 + supplies 10.00, and 8.25 % of the 110.00: 9.075, 9.08.
  'tax on parts and supplies, none on labor': {
    lines: [{ problem: 'Pump', estimatedTime: 1 }],
    part: { quantity: 1, description: 'Pump', perPartAmount: 100 },
    isTaxed: true,
    worked: 264.08,
  },
  // 2 × 145.00, of which 100.00 were paid before.
  'a deposit first': {
    lines: [{ problem: 'Axle', estimatedTime: 2 }],
    deposit: 100,
    worked: 290,
  },
  // 0.5 × 145.00 = 72.50, and 260.00 without supplies.
  'glass by another business': {
    lines: [{ problem: 'Windshield', estimatedTime: 0.5 }],
    part: { quantity: 1, description: 'Windshield', perPartAmount: 260, sublet: glass },
    worked: 332.5,
  },
  // 90 min: 1.5 × 145.00 = 217.50. 2 × 30 × 1.25 = 75.00, a return trip 25 % less 56.25, after hours 50.00 more: 106.25.
  'mobile, both ways, a return trip after hours': {
    settings: { clockRule: CLOCK },
    lines: [{ problem: 'Converter', isByClock: true }],
    clocked: [['sam', 1, 90]],
    trip: {
      rules: {
        ...{ ...TRIP, perMile: cents(125), ways: 'both-ways', returnPercentage: 750_000 },
        afterHours: cents(5000),
      },
      of: { miles: 30, isReturn: true, isAfterHours: true },
      worked: 106.25,
    },
    worked: 323.75,
  },
}

const inCents = (dollars: number): number => Math.round(dollars * 100)
const dayAt = (day: number): Date => new Date(Date.UTC(2025, 11, day, 15))

async function printedTotal(ticketId: number, invoiceId: string): Promise<number> {
  const path = `/api/tickets/${ticketId}/invoices/${invoiceId}/document.pdf`
  const answer = await app.fetch(path, { as: 'dana' })
  return amountAfter(wordsOf(readPdf(new Uint8Array(await answer.arrayBuffer()))), ' Total')
}

async function work(ticketId: number, clocked: Terms['clocked'] = []): Promise<void> {
  const { tickets } = app.as('dana')
  await tickets.assign({ ticketId, employeeId: app.ids.rosa })
  if (clocked.some(([who]) => who === 'sam')) await tickets.addHelper({ ticketId, employeeId: app.ids.sam })
  for (const [who, jobNumber, minutes] of clocked) {
    await app.as(who).tickets.clockIn({ ticketId, jobNumber })
    app.now = new Date(app.now.getTime() + minutes * MINUTE_MS)
    await app.as(who).tickets.clockOut({ ticketId, jobNumber })
  }
}

/** Works on, bills and is paid for a ticket of these terms, from this day of the month on; returns the ticket. */
async function billTicket(terms: Terms, day: number, taxRateId: string): Promise<number> {
  const { billing, tickets } = app.as('dana')
  const { settings = {}, lines, clocked, part, trip, isTaxed, deposit = 0, fee, payment, worked } = terms
  app.now = dayAt(day)
  await billing.changeSettings({ feeRules: NO_FEES, clockRule: null, paymentTermsDays: 0, ...settings })
  const { ticketId } = await tickets.create({ ...june, jobs: [...lines] })
  await work(ticketId, clocked)
  if (part !== undefined) await tickets.addPart({ ticketId, ...part })
  if (deposit > 0)
    await billing.recordDeposit({ ticketId, amount: deposit, method: 'cash', received: 0, reference: '' })
  await tickets.finalize({ ticketId })
  const charged = trip === undefined ? null : (tripFeeOf(trip.rules, trip.of) as Cents)
  if (trip !== undefined) expect(charged).toBe(inCents(trip.worked))
  const { invoiceId } = await billing.issueInvoice({
    ...{ ticketId, expectedTotal: worked },
    ...(isTaxed && { taxRateIds: [taxRateId] }),
    ...(charged !== null && { trip: { name: 'Trip', amount: charged / 100 } }),
  })
  expect(await printedTotal(ticketId, invoiceId)).toBe(inCents(worked))
  if (fee !== undefined) {
    app.now = dayAt(day + fee.afterDays)
    const [proposed] = (await billing.getTicket({ ticketId })).fees
    const added = await billing.addFee({ ticketId, key: proposed?.key ?? '', expectedAmount: fee.worked })
    expect(await printedTotal(ticketId, added.invoiceId)).toBe(inCents(fee.worked))
  }
  const amount = (inCents(worked) + inCents(fee?.worked ?? 0) - inCents(deposit)) / 100
  await billing.recordPayment({
    ...{ ticketId, amount, method: 'check', due: amount, reference: '' },
    ...payment,
  })
  expect((await billing.getTicket({ ticketId })).balance).toMatchObject({ due: 0, credit: 0, held: 0 })
  return ticketId
}

test('twelve terms come to what was worked out by hand, on paper, in the days, the month and the journal', {
  timeout: 120_000,
}, async () => {
  const { billing, endOfDay } = app.as('dana')
  const rate = { name: 'Texas', percentage: 8.25, appliesTo: ['parts' as const, 'supplies' as const] }
  const { taxRateId } = await billing.addTaxRate(rate)
  const all = Object.values(TERMS)
  expect(all).toHaveLength(12)
  for (const [index, terms] of all.entries()) await billTicket(terms, index + 1, taxRateId)
  const worked = all.reduce(
    (sum, { worked, fee, payment }) => sum + inCents(worked) + inCents(fee?.worked ?? payment?.fee ?? 0),
    0,
  )
  // 180 + 870 + 432.98 + 430 + 435 + 187.59 + 190.31 + 220 + 264.08 + 290 + 332.50 + 323.75.
  expect(worked).toBe(4156_21)

  app.now = dayAt(31)
  const [month] = (await billing.getSales({ from: '2025-12', to: '2025-12' })).months
  expect(inCents(month?.tax ?? 0)).toBe(9_08)
  expect(inCents(month?.sales ?? 0)).toBe(4156_21 - 9_08)
  expect((await billing.getReceivables()).total).toBe(0)

  let [received, invoiced] = [0, 0]
  for (let day = 1; day <= 31; day++) {
    const date = `2025-12-${String(day).padStart(2, '0')}`
    const { totals } = await billing.getDay({ day: date })
    received += totals.reduce((sum, { expected }) => sum + inCents(expected), 0)
    invoiced += inCents((await endOfDay.get({ day: date })).money?.invoiced ?? 0)
  }
  expect({ received, invoiced }).toEqual({ received: 4156_21, invoiced: 4156_21 })

  const { exportId } = await billing.exportBooks({ target: 'journal', from: '2025-12-01', to: '2025-12-31' })
  const [file] = (await billing.getBooks({ exportId })).files
  const rows = (file?.text ?? '').split('\r\n').slice(1, -1)
  const balanceIn = (account: string): number =>
    rows
      .map(row => row.split(','))
      .filter(row => row[6] === account)
      .reduce((sum, row) => sum + inCents(Number(row[7])) - inCents(Number(row[8])), 0)
  expect(balanceIn('Accounts Receivable') + 0).toBe(0)
  expect(balanceIn('Undeposited Funds')).toBe(4156_21)
  expect(balanceIn('Sales Tax Collected')).toBe(-9_08)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cents, cents, NO_MONEY, sum } from '#domain/lib/money.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import { totals } from '#domain/tickets/totals.ts'
import {
  type CreditedLine,
  chargesOf,
  creditAmount,
  creditable,
  creditedLineTotal,
  creditLines,
  type Discount,
  extraChargesOf,
  invoiceSums,
} from './invoice.ts'
import { applicableRates, TAXABLE_KINDS, type TaxRate } from './tax.ts'

/** 2.5 h at $145.00 is $362.50; parts are $289.00 + 3 × $12.49 = $326.47; supplies, 10 % of them, $32.65. */
const ticket = {
  suppliesRule: null,
  jobs: [
    {
      jobNumber: 1,
      problem: 'Roof leak',
      estimatedTime: 2.5,
      answer: 'approved' as const,
      namedRate: null,
      flatPrice: null,
      clockRule: null,
      clockedHours: null,
      approvedSupplies: null,
      billed: null,
    },
    {
      jobNumber: 2,
      problem: 'New awning',
      estimatedTime: 4,
      answer: 'declined' as const,
      namedRate: null,
      flatPrice: null,
      clockRule: null,
      clockedHours: null,
      approvedSupplies: null,
      billed: null,
    },
  ],
  parts: [
    {
      partId: 'motor',
      quantity: 1,
      description: 'Motor',
      perPartAmount: cents(28_900),
      jobNumber: 1,
      sublet: null,
    },
    {
      partId: 'seal',
      quantity: 3,
      description: 'Seal',
      perPartAmount: cents(1249),
      jobNumber: null,
      sublet: null,
    },
    {
      partId: 'fabric',
      quantity: 1,
      description: 'Fabric',
      perPartAmount: cents(50_000),
      jobNumber: 2,
      sublet: null,
    },
  ],
}
const GLASS = { supplier: 'Glass & Go', reference: '', cost: cents(11_000), expectedOn: null }
const RATE = cents(14_500)
const charges = chargesOf(ticket, RATE)

const rate = (name: string, percentage: number, appliesTo: TaxRate['appliesTo']): TaxRate => ({
  taxRateId: name,
  name,
  percentage,
  appliesTo,
})

const refusalOf = (run: () => unknown): unknown => {
  try {
    run()
  } catch (error) {
    if (error instanceof Refusal) return error.obstacles[0]
    throw error
  }
  return null
}

describe('the lines of an invoice', () => {
  test('are the ticket’s without what was declined, and add up to its Total Balance', () => {
    expect(charges.map(({ lineId, amount }) => [lineId, amount])).toEqual([
      ['labor-1', 36_250],
      ['part-motor', 28_900],
      ['part-seal', 3747],
      ['supplies', 3265],
    ])
    expect(sum(charges.map(({ amount }) => amount))).toBe(totals(ticket, RATE).totalBalance)
    expect(totals(ticket, RATE).totalBalance).toBe(72_162)
  })

  test('have the trip and the fees after them, which are no part of the Total Balance', () => {
    const trip = { name: 'Trip, 24 miles', amount: cents(6000) }
    const extra = extraChargesOf(trip, [{ name: 'Card fee', amount: cents(250) }])
    expect(extra.map(({ lineId, kind, amount }) => [lineId, kind, amount])).toEqual([
      ['trip', 'trip', 6000],
      ['fee-1', 'fee', 250],
    ])
  })
})

describe('tax', () => {
  test('in Texas: separately stated labor is untaxed', () => {
    // Parts $326.47 + supplies $32.65 = $359.12; 8.25 % of it is $29.6274. $721.62 + $29.63 = $751.25.
    const sums = invoiceSums(charges, [], [rate('Texas', 82_500, ['parts', 'supplies'])])
    expect(sums).toMatchObject({ subtotal: 72_162, taxTotal: 2963, total: 75_125 })
    expect(sums.taxes).toMatchObject([{ base: 35_912, amount: 2963 }])
    // $23.8447, $3.0916 and $2.6939, rounded down and the cent that is left given to the first.
    expect(sums.taxes[0]?.shares).toEqual({ 'part-motor': 2385, 'part-seal': 309, supplies: 269 })
  })

  test('in Tennessee: labor is taxed', () => {
    // 9.25 % of all $721.62 is $66.74985. $721.62 + $66.75 = $788.37.
    const sums = invoiceSums(charges, [], [rate('Tennessee', 92_500, ['parts', 'labor', 'supplies'])])
    expect(sums).toMatchObject({ taxTotal: 6675, total: 78_837 })
  })

  test('of two stacked rates: each is rounded once', () => {
    // 6.25 % of $721.62 is $45.10125 and 1.5 % of it $10.8243: $45.10 + $10.82 = $55.92. One rate of 7.75 % would be
    // $55.92555, which rounds to $55.93. $721.62 + $55.92 = $777.54.
    const rates = [rate('State', 62_500, TAXABLE_KINDS), rate('City', 15_000, TAXABLE_KINDS)]
    const sums = invoiceSums(charges, [], rates)
    expect(sums.taxes.map(({ amount }) => amount)).toEqual([4510, 1082])
    expect(sums.total).toBe(77_754)
    expect(invoiceSums(charges, [], [rate('Both', 77_500, TAXABLE_KINDS)]).taxTotal).toBe(5593)
  })

  test('of an exempt customer: none, until the day after the certificate expires', () => {
    const rates = [rate('Texas', 82_500, ['parts', 'supplies'])]
    const exemption = { certificateNumber: 'TX-1', expiresOn: '2025-11-20' }
    const totalOn = (day: string) => invoiceSums(charges, [], applicableRates(rates, exemption, day)).total
    // Without tax it is the Total Balance, $721.62; with it $751.25, as in Texas.
    expect([totalOn('2025-11-20'), totalOn('2025-11-21')]).toEqual([72_162, 75_125])
  })

  test('applies to the trip if the rate says so, and never to a fee', () => {
    const trip = { name: 'Trip', amount: cents(10_000) }
    const withMore = extraChargesOf(trip, [{ name: 'Fee', amount: cents(10_000) }])
    expect(invoiceSums(withMore, [], [rate('All', 100_000, TAXABLE_KINDS)]).taxTotal).toBe(1000)
    expect(invoiceSums(withMore, [], [rate('Parts', 100_000, ['parts'])]).taxTotal).toBe(0)
  })
})

const off = (lineId: string | null, amount: number | null, percentage: number | null = null): Discount => ({
  lineId,
  amount: amount === null ? null : cents(amount),
  percentage,
  reason: 'Friend',
})

describe('a discount', () => {
  test('of a line lowers what is taxed', () => {
    // 10 % of $289.00 is $28.90: the base falls from $359.12 to $330.22, whose 8.25 % is $27.24315.
    const sums = invoiceSums(
      charges,
      [off('part-motor', null, 100_000)],
      [rate('Texas', 82_500, ['parts', 'supplies'])],
    )
    expect(sums).toMatchObject({ discountTotal: 2890, taxTotal: 2724, total: 72_162 - 2890 + 2724 })
  })

  test('of the ticket comes after those of its lines, and is shared among all of them but fees', () => {
    const withFee = [...charges, ...extraChargesOf(null, [{ name: 'Card fee', amount: cents(500) }])]
    const sums = invoiceSums(withFee, [off(null, null, 500_000), off('labor-1', 36_250)], [])
    // $721.62 − $362.50 = $359.12, half of which is $179.56.
    expect(sums.discounts.map(({ taken }) => taken)).toEqual([36_250, 17_956])
    expect(sums.lines.at(-1)).toMatchObject({ kind: 'fee', discount: 0, net: 500 })
    expect(sums.total).toBe(72_162 + 500 - 36_250 - 17_956)
  })

  test.each([
    ['more than its line', off('labor-1', 36_251), 'invoice.discount'],
    ['more than the ticket', off(null, 72_163), 'invoice.discount'],
    ['of a line that is gone', off('labor-2', 1), 'invoice.line-unknown'],
  ])('is refused: %s', (_, discount, code) => {
    const { blockers, total } = invoiceSums(charges, [discount], [])
    expect(blockers).toMatchObject([{ code }])
    expect(total).toBeGreaterThanOrEqual(0)
  })

  test('of all there is leaves nothing to pay, and no tax', () => {
    const sums = invoiceSums(charges, [off(null, 72_162)], [rate('All', 92_500, TAXABLE_KINDS)])
    expect(sums).toMatchObject({ taxTotal: 0, total: 0 })
  })
})

const tickets = fc.record({
  suppliesRule: fc.option(
    fc.record({
      percentage: fc.nat({ max: 1_000_000 }),
      cap: fc.option(fc.nat({ max: 100_000 }).map(cents)),
    }),
  ),
  jobs: fc
    .array(
      fc.record({
        problem: fc.string(),
        flatPrice: fc.option(fc.nat({ max: 900_000 }).map(cents)),
        clockedHours: fc.option(fc.nat({ max: 4000 }).map(hundredths => hundredths / 100)),
        namedRate: fc.option(
          fc.record({
            laborRateId: fc.constant('diagnostic'),
            name: fc.constant('Diagnostic'),
            amount: fc.nat({ max: 30_000 }).map(cents),
          }),
        ),
        approvedSupplies: fc.option(
          fc.record({ parts: fc.nat({ max: 5000 }).map(cents), supplies: fc.nat({ max: 500 }).map(cents) }),
        ),
        estimatedTime: fc.nat({ max: 160 }).map(quarters => quarters / 4),
        answer: fc.constantFrom('none' as const, 'approved' as const, 'declined' as const),
        billed: fc.constant(null),
      }),
      { maxLength: 6 },
    )
    .map(jobs => jobs.map((job, index) => ({ ...job, jobNumber: index + 1 }))),
  parts: fc
    .array(
      fc.record({
        quantity: fc.integer({ min: 1, max: 9000 }).map(thousandths => thousandths / 1000),
        description: fc.string(),
        perPartAmount: fc.integer({ min: 1, max: 500_000 }).map(cents),
        jobNumber: fc.option(fc.integer({ min: 1, max: 6 })),
        sublet: fc.option(fc.constant(GLASS)),
      }),
      { maxLength: 6 },
    )
    .map(parts => parts.map((part, index) => ({ ...part, partId: String(index) }))),
})

const rates = fc
  .array(
    fc.record({
      percentage: fc.nat({ max: 250_000 }),
      appliesTo: fc.subarray([...TAXABLE_KINDS]),
    }),
    { maxLength: 4 },
  )
  .map(drawn => drawn.map((each, index) => ({ ...each, taxRateId: String(index), name: `Rate ${index}` })))

const discounts = fc.array(fc.nat({ max: 1_000_000 }), { maxLength: 3 })

const sumsOf = fc
  .record({ drawn: tickets, laborRate: fc.option(fc.nat({ max: 30_000 }).map(cents)), rates, discounts })
  .map(({ drawn, laborRate, rates, discounts }) => ({
    ticket: drawn,
    laborRate,
    rates,
    sums: invoiceSums(
      [
        ...chargesOf(drawn, laborRate),
        ...extraChargesOf({ name: 'Trip', amount: cents(4321) }, [{ name: 'Fee', amount: cents(199) }]),
      ],
      discounts.map(percentage => off(null, null, percentage)),
      rates,
    ),
  }))

describe('any invoice', () => {
  test('adds up to the cent: lines, discounts, tax by rate, and each tax by line', () => {
    fc.assert(
      fc.property(sumsOf, ({ ticket: drawn, laborRate, rates: drawnRates, sums }) => {
        const { lines, taxes, subtotal, discountTotal, taxTotal, total } = sums
        expect(subtotal).toBe(totals(drawn, laborRate).totalBalance + 4321 + 199)
        expect(sum(lines.map(({ amount }) => amount))).toBe(subtotal)
        expect(sum(lines.map(({ discount }) => discount))).toBe(discountTotal)
        expect(sum(taxes.map(({ amount }) => amount))).toBe(taxTotal)
        expect(total).toBe(subtotal - discountTotal + taxTotal)
        expect(total).toBeGreaterThanOrEqual(0)
        expect(lines.every(({ net, amount, discount }) => net >= 0 && net === amount - discount)).toBe(true)
        expect(taxes).toHaveLength(drawnRates.length)
        for (const { amount, shares, base } of taxes)
          expect(sum(Object.values(shares))).toBe(base === 0 ? 0 : amount)
      }),
    )
  })

  test('is taken back to the last cent by any order of credit notes for amounts and lines', () => {
    const step = fc.oneof(
      fc.record({ perMille: fc.integer({ min: 1, max: 1000 }) }),
      fc.record({ line: fc.nat({ max: 15 }) }),
    )
    fc.assert(
      fc.property(sumsOf, fc.array(step, { maxLength: 8 }), ({ sums }, steps) => {
        const credited: CreditedLine[] = []
        let takenBack = NO_MONEY
        const leftOf = (): Cents => sum(creditable(sums, credited).map(creditedLineTotal))
        const credit = (note: { lines: readonly CreditedLine[]; total: Cents; taxTotal: Cents }): void => {
          expect(note.total).toBe(sum(note.lines.map(({ net }) => net)) + note.taxTotal)
          credited.push(...note.lines)
          takenBack = cents(takenBack + note.total)
          expect(leftOf()).toBe(sums.total - takenBack)
          const amounts = creditable(sums, credited).flatMap(({ net, taxes }) => [
            net,
            ...Object.values(taxes),
          ])
          expect(amounts.every(amount => amount >= 0)).toBe(true)
        }
        for (const each of steps) {
          const left = creditable(sums, credited)
          if ('line' in each) credit(creditLines(left, [sums.lines[each.line]?.lineId ?? 'none']))
          else credit(creditAmount(left, cents(Math.floor((leftOf() * each.perMille) / 1000))))
        }
        expect(refusalOf(() => creditAmount(creditable(sums, credited), cents(leftOf() + 1)))).toMatchObject({
          code: 'credit.too-much',
        })
        credit(
          creditLines(
            creditable(sums, credited),
            sums.lines.map(({ lineId }) => lineId),
          ),
        )
        expect(takenBack).toBe(sums.total)
        for (const { taxRateId, amount } of sums.taxes)
          expect(sum(credited.map(({ taxes }) => taxes[taxRateId] ?? NO_MONEY))).toBe(amount)
      }),
    )
  })
})

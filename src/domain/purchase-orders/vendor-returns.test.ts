import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cents, NO_MONEY } from '#domain/lib/money.ts'
import { amountsOf, coresOwed } from './order-amounts.ts'
import { undoProblem } from './order-corrections.ts'
import {
  addCoreReturn,
  NO_LINE_DETAILS,
  netReceivedOf,
  type OrderLine,
  partOrderOf,
  type VendorReturn,
} from './purchase-order.ts'
import {
  addVendorReturn,
  creditReturn,
  creditSentence,
  creditsOf,
  expectedCredit,
  restockingFeeProblem,
  returnableOf,
  returnProblem,
  undoReturn,
  withReturn,
} from './vendor-returns.ts'

const AT = Date.UTC(2025, 10, 20)
const by = { at: AT, byName: 'Walt' }
const receiptOf = (quantity: number) => ({ quantity, ...by, place: 'shelf B' })
const LINE: OrderLine = {
  ...{ lineId: 'line', ticketId: 435_272, partId: 'part', stockItemId: null },
  ...{ quantity: 3, description: 'Starter', partNumber: '', cost: cents(4125), expectedOn: null },
  ...{ receipts: [receiptOf(3)], ...NO_LINE_DETAILS },
}
const CORE: OrderLine = { ...LINE, coreCharge: cents(2500) }
const RETURN: VendorReturn = {
  ...{ returnId: 'return', quantity: 1, ...by, reason: 'Wrong part' },
  ...{ restockingFee: cents(600), credited: null, undoneAt: null },
}
const OPEN = { orderedAt: new Date(AT), closedAt: null, number: 12 }
const CLOSED = { ...OPEN, closedAt: new Date(AT) }

describe('a return', () => {
  test('is of no more than came and did not go back', () => {
    expect(returnProblem(LINE, 3, 0)).toBeNull()
    expect(returnProblem(LINE, 4, 0)).toBe('Only 3 can be returned.')
    const two = addVendorReturn(LINE, { ...RETURN, quantity: 2 })
    expect(returnProblem(two, 2, 0)).toBe('Only 1 can be returned.')
    expect(returnProblem(addVendorReturn(two, RETURN), 1, 0)).toBe('None is left to return.')
    expect(returnProblem({ ...LINE, receipts: [] }, 1, 0)).toBe('None is left to return.')
  })

  test('leaves what an ended ticket has, and whose core went back', () => {
    expect(returnProblem(LINE, 1, 2)).toBeNull()
    expect(returnProblem(LINE, 2, 2)).toBe('Work on ticket 435272 has ended with 2 of these.')
    const core = addCoreReturn(CORE, { quantity: 2, ...by, credited: cents(5000) })
    expect(returnableOf(core)).toBe(1)
    expect(returnProblem(core, 2, 0)).toBe('Only 1 can be returned.')
  })

  test('takes its core along', () => {
    expect(coresOwed(CORE)).toBe(3)
    expect(coresOwed(addVendorReturn(CORE, RETURN))).toBe(2)
  })

  test('is credited at cost with its core, less the fee, which is no more than that', () => {
    expect(expectedCredit(LINE, RETURN)).toBe(4125 - 600)
    expect(expectedCredit(CORE, { ...RETURN, quantity: 2 })).toBe(2 * (4125 + 2500) - 600)
    expect(restockingFeeProblem(LINE, { ...RETURN, restockingFee: cents(4125) })).toBeNull()
    expect(restockingFeeProblem(LINE, { ...RETURN, restockingFee: cents(4126) })).toBe(
      'The fee can’t be more than $41.25.',
    )
    expect(creditSentence(cents(3525), cents(3525))).toBeNull()
    expect(creditSentence(cents(3000), cents(3525))).toBe('$5.25 less than expected')
    expect(creditSentence(cents(3600), cents(3525))).toBe('$0.75 more than expected')
  })

  test('is undone until it is credited, and stays on record', () => {
    const undone = undoReturn(RETURN, new Date(AT))
    const line = withReturn(addVendorReturn(LINE, RETURN), undone)
    expect(line.vendorReturns).toEqual([{ ...RETURN, undoneAt: AT }])
    expect(netReceivedOf(line)).toBe(3)
    expect(creditsOf([line])).toEqual({ expected: NO_MONEY, received: NO_MONEY })
    expect(() => undoReturn(undone, new Date(AT))).toThrow()
    expect(() => creditReturn(undone, cents(1))).toThrow()
    const credited = creditReturn(RETURN, cents(3525))
    expect(() => undoReturn(credited, new Date(AT))).toThrow()
    expect(undoReturn(creditReturn(credited, null), new Date(AT)).undoneAt).toBe(AT)
  })

  test('stays received: what went back cannot be undone as never come', () => {
    const line = addVendorReturn(LINE, { ...RETURN, quantity: 2 })
    expect(undoProblem(line, 1)).toBeNull()
    expect(undoProblem(line, 2)).toBe('Some were returned, so at least 2 stay received.')
  })

  test('can be ordered again, and says so on its ticket', () => {
    const one = addVendorReturn(LINE, RETURN)
    expect(partOrderOf(OPEN, one)).toMatchObject({ stage: 'received', received: 2, covered: 2 })
    const all = addVendorReturn(one, { ...RETURN, quantity: 2 })
    for (const order of [OPEN, CLOSED])
      expect(partOrderOf(order, all)).toMatchObject({ stage: 'returned', received: 0, covered: 0 })
    const some = addVendorReturn({ ...LINE, receipts: [receiptOf(1)] }, RETURN)
    expect(partOrderOf(OPEN, some)).toMatchObject({ stage: 'backordered', received: 0, covered: 2 })
    expect(partOrderOf(CLOSED, some)).toMatchObject({ stage: 'returned', covered: 0 })
  })
})

test('the vendor’s bill less its credits is what stayed and the fees, whatever went back', () => {
  const price = fc.integer({ min: 1, max: 1_000_000 }).map(cents)
  const goingBack = fc.record({
    quantity: fc.integer({ min: 1, max: 5 }),
    fee: fc.integer({ min: 0, max: 2000 }).map(cents),
    isCredited: fc.boolean(),
    isUndone: fc.boolean(),
  })
  const typedLine = fc.record({
    cost: price,
    coreCharge: fc.option(price),
    received: fc.integer({ min: 1, max: 12 }),
    returns: fc.array(goingBack, { maxLength: 8 }),
  })
  fc.assert(
    fc.property(fc.array(typedLine, { maxLength: 6 }), fc.option(price), (typed, freight) => {
      let fees = 0
      const lines = typed.map(({ cost, coreCharge, received, returns }) => {
        let line: OrderLine = { ...LINE, cost, coreCharge, receipts: [receiptOf(received)] }
        for (const [index, { quantity, fee, isCredited, isUndone }] of returns.entries()) {
          const added = { ...RETURN, returnId: `${index}`, quantity, restockingFee: fee }
          if (returnProblem(line, quantity, 0) !== null || restockingFeeProblem(line, added) !== null)
            continue
          line = addVendorReturn(line, added)
          if (isUndone) line = withReturn(line, undoReturn(added, new Date(AT)))
          else fees += fee
          if (!isUndone && isCredited)
            line = withReturn(line, creditReturn(added, expectedCredit(line, added)))
        }
        return line
      })
      const stayed = lines.map(line => netReceivedOf(line) * (line.cost + (line.coreCharge ?? 0)))
      const { expected, received } = creditsOf(lines)
      expect(amountsOf({ lines, freight }).total - expected - received).toBe(
        stayed.reduce((sum, amount) => sum + amount, fees + (freight ?? 0)),
      )
    }),
  )
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cents } from '#domain/lib/money.ts'
import {
  amountFor,
  amountsOf,
  coreChargeProblem,
  coreReturnProblem,
  coresOwed,
  invoiceSentence,
} from './order-amounts.ts'
import { undoProblem, undoReceipt } from './order-corrections.ts'
import {
  addCoreReturn,
  NO_LINE_DETAILS,
  NO_ORDER_DETAILS,
  type OrderLine,
  type PurchaseOrder,
  receive,
} from './purchase-order.ts'

const AT = Date.UTC(2025, 10, 20)
const receiptOf = (quantity: number) => ({ quantity, at: AT, byName: 'Walt', place: '' })
const LINE: OrderLine = {
  ...{
    lineId: 'line',
    ticketId: null,
    partId: null,
    stockItemId: null,
    quantity: 3,
    description: 'Starter',
    partNumber: '',
  },
  ...{ cost: cents(4125), expectedOn: null, receipts: [], ...NO_LINE_DETAILS },
}
const PLACED: PurchaseOrder = {
  ...{ orderId: 'order', number: 12, vendorId: 'vendor', lines: [LINE], ...NO_ORDER_DETAILS },
  ...{ orderedAt: new Date(AT), closedAt: null },
}
const CORE: OrderLine = { ...LINE, coreCharge: cents(2500), receipts: [receiptOf(2)] }
const coreOf = (quantity: number) => ({ quantity, at: AT, byName: 'Walt', credited: cents(2500) })

describe('what came', () => {
  test('comes to the parts that were received, their core charges and freight', () => {
    const lines = [CORE, { ...LINE, receipts: [receiptOf(0.5)] }, LINE]
    expect(amountsOf({ lines, freight: cents(1200) })).toEqual({
      ...{ parts: 2 * 4125 + 2063, cores: 5000, freight: 1200, total: 2 * 4125 + 2063 + 5000 + 1200 },
    })
    expect(amountsOf({ lines: [LINE], freight: null }).total).toBe(0)
  })

  test('adds up to the vendor’s bill, whatever was received and undone', () => {
    const price = fc.integer({ min: 1, max: 1_000_000 }).map(cents)
    const moves = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 5 })), { maxLength: 20 })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(price, fc.option(price), moves), { maxLength: 8 }),
        fc.option(price),
        (typed, freight) => {
          let bill = freight ?? 0
          const lines = typed.map(([cost, coreCharge, list]) => {
            let line: OrderLine = { ...LINE, cost, coreCharge, quantity: 100 }
            for (const [isUndone, quantity] of list) {
              if (isUndone && undoProblem(line, quantity) !== null) continue
              line = (isUndone ? undoReceipt : receive)(PLACED, line, receiptOf(quantity))
              bill += (isUndone ? -1 : 1) * quantity * (cost + (coreCharge ?? 0))
            }
            return line
          })
          const { total } = amountsOf({ lines, freight })
          expect(total).toBe(bill)
          expect(invoiceSentence(cents(bill), total)).toBe('The invoice matches what was received.')
        },
      ),
    )
  })

  test('differs from the vendor’s invoice in words', () => {
    expect(invoiceSentence(cents(5200), cents(4000))).toBe(
      'The invoice is $12.00 more than what was received.',
    )
    expect(invoiceSentence(cents(4000), cents(4001))).toBe(
      'The invoice is $0.01 less than what was received.',
    )
  })

  test('of a fraction is rounded to a cent', () => {
    expect(amountFor(cents(4125), 0.5)).toBe(2063)
  })
})

describe('cores', () => {
  test('are owed for what came until they are returned', () => {
    expect(coresOwed(LINE)).toBe(0)
    expect(coresOwed({ ...CORE, receipts: [] })).toBe(0)
    expect(coresOwed(CORE)).toBe(2)
    const one = addCoreReturn(CORE, coreOf(1))
    expect(coresOwed(one)).toBe(1)
    expect(coreReturnProblem(one, 1)).toBeNull()
    expect(coreReturnProblem(one, 2)).toBe('Only 1 core is owed.')
    expect(coreReturnProblem(CORE, 3)).toBe('Only 2 cores are owed.')
    expect(coreReturnProblem(LINE, 1)).toBe('No cores left to return.')
  })

  test('that were returned need their core charge and their receipt', () => {
    const one = addCoreReturn(CORE, coreOf(1))
    expect(coreChargeProblem(CORE, null)).toBeNull()
    expect(coreChargeProblem(one, cents(2600))).toBeNull()
    expect(coreChargeProblem(one, null)).toBe('Cores were already returned. Leave the core charge.')
    expect(undoProblem(one, 1)).toBeNull()
    expect(undoProblem(one, 2)).toBe('Cores were returned, so at least 1 stay received.')
  })
})

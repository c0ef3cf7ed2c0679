import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#domain/lib/calendar-date.ts'
import { cents } from '#domain/lib/money.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import { undoProblem, undoReceipt } from './order-corrections.ts'
import { isLate, mergedPartOrder, orderableOf, partOrderLabel } from './part-order.ts'
import {
  closeOrder,
  expectedDayProblem,
  MAX_RECEIPTS,
  missingOf,
  NO_LINE_DETAILS,
  NO_ORDER_DETAILS,
  type OrderLine,
  orderStateOf,
  type PurchaseOrder,
  partOrderOf,
  placeOf,
  placeOrder,
  type Receipt,
  receive,
  receivedOf,
  stageOf,
  surplusQuestion,
} from './purchase-order.ts'
import {
  leadDaysOf,
  leadTimeLabel,
  orderNotEmailedSentence,
  vendorNameProblem,
  vendorRemovalProblem,
} from './vendor.ts'

const NOW = new Date('2025-11-20T19:00:00Z')
const TODAY = '2025-11-20'

const receiptOf = (quantity: number, place = ''): Receipt => ({
  quantity,
  at: NOW.getTime(),
  byName: 'Walt',
  place,
})
const LINE: OrderLine = {
  lineId: 'line',
  ticketId: 412_873,
  partId: 'part',
  stockItemId: null,
  quantity: 3,
  description: 'Water pump',
  partNumber: '4008-101',
  cost: cents(4125),
  expectedOn: null,
  receipts: [],
  ...NO_LINE_DETAILS,
}
const DRAFT: PurchaseOrder = {
  ...{ orderId: 'order', number: 12, vendorId: 'vendor', orderedAt: null, closedAt: null },
  ...NO_ORDER_DETAILS,
  lines: [LINE],
}
const PLACED = placeOrder(DRAFT, NOW)
const CLOSED = closeOrder(PLACED, NOW)

const codesOf = (verb: () => unknown): string => {
  try {
    verb()
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
  return 'done'
}

describe('movements', () => {
  const quantities = fc.array(
    fc.integer({ min: 1, max: 5000 }).map(thousandths => thousandths / 1000),
    {
      maxLength: 12,
    },
  )
  const ordered = fc.integer({ min: 1, max: 20_000 }).map(thousandths => thousandths / 1000)

  test('add up: what came without a word and what is missing is what was ordered', () => {
    fc.assert(
      fc.property(ordered, quantities, (quantity, pieces) => {
        let line: OrderLine = { ...LINE, quantity }
        for (const piece of pieces)
          if (surplusQuestion(line, piece) === null) line = receive(PLACED, line, receiptOf(piece))
        expect(Math.round((receivedOf(line) + missingOf(line)) * 1000)).toBe(Math.round(quantity * 1000))
        expect(receivedOf(line)).toBeLessThanOrEqual(quantity)
        expect(stageOf(PLACED, line) === 'received').toBe(missingOf(line) === 0)
      }),
    )
  })

  test('that are undone never leave less than none, and what is left is a quantity that was received', () => {
    const moves = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 5000 })), { maxLength: 60 })
    fc.assert(
      fc.property(ordered, moves, (quantity, list) => {
        let line: OrderLine = { ...LINE, quantity }
        let left = 0
        for (const [isUndone, thousandths] of list) {
          const receipt = receiptOf(thousandths / 1000)
          if (isUndone && undoProblem(line, receipt.quantity) === null) {
            line = undoReceipt(PLACED, line, receipt)
            left -= thousandths
          } else if (!isUndone && surplusQuestion(line, receipt.quantity) === null) {
            line = receive(PLACED, line, receipt)
            left += thousandths
          }
          expect(receivedOf(line)).toBe(left / 1000)
          expect(receivedOf(line)).toBeGreaterThanOrEqual(0)
          expect(receivedOf(line)).toBeLessThanOrEqual(quantity)
          expect(stageOf(PLACED, line) === 'ordered').toBe(left === 0)
        }
      }),
    )
  })

  test('say where the newest piece is that was not undone', () => {
    const received = [receiptOf(1, 'shelf A'), receiptOf(2, 'shelf B')]
    const undone = (quantity: number): Receipt => ({ ...receiptOf(quantity), quantity: -quantity, place: '' })
    expect(placeOf({ receipts: received })).toBe('shelf B')
    expect(placeOf({ receipts: [...received, undone(1)] })).toBe('shelf B')
    expect(placeOf({ receipts: [...received, undone(1), undone(1)] })).toBe('shelf A')
    expect(placeOf({ receipts: [...received, undone(3)] })).toBe('')
    expect(placeOf({ receipts: [...received, undone(3), receiptOf(1, 'shelf C')] })).toBe('shelf C')
  })

  test('come in any order to the same', () => {
    fc.assert(
      fc.property(quantities, pieces => {
        const of = (list: readonly number[]) =>
          receivedOf(list.reduce((line, piece) => receive(PLACED, line, receiptOf(piece)), LINE))
        expect(of(pieces.toReversed())).toBe(of(pieces))
      }),
    )
  })

  test('of a tenth and two tenths are three tenths', () => {
    const line = { ...LINE, quantity: 0.3, receipts: [receiptOf(0.1)] }
    expect(surplusQuestion(line, 0.2)).toBeNull()
    expect(missingOf(receive(PLACED, line, receiptOf(0.2)))).toBe(0)
  })

  test.each([
    [3, [], 4, '3 were ordered. Receive 4 anyway?'],
    [1, [], 2, '1 was ordered. Receive 2 anyway?'],
    [3, [2], 2, '3 were ordered and 2 received. Receive 2 more anyway?'],
    [3, [2], 1, null],
  ])('of more than was ordered are asked for: %d, %j, %d', (quantity, came, more, question) => {
    expect(surplusQuestion({ quantity, receipts: came.map(piece => receiptOf(piece)) }, more)).toBe(question)
  })
})

describe('an order', () => {
  test('is placed once, with parts, and closed once', () => {
    expect(codesOf(() => placeOrder({ ...DRAFT, lines: [] }, NOW))).toBe('purchase-order.empty')
    expect(codesOf(() => placeOrder(PLACED, NOW))).toBe('purchase-order.placed')
    expect(codesOf(() => placeOrder(CLOSED, NOW))).toBe('purchase-order.closed')
    expect(codesOf(() => closeOrder(CLOSED, NOW))).toBe('purchase-order.closed')
  })

  test('is received while it is placed, and not without end', () => {
    expect(codesOf(() => receive(DRAFT, LINE, receiptOf(1)))).toBe('purchase-order.draft')
    expect(codesOf(() => receive(CLOSED, LINE, receiptOf(1)))).toBe('purchase-order.closed')
    const full = { ...LINE, receipts: Array.from({ length: MAX_RECEIPTS }, () => receiptOf(0.001)) }
    expect(codesOf(() => receive(PLACED, full, receiptOf(1)))).toBe('purchase-order.too-many-receipts')
    // The last of them can be undone, but not without end.
    expect(codesOf(() => undoReceipt(PLACED, full, receiptOf(0.001)))).toBe('done')
    const more = { ...LINE, receipts: [...full.receipts, ...full.receipts] }
    expect(codesOf(() => undoReceipt(PLACED, more, receiptOf(0.001)))).toBe(
      'purchase-order.too-many-receipts',
    )
    expect(codesOf(() => undoReceipt(DRAFT, LINE, receiptOf(1)))).toBe('purchase-order.draft')
    expect(codesOf(() => undoReceipt(CLOSED, LINE, receiptOf(1)))).toBe('purchase-order.closed')
  })

  test('says how far it is', () => {
    const some = { ...LINE, receipts: [receiptOf(1)] }
    const all = { ...LINE, receipts: [receiptOf(1), receiptOf(2)] }
    expect(
      [DRAFT, PLACED, { ...PLACED, lines: [LINE, all] }, { ...PLACED, lines: [all] }, CLOSED].map(
        orderStateOf,
      ),
    ).toEqual(['draft', 'ordered', 'partly-received', 'received', 'closed'])
    expect([DRAFT, PLACED, CLOSED].map(order => stageOf(order, LINE))).toEqual([
      'needed',
      'ordered',
      'canceled',
    ])
    expect([PLACED, CLOSED].map(order => stageOf(order, some))).toEqual(['backordered', 'received'])
    expect([PLACED, CLOSED].map(order => stageOf(order, all))).toEqual(['received', 'received'])
  })
})

describe('a ticket says of a part', () => {
  const labelOf = (order: PurchaseOrder, line: Partial<OrderLine>) =>
    partOrderLabel(partOrderOf(order, { ...LINE, ...line }), TODAY)
  test.each([
    ['To be ordered (order 12)', DRAFT, {}],
    ['On order', PLACED, {}],
    ['On order, expected Thu, Nov 20', PLACED, { expectedOn: '2025-11-20' }],
    ['Late since Wed, Nov 19', PLACED, { expectedOn: '2025-11-19' }],
    ['1 of 3 received, shelf B; the rest on order', PLACED, { receipts: [receiptOf(1, 'shelf B')] }],
    [
      '1 of 3 received; the rest late since Wed, Nov 19',
      PLACED,
      { receipts: [receiptOf(1)], expectedOn: '2025-11-19' },
    ],
    ['Received, shelf B', PLACED, { receipts: [receiptOf(3, 'shelf B')], expectedOn: '2025-11-19' }],
    ['1 of 3 received', CLOSED, { receipts: [receiptOf(1)] }],
    ['Order canceled', CLOSED, {}],
  ])('%s', (label, order, line) => {
    expect(labelOf(order, line)).toBe(label)
  })

  test('that it is late only while it is missing', () => {
    const expectedOn = '2025-11-19'
    expect(isLate({ stage: 'ordered', expectedOn }, TODAY)).toBe(true)
    expect(isLate({ stage: 'received', expectedOn }, TODAY)).toBe(false)
    expect(isLate({ stage: 'ordered', expectedOn: null }, TODAY)).toBe(false)
  })

  test('nothing of its cost', () => {
    expect(JSON.stringify(partOrderOf(PLACED, LINE))).not.toMatch(/cost|4125/)
  })
})

test('of a part on several orders what none brings can be ordered, and the open ones are said first', () => {
  const of = (order: PurchaseOrder, number: number, line: Partial<OrderLine>) =>
    partOrderOf({ ...order, number }, { ...LINE, ...line })
  const came = of(CLOSED, 14, { receipts: [receiptOf(1)] })
  const open = of(PLACED, 12, { quantity: 1.5 })
  const draft = of(DRAFT, 13, { quantity: 0.25 })
  const canceled = of(CLOSED, 15, {})
  expect(orderableOf(null, { quantity: 3 })).toBe(3)
  expect(mergedPartOrder([came, canceled])).toEqual({ ...came, covered: 1 })
  const all = mergedPartOrder([canceled, came, open, draft])
  expect(all).toEqual({ ...draft, covered: 2.75 })
  expect([3, 2.75, 1].map(quantity => orderableOf(all, { quantity }))).toEqual([0.25, 0, 0])
})

test('a part is not expected in the past or while the shop is closed', () => {
  const opening = { daysOfOperation: [1, 5], hoursOfOperation: [8, 18], weekdayHours: [] } as const
  const closedDays = [{ firstDay: '2025-11-27', lastDay: '2025-11-28', reason: 'Thanksgiving' }]
  const problemOf = (day: string) => expectedDayProblem(day, TODAY, opening, closedDays)
  expect(problemOf('2025-11-19')).toBe('This date has passed. Choose today or a later date.')
  expect(problemOf('2025-11-20')).toBeNull()
  expect(problemOf('2025-11-23')).toBe('The shop is closed on Sundays. Choose a day from Monday to Friday.')
  expect(problemOf('2025-11-28')).toBe(
    'The shop is closed Thu, Nov 27 to Fri, Nov 28, 2025 (Thanksgiving). Choose another day.',
  )
})

test('a vendor usually takes as long as the middle one of its parts did', () => {
  const took = (...days: number[]) =>
    leadDaysOf(days.map(count => ({ orderedOn: '2025-11-20', receivedOn: addDays('2025-11-20', count) })))
  expect([took(), took(4), took(21, 4, 3), took(3, 4), took(-1, 0)]).toEqual([null, 4, 4, 4, 0])
  expect([0, 1, 4].map(leadTimeLabel)).toEqual([
    'Usually comes the same day',
    'Usually comes in 1 day',
    'Usually comes in 4 days',
  ])
})

test('a vendor has its name alone, and stays while orders are open', () => {
  expect(vendorNameProblem('lippert', [{ name: 'Lippert' }])).toBe('There is already a vendor named Lippert.')
  expect(vendorNameProblem('Dometic', [{ name: 'Lippert' }])).toBeNull()
  expect(vendorRemovalProblem([])).toBeNull()
  expect(vendorRemovalProblem([3])).toBe('Close its open order first: 3.')
  expect(vendorRemovalProblem([3, 8])).toBe('Close its open orders first: 3, 8.')
})

test.each([
  ['posted', null],
  ['no-mail', 'Not emailed: email isn’t set up. Send the vendor the PDF.'],
  ['too-many', 'Not emailed: your company reached today’s email limit. Send the vendor the PDF.'],
] as const)('an order of which the email is %s says so', (outcome, sentence) => {
  expect(orderNotEmailedSentence(outcome)).toBe(sentence)
})

import { expect, test } from 'vitest'
import { cents, NO_MONEY } from '#domain/lib/money.ts'
import { NO_LINE_DETAILS, NO_ORDER_DETAILS } from '#domain/purchase-orders/purchase-order.ts'
import {
  type GroupBy,
  groupLines,
  type ListedLine,
  listLines,
  type OnlyLines,
  type Order,
} from './group-lines.ts'

const TODAY = '2025-11-20'

const lineOf = (lineId: string, line: Partial<Order['lines'][number]>): Order['lines'][number] => ({
  ...{ lineId, ticketId: null, partId: null, stockItemId: null },
  ...{ stage: 'ordered', quantity: 1, received: 0, missing: 1 },
  ...{
    description: lineId,
    partNumber: '',
    cost: cents(100),
    expectedOn: null,
    place: '',
    receipts: [],
    ...NO_LINE_DETAILS,
    ...{ coresOwed: 0, vendorReturns: [], returned: 0, returnable: 0 },
  },
  ...line,
})
const orderOf = (number: number, vendor: string, lines: Order['lines']): Order => ({
  ...{ orderId: `order-${number}`, number, state: 'ordered', total: cents(100) },
  vendor: { vendorId: vendor, name: vendor, accountNumber: '', phone: '', email: '', terms: '' },
  ...NO_ORDER_DETAILS,
  credits: { expected: NO_MONEY, received: NO_MONEY },
  amounts: { parts: NO_MONEY, cores: NO_MONEY, freight: NO_MONEY, total: NO_MONEY },
  ...{ createdAt: new Date(0), orderedAt: new Date(0), closedAt: null, lines },
})

const ORDERS = [
  orderOf(1, 'Lippert', [
    lineOf('pump', { ticketId: 412_880, expectedOn: '2025-11-25' }),
    lineOf('vent', { ticketId: 412_873, expectedOn: '2025-11-19' }),
  ]),
  orderOf(2, 'Dometic', [
    lineOf('seal', { ticketId: 412_873 }),
    lineOf('fan', { stage: 'received', expectedOn: '2025-11-18' }),
    lineOf('hose', { stage: 'needed' }),
  ]),
]
const EMPTY = orderOf(3, 'Suburban', [])
const grouped = (by: GroupBy, only: OnlyLines = null) =>
  named(groupLines([...ORDERS, EMPTY], { by, today: TODAY, only }))
const named = (groups: readonly { title: string; lines: readonly ListedLine[] }[]) =>
  groups.map(({ title, lines }) => [title, ...lines.map(({ lineId }) => lineId)])

test('lines are listed by order, by ticket and by day', () => {
  expect(grouped('order')).toEqual([
    ['Order 1 · Lippert', 'pump', 'vent'],
    ['Order 2 · Dometic', 'seal', 'fan', 'hose'],
    ['Order 3 · Suburban'],
  ])
  expect(grouped('ticket')).toEqual([
    ['Ticket 412873', 'vent', 'seal'],
    ['Ticket 412880', 'pump'],
    ['No ticket', 'fan', 'hose'],
  ])
  expect(grouped('day')).toEqual([
    ['To be ordered', 'hose'],
    ['Late', 'vent'],
    ['Tue, Nov 25', 'pump'],
    ['No day yet', 'seal'],
    ['Received', 'fan'],
  ])
})

test('late lines alone are those that should have come', () => {
  expect(listLines(ORDERS, TODAY, 'late').map(({ lineId }) => lineId)).toEqual(['vent'])
  expect(grouped('order', 'late')).toEqual([['Order 1 · Lippert', 'vent']])
})

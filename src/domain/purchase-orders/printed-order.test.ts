import { expect, test } from 'vitest'
import { cents } from '#domain/lib/money.ts'
import { printOrder } from './printed-order.ts'
import { NO_LINE_DETAILS, NO_ORDER_DETAILS, type OrderLine } from './purchase-order.ts'

const LINE: OrderLine = {
  ...{ lineId: 'line', ticketId: 412_873, partId: 'part', quantity: 3, description: 'Water pump' },
  ...{
    partNumber: '4008-101',
    cost: cents(4125),
    expectedOn: null,
    receipts: [],
    stockItemId: null,
    ...NO_LINE_DETAILS,
  },
}
const ORDERED_AT = new Date('2025-11-21T03:00:00Z')
const ORDER = {
  ...{ orderId: 'order', number: 12, vendorId: 'vendor', ...NO_ORDER_DETAILS },
  ...{ orderedAt: ORDERED_AT, closedAt: null },
  lines: [LINE, { ...LINE, description: 'Sealant', ticketId: null, partNumber: '', quantity: 0.5 }],
}
const COMPANY = { companyName: 'Bluebonnet RV', companyAddress: '1 Elm St, Austin', companyPhone: '512 555' }
const VENDOR = {
  ...{ vendorId: 'vendor', name: 'Lippert', accountNumber: 'A-1', terms: 'Net 30' },
  ...{ phone: '574 555 0100', email: 'po@lippert.example' },
}
const print = (vendor: typeof VENDOR | null) =>
  printOrder({
    order: ORDER,
    ...{ orderedAt: ORDERED_AT, vendor, company: COMPANY, timeZone: 'America/Chicago' },
  })

test('an order is printed for its vendor, with the ticket as the reference of a part', () => {
  const buyer = ['Bluebonnet RV', '1 Elm St, Austin', '512 555']
  expect(print(VENDOR)).toMatchObject({
    ...{ title: 'Purchase order', number: '12', company: buyer, rigTitle: 'Ship to', rig: buyer },
    about: [
      { label: 'Number', value: '12' },
      { label: 'Ordered', value: 'Nov 20, 2025' },
      { label: 'Account', value: 'A-1' },
      { label: 'Terms', value: 'Net 30' },
    ],
    payer: ['Lippert', '574 555 0100', 'po@lippert.example'],
    lines: [
      {
        description: 'Water pump\nPart 4008-101 · Ticket 412873',
        ...{ quantity: '3', unitPrice: '$41.25', amount: '$123.75' },
      },
      { description: 'Sealant', quantity: '0.5', unitPrice: '$41.25', amount: '$20.63' },
    ],
    totals: [{ label: 'Total', value: '$144.38', isStrong: true }],
  })
})

test('what is not known of the vendor is left out', () => {
  expect(print({ ...VENDOR, accountNumber: '', terms: '', phone: '' })).toMatchObject({
    about: [{ label: 'Number' }, { label: 'Ordered' }],
    payer: ['Lippert', 'po@lippert.example'],
  })
  expect(print(null)).toMatchObject({ payer: [] })
})

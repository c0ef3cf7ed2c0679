// A purchase order as its vendor reads it: nothing of customers, who are none of the vendor's business.

import type { PrintedDocument } from '#domain/billing/printed-document.ts'
import { dayOf, formatDate } from '#domain/lib/company-time.ts'
import { formatMoney, sum } from '#domain/lib/money.ts'
import { amountFor } from './order-amounts.ts'
import type { PurchaseOrder } from './purchase-order.ts'
import type { Vendor } from './vendor.ts'

type Buyer = {
  readonly companyName: string
  readonly companyAddress: string | null
  readonly companyPhone: string
}

type OrderToPrint = {
  readonly order: PurchaseOrder
  readonly orderedAt: Date
  /** Null for an order that does not name it any more. */
  readonly vendor: Vendor | null
  readonly company: Buyer
  readonly timeZone: string
}

const nonEmpty = (lines: readonly (string | null)[]): string[] =>
  lines.filter(line => line !== null && line !== '') as string[]

/** The placed order as printed: what was ordered, at the cost that was agreed. */
export function printOrder({ order, orderedAt, vendor, company, timeZone }: OrderToPrint): PrintedDocument {
  const day = dayOf(orderedAt, timeZone)
  const buyer = nonEmpty([company.companyName, company.companyAddress, company.companyPhone])
  const { accountNumber = '', terms = '' } = vendor ?? {}
  const total = sum(order.lines.map(({ cost, quantity }) => amountFor(cost, quantity)))
  return {
    title: 'Purchase order',
    number: String(order.number),
    company: buyer,
    about: [
      { label: 'Number', value: String(order.number) },
      { label: 'Ordered', value: `${formatDate(day)}, ${day.slice(0, 4)}` },
      { label: 'Account', value: accountNumber },
      { label: 'Terms', value: terms },
    ].filter(({ value }) => value !== ''),
    payerTitle: 'Vendor',
    payer: nonEmpty([vendor?.name ?? '', vendor?.phone ?? '', vendor?.email ?? '']),
    rigTitle: 'Ship to',
    rig: buyer,
    jobs: [],
    lines: order.lines.map(({ description, partNumber, ticketId, quantity, cost }) => ({
      description: [
        description,
        nonEmpty([partNumber && `Part ${partNumber}`, ticketId === null ? '' : `Ticket ${ticketId}`]).join(
          ' · ',
        ),
      ]
        .filter(line => line !== '')
        .join('\n'),
      quantity: String(quantity),
      unitPrice: formatMoney(cost),
      amount: formatMoney(amountFor(cost, quantity)),
    })),
    totals: [{ label: 'Total', value: formatMoney(total), isStrong: true }],
    notes: [],
    footText: '',
    signature: null,
    link: null,
  }
}

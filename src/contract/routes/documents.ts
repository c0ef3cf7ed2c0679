// PDFs of tickets, invoices and receipts: for the desk by ticket, for the customer by link.

import * as z from 'zod'
import { PAGE_SIZES } from '#domain/billing/settings.ts'
import { MAX_DOCUMENT_PHOTOS } from '#domain/documents/ticket-document.ts'
import { MAX_STOCK_LABELS } from '#domain/stock/stock-item.ts'
import { linkToken } from '../customer-view.ts'
import { HOUR, limit, rateLimit } from '../procedure/procedure.ts'
import { noParams, route, sharedLimit } from '../procedure/route.ts'
import { ticketId, uuid } from '../shared-schemas.ts'

const documentLimit = sharedLimit(
  'documents',
  rateLimit(
    'server',
    limit('account', 60, HOUR, 'One a minute for a shop that prints all day; each is rendered in memory.'),
    limit('link', 60, HOUR, 'A customer needs one or two.'),
  ),
)

const pageSize = z
  .enum(PAGE_SIZES)
  .optional()
  .describe('Its size; by default the one that the company chose, else Letter.')

const pdf = { method: 'GET', tags: ['Documents'], rateLimit: documentLimit, errors: [401, 403, 429] } as const

const ofTicket = {
  ...pdf,
  query: z.object({
    photos: z.string().optional().describe('Ids of the photos to print, separated by commas.'),
    pageSize,
  }),
  answers: {
    200: { description: 'The PDF: company, job lines, parts and totals.', type: 'application/pdf' },
  },
  describedErrors: {
    400: `A malformed ticket id or link, not the ids of at most ${MAX_DOCUMENT_PHOTOS} photos, or an unknown page size.`,
    404: 'No ticket that you may see, or a photo is not on it.',
  },
} as const

const ofBilling = {
  ...pdf,
  query: z.object({ pageSize }),
  answers: {
    200: {
      description: 'The PDF: an invoice or credit note as it was issued, or the receipt of what was paid.',
      type: 'application/pdf',
    },
  },
  describedErrors: {
    400: 'A malformed id or link, or an unknown page size.',
    404: 'No ticket that you may see, or it has no such document.',
  },
} as const

export const documentRoutes = {
  purchaseOrderDocument: route({
    ...pdf,
    path: '/purchase-orders/{orderId}/document.pdf',
    summary: 'Get the PDF of a purchase order',
    permission: 'part.order',
    params: z.object({ orderId: uuid }),
    query: z.object({ pageSize }),
    answers: {
      200: {
        description: 'The PDF: what was ordered, from whom and at which cost.',
        type: 'application/pdf',
      },
    },
    describedErrors: {
      400: 'A malformed id, or an unknown page size.',
      404: 'No order of your company.',
      409: 'The order is not placed yet.',
    },
  }),
  stockLabels: route({
    ...pdf,
    path: '/stock/labels.pdf',
    summary: 'Get labels of stock items as a PDF',
    description: 'Each has the part number, also as a QR code, the description and where it is.',
    permission: 'stock.change',
    params: noParams,
    query: z.object({ items: z.string().describe('Ids of stock items, separated by commas.'), pageSize }),
    answers: {
      200: { description: 'The PDF, with three labels beside each other.', type: 'application/pdf' },
    },
    describedErrors: {
      400: `Not the ids of 1 to ${MAX_STOCK_LABELS} stock items, or an unknown page size.`,
      404: 'One of them is not in stock.',
    },
  }),
  ticketDocument: route({
    ...ofTicket,
    path: '/tickets/{ticketId}/document.pdf',
    summary: 'Get the PDF of an estimate or a completed ticket',
    permission: 'money.see',
    params: z.object({ ticketId }),
  }),
  linkDocument: route({
    ...ofTicket,
    path: '/follow/{token}/document.pdf',
    summary: 'Get the PDF of a link’s ticket, estimated or completed',
    permission: 'public',
    params: z.object({ token: linkToken }),
  }),
  invoiceDocument: route({
    ...ofBilling,
    path: '/tickets/{ticketId}/invoices/{invoiceId}/document.pdf',
    summary: 'Get the PDF of an invoice or credit note',
    permission: 'money.see',
    params: z.object({ ticketId, invoiceId: uuid }),
  }),
  receiptDocument: route({
    ...ofBilling,
    path: '/tickets/{ticketId}/payments/{entryId}/document.pdf',
    summary: 'Get the receipt of a payment, deposit or refund as a PDF',
    permission: 'money.see',
    params: z.object({ ticketId, entryId: uuid }),
  }),
  linkInvoiceDocument: route({
    ...ofBilling,
    path: '/follow/{token}/invoices/{invoiceId}/document.pdf',
    summary: 'Get the PDF of an invoice or credit note of a link’s ticket',
    permission: 'public',
    params: z.object({ token: linkToken, invoiceId: uuid }),
  }),
  linkReceiptDocument: route({
    ...ofBilling,
    path: '/follow/{token}/payments/{entryId}/document.pdf',
    summary: 'Get the receipt of what was paid for a link’s ticket as a PDF',
    permission: 'public',
    params: z.object({ token: linkToken, entryId: uuid }),
  }),
}

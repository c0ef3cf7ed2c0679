// The PDF routes for the OpenAPI document; they stream and are not in the contract.

import type { OpenAPI } from '@orpc/openapi'
import { PAGE_SIZES } from '#domain/billing/settings.ts'
import { MAX_DOCUMENT_PHOTOS } from '#domain/documents/ticket-document.ts'
import { describedError, errorResponsesFor } from './components.ts'

const PDF_RESPONSES = {
  200: {
    description: 'The PDF: company, job lines, parts and totals.',
    content: { 'application/pdf': { schema: { type: 'string' as const, format: 'binary' } } },
  },
  ...errorResponsesFor([401, 403, 429]),
  400: describedError(
    `A malformed ticket id or link, not the ids of at most ${MAX_DOCUMENT_PHOTOS} photos, or an unknown page size.`,
  ),
  404: describedError('No ticket that you may see, or a photo is not on it.'),
} satisfies OpenAPI.ResponsesObject

const PHOTOS = {
  name: 'photos',
  in: 'query',
  required: false,
  description: 'Ids of the photos to print, separated by commas.',
  schema: { type: 'string' as const },
}

const PAGE_SIZE = {
  name: 'pageSize',
  in: 'query',
  required: false,
  description: 'Its size; by default the one that the company chose, else Letter.',
  schema: { type: 'string' as const, enum: [...PAGE_SIZES] },
}

const BILLING_RESPONSES = {
  ...PDF_RESPONSES,
  200: {
    ...PDF_RESPONSES[200],
    description: 'The PDF: an invoice or credit note as it was issued, or the receipt of what was paid.',
  },
  400: describedError('A malformed id or link, or an unknown page size.'),
  404: describedError('No ticket that you may see, or it has no such document.'),
} satisfies OpenAPI.ResponsesObject

const billingOperation = (
  operationId: string,
  summary: string,
  owner: 'ticketId' | 'token',
  subject: 'invoiceId' | 'entryId',
) => ({
  get: {
    operationId,
    summary,
    ...(owner === 'token' ? { security: [] } : {}),
    tags: ['Documents'],
    parameters: [
      {
        name: owner,
        in: 'path',
        required: true,
        schema: { type: owner === 'token' ? ('string' as const) : ('integer' as const) },
      },
      { name: subject, in: 'path', required: true, schema: { type: 'string' as const, format: 'uuid' } },
      PAGE_SIZE,
    ],
    responses: BILLING_RESPONSES,
  },
})

const pdfOperation = (operationId: string, summary: string, name: string, type: 'integer' | 'string') => ({
  get: {
    operationId,
    summary,
    // A link needs no account.
    ...(name === 'token' ? { security: [] } : {}),
    tags: ['Documents'],
    parameters: [{ name, in: 'path', required: true, schema: { type } }, PHOTOS, PAGE_SIZE],
    responses: PDF_RESPONSES,
  },
})

export const PDF_PATHS = {
  '/tickets/{ticketId}/document.pdf': pdfOperation(
    'ticketDocument',
    'Get the PDF of an estimate or a completed ticket',
    'ticketId',
    'integer',
  ),
  '/follow/{token}/document.pdf': pdfOperation(
    'linkDocument',
    'Get the PDF of a link’s ticket, estimated or completed',
    'token',
    'string',
  ),
  '/tickets/{ticketId}/invoices/{invoiceId}/document.pdf': billingOperation(
    'invoiceDocument',
    'Get the PDF of an invoice or credit note',
    'ticketId',
    'invoiceId',
  ),
  '/tickets/{ticketId}/payments/{entryId}/document.pdf': billingOperation(
    'receiptDocument',
    'Get the receipt of a payment, deposit or refund as a PDF',
    'ticketId',
    'entryId',
  ),
  '/follow/{token}/invoices/{invoiceId}/document.pdf': billingOperation(
    'linkInvoiceDocument',
    'Get the PDF of an invoice or credit note of a link’s ticket',
    'token',
    'invoiceId',
  ),
  '/follow/{token}/payments/{entryId}/document.pdf': billingOperation(
    'linkReceiptDocument',
    'Get the receipt of what was paid for a link’s ticket as a PDF',
    'token',
    'entryId',
  ),
} satisfies OpenAPI.PathsObject

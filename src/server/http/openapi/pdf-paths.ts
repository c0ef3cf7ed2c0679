// The PDF routes for the OpenAPI document; they stream and are not in the contract.

import type { OpenAPI } from '@orpc/openapi'
import { MAX_DOCUMENT_PHOTOS } from '#domain/documents/ticket-document.ts'
import { describedError, errorResponsesFor } from './components.ts'

const PDF_RESPONSES = {
  200: {
    description: 'The PDF in Letter size: company, job lines, parts and totals.',
    content: { 'application/pdf': { schema: { type: 'string' as const, format: 'binary' } } },
  },
  ...errorResponsesFor([401, 403, 429]),
  400: describedError(
    `A malformed ticket id or link, or not the ids of at most ${MAX_DOCUMENT_PHOTOS} photos.`,
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

const pdfOperation = (operationId: string, summary: string, name: string, type: 'integer' | 'string') => ({
  get: {
    operationId,
    summary,
    // A link needs no account.
    ...(name === 'token' ? { security: [] } : {}),
    tags: ['Documents'],
    parameters: [{ name, in: 'path', required: true, schema: { type } }, PHOTOS],
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
} satisfies OpenAPI.PathsObject

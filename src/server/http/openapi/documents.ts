// A ticket's paper as a PDF, for the OpenAPI document: it streams past the contract.

import type { OpenAPI } from '@orpc/openapi'
import { MAX_DOCUMENT_PHOTOS } from '#domain/documents/document.ts'

const PDF_RESPONSES = {
  200: {
    description: 'The paper; Letter, with the company, its job lines, parts and totals.',
    content: { 'application/pdf': { schema: { type: 'string' as const, format: 'binary' } } },
  },
  400: { description: `Not the ids of at most ${MAX_DOCUMENT_PHOTOS} photos.` },
  404: { description: 'There is none that you may see, or a photo is not on it.' },
} satisfies OpenAPI.ResponsesObject

const PHOTOS = {
  name: 'photos',
  in: 'query',
  required: false,
  description: 'The ids of the photos to print with it, with commas between them.',
  schema: { type: 'string' as const },
}

const pdfOperation = (operationId: string, summary: string, name: string, type: 'integer' | 'string') => ({
  get: {
    operationId,
    summary,
    tags: ['Papers'],
    parameters: [{ name, in: 'path', required: true, schema: { type } }, PHOTOS],
    responses: PDF_RESPONSES,
  },
})

export const DOCUMENT_PATHS = {
  '/tickets/{ticketId}/paper.pdf': pdfOperation(
    'paper',
    'Read the estimate or the completed ticket as a PDF',
    'ticketId',
    'integer',
  ),
  '/follow/{token}/paper.pdf': pdfOperation(
    'linkPaper',
    'Read the estimate or the completed ticket as a PDF by the link of its ticket',
    'token',
    'string',
  ),
} satisfies OpenAPI.PathsObject

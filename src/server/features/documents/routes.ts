// A ticket's PDF over HTTP: for the desk by number, for the customer by link.

import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { documentRoutes } from '#contract/routes/documents.ts'
import { uuid } from '#contract/shared-schemas.ts'
import { MAX_DOCUMENT_PHOTOS } from '#domain/documents/ticket-document.ts'
import { asCustomer, consumeAsCustomer, linkedTicketOf } from '#server/features/customer-links/middleware.ts'
import { addRoute, type FileRouteContext, requesterOf } from '#server/http/uploads/file-route-context.ts'
import { invalid } from '#server/lib/api-errors.ts'
import { pageSizeIn, sendPdf } from '#server/pdf/send-pdf.ts'
import { consumeRateLimit, runQuery } from '#server/rpc/procedures.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import { getPdfRequest } from './get-pdf-request.ts'

const photoIds = z.array(uuid)

/** The requested photos, each once. Throws INVALID for an invalid id, or too many. */
function parsePhotoIds(c: Context): readonly string[] {
  const ids = (c.req.query('photos') ?? '').split(',').filter(id => id !== '')
  const parsed = photoIds.safeParse([...new Set(ids)])
  if (!parsed.success) throw invalid({ photos: 'Enter photo ids separated by commas.' })
  if (parsed.data.length > MAX_DOCUMENT_PHOTOS)
    throw invalid({ photos: `Choose at most ${MAX_DOCUMENT_PHOTOS} photos.` })
  return parsed.data
}

const choicesIn = (c: Context) => ({ photos: parsePhotoIds(c), pageSize: pageSizeIn(c) })

export function pdfRoutes({ contextFor, fileJournal }: Pick<FileRouteContext, 'contextFor' | 'fileJournal'>) {
  const routes = new Hono()

  async function send(
    c: Context,
    context: RequestContext,
    ticketId: number,
    { photos, pageSize }: ReturnType<typeof choicesIn>,
  ) {
    const request = await runQuery(context, work => getPdfRequest(work, context, ticketId, photos, pageSize))
    return sendPdf(c, request, fileJournal.read, requesterOf(context, c.req.raw))
  }

  addRoute(routes, contextFor, documentRoutes.ticketDocument, async (c, context, { ticketId }) => {
    const choices = choicesIn(c)
    await consumeRateLimit(context, 'documents')
    return send(c, context, ticketId, choices)
  })

  addRoute(routes, contextFor, documentRoutes.linkDocument, async (c, visitor, { token }) => {
    const context = await asCustomer(visitor, token)
    const choices = choicesIn(c)
    await consumeAsCustomer(context, 'documents')
    return send(c, context, linkedTicketOf(context.execution), choices)
  })

  return routes
}

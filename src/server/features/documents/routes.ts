// A ticket's PDF over HTTP: for the desk by number, for the customer by link.

import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { linkToken } from '#contract/customer-view.ts'
import { ROUTE_PERMISSIONS } from '#contract/procedure/route-permissions.ts'
import { ticketId, uuid } from '#contract/shared-schemas.ts'
import { MAX_DOCUMENT_PHOTOS } from '#domain/documents/ticket-document.ts'
import { authorize } from '#server/db/unit-of-work.ts'
import { asCustomer, linkedTicketOf } from '#server/features/customer-links/middleware.ts'
import { type FileRouteContext, parseParams, requesterOf } from '#server/http/uploads/file-route-context.ts'
import { invalid } from '#server/lib/api-errors.ts'
import { pageSizeIn, sendPdf } from '#server/pdf/send-pdf.ts'
import { rateLimitSubjectsOf } from '#server/rate-limits/rate-limiter.ts'
import { consumeRateLimit, runQuery } from '#server/rpc/procedures.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import { getPdfRequest } from './get-pdf-request.ts'

const ticketPath = z.object({ ticketId })
const linkPath = z.object({ token: linkToken })
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

export function pdfRoutes({
  contextFor,
  fileReconciler,
}: Pick<FileRouteContext, 'contextFor' | 'fileReconciler'>) {
  const routes = new Hono()

  async function send(
    c: Context,
    context: RequestContext,
    ticketId: number,
    { photos, pageSize }: ReturnType<typeof choicesIn>,
  ) {
    const request = await runQuery(context, work => getPdfRequest(work, context, ticketId, photos, pageSize))
    return sendPdf(c, request, fileReconciler.read, requesterOf(context, c.req.raw))
  }

  routes.get('/tickets/:ticketId/document.pdf', async c => {
    const context = await contextFor(c)
    authorize(context.execution, ROUTE_PERMISSIONS.ticketDocument)
    const { ticketId } = parseParams(c, ticketPath)
    const choices = choicesIn(c)
    await consumeRateLimit(context, 'documents')
    return send(c, context, ticketId, choices)
  })

  routes.get('/follow/:token/document.pdf', async c => {
    const { token } = parseParams(c, linkPath)
    const context = await asCustomer(await contextFor(c), token)
    const choices = choicesIn(c)
    const { account: link = null, ...subjects } = rateLimitSubjectsOf(
      context.execution.actor,
      context.address,
    )
    await context.rateLimiter.consume('documents', { ...subjects, link })
    return send(c, context, linkedTicketOf(context.execution), choices)
  })

  return routes
}

// Invoices, credit notes and receipts as PDFs over HTTP: for the desk by ticket, for the customer by link.

import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { linkToken } from '#contract/customer-view.ts'
import { ROUTE_PERMISSIONS } from '#contract/procedure/route-permissions.ts'
import { ticketId, uuid } from '#contract/shared-schemas.ts'
import type { PageSize } from '#domain/billing/settings.ts'
import { authorize } from '#server/db/unit-of-work.ts'
import { asCustomer, linkedTicketOf } from '#server/features/customer-links/middleware.ts'
import { getTicket } from '#server/features/tickets/store.ts'
import { type FileRouteContext, parseParams, requesterOf } from '#server/http/uploads/file-route-context.ts'
import { pageSizeIn, sendPdf } from '#server/pdf/send-pdf.ts'
import { rateLimitSubjectsOf } from '#server/rate-limits/rate-limiter.ts'
import { consumeRateLimit, runQuery } from '#server/rpc/procedures.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import { getBillingPdf, type PrintedSubject } from './billing-pdf.ts'

const ticketPath = z.object({ ticketId })
const linkPath = z.object({ token: linkToken })
const invoicePath = z.object({ invoiceId: uuid })
const entryPath = z.object({ entryId: uuid })

const invoiceIn = (c: Context): PrintedSubject => parseParams(c, invoicePath)
const entryIn = (c: Context): PrintedSubject => parseParams(c, entryPath)

export function billingPdfRoutes({
  contextFor,
  fileReconciler,
}: Pick<FileRouteContext, 'contextFor' | 'fileReconciler'>) {
  const routes = new Hono()

  async function send(
    c: Context,
    context: RequestContext,
    ticketId: number,
    subject: PrintedSubject,
    pageSize: PageSize | null,
  ) {
    const request = await runQuery(context, async work => {
      authorize(work, 'money.see')
      const ticket = await getTicket(work, ticketId)
      authorize(work, 'money.see', ticket)
      return getBillingPdf(work, context, ticket, subject, pageSize)
    })
    return sendPdf(c, request, fileReconciler.read, requesterOf(context, c.req.raw))
  }

  const forDesk = (subjectIn: (c: Context) => PrintedSubject) => async (c: Context) => {
    const context = await contextFor(c)
    authorize(context.execution, ROUTE_PERMISSIONS.invoiceDocument)
    const { ticketId } = parseParams(c, ticketPath)
    const subject = subjectIn(c)
    const pageSize = pageSizeIn(c)
    await consumeRateLimit(context, 'documents')
    return send(c, context, ticketId, subject, pageSize)
  }

  const byLink = (subjectIn: (c: Context) => PrintedSubject) => async (c: Context) => {
    const { token } = parseParams(c, linkPath)
    const context = await asCustomer(await contextFor(c), token)
    const subject = subjectIn(c)
    const pageSize = pageSizeIn(c)
    const { account: link = null, ...subjects } = rateLimitSubjectsOf(
      context.execution.actor,
      context.address,
    )
    await context.rateLimiter.consume('documents', { ...subjects, link })
    return send(c, context, linkedTicketOf(context.execution), subject, pageSize)
  }

  routes.get('/tickets/:ticketId/invoices/:invoiceId/document.pdf', forDesk(invoiceIn))
  routes.get('/tickets/:ticketId/payments/:entryId/document.pdf', forDesk(entryIn))
  routes.get('/follow/:token/invoices/:invoiceId/document.pdf', byLink(invoiceIn))
  routes.get('/follow/:token/payments/:entryId/document.pdf', byLink(entryIn))
  return routes
}

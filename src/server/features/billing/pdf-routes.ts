// Invoices, credit notes and receipts as PDFs over HTTP: for the desk by ticket, for the customer by link.

import { type Context, Hono } from 'hono'
import { documentRoutes } from '#contract/routes/documents.ts'
import type { PageSize } from '#domain/billing/settings.ts'
import { authorize } from '#server/db/unit-of-work.ts'
import { asCustomer, consumeAsCustomer, linkedTicketOf } from '#server/features/customer-links/middleware.ts'
import { getTicket } from '#server/features/tickets/store.ts'
import { addRoute, type FileRouteContext, requesterOf } from '#server/http/uploads/file-route-context.ts'
import { pageSizeIn, sendPdf } from '#server/pdf/send-pdf.ts'
import { consumeRateLimit, runQuery } from '#server/rpc/procedures.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import { getBillingPdf, type PrintedSubject } from './billing-pdf.ts'

export function billingPdfRoutes({
  contextFor,
  fileJournal,
}: Pick<FileRouteContext, 'contextFor' | 'fileJournal'>) {
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
    return sendPdf(c, request, fileJournal.read, requesterOf(context, c.req.raw))
  }

  async function forDesk(c: Context, context: RequestContext, ticketId: number, subject: PrintedSubject) {
    const pageSize = pageSizeIn(c)
    await consumeRateLimit(context, 'documents')
    return send(c, context, ticketId, subject, pageSize)
  }

  async function byLink(c: Context, visitor: RequestContext, token: string, subject: PrintedSubject) {
    const context = await asCustomer(visitor, token)
    const pageSize = pageSizeIn(c)
    await consumeAsCustomer(context, 'documents')
    return send(c, context, linkedTicketOf(context.execution), subject, pageSize)
  }

  const { invoiceDocument, receiptDocument, linkInvoiceDocument, linkReceiptDocument } = documentRoutes
  addRoute(routes, contextFor, invoiceDocument, (c, context, { ticketId, ...invoice }) =>
    forDesk(c, context, ticketId, invoice),
  )
  addRoute(routes, contextFor, receiptDocument, (c, context, { ticketId, ...entry }) =>
    forDesk(c, context, ticketId, entry),
  )
  addRoute(routes, contextFor, linkInvoiceDocument, (c, context, { token, ...invoice }) =>
    byLink(c, context, token, invoice),
  )
  addRoute(routes, contextFor, linkReceiptDocument, (c, context, { token, ...entry }) =>
    byLink(c, context, token, entry),
  )
  return routes
}

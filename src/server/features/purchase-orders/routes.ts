// An order's PDF over HTTP, for the desk.

import { Hono } from 'hono'
import { documentRoutes } from '#contract/routes/documents.ts'
import { authorize } from '#server/db/unit-of-work.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { addRoute, type FileRouteContext, requesterOf } from '#server/http/uploads/file-route-context.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { pageSizeIn, sendPdf } from '#server/pdf/send-pdf.ts'
import { consumeRateLimit, runQuery } from '#server/rpc/procedures.ts'
import { getOrderPdf } from './order-pdf.ts'
import { findOrder } from './store.ts'
import { findVendor } from './vendor-store.ts'

export function purchaseOrderRoutes({
  contextFor,
  fileJournal,
}: Pick<FileRouteContext, 'contextFor' | 'fileJournal'>) {
  const routes = new Hono()
  addRoute(routes, contextFor, documentRoutes.purchaseOrderDocument, async (c, context, { orderId }) => {
    const pageSize = pageSizeIn(c)
    await consumeRateLimit(context, 'documents')
    const request = await runQuery(context, async work => {
      authorize(work, 'part.order')
      const order = await findOrder(work, orderId)
      if (order === null) throw notFound()
      const [vendor, company] = await Promise.all([findVendor(work, order.vendorId), getCompany(work)])
      return getOrderPdf(work, order, { vendor, company }, pageSize)
    })
    return sendPdf(c, request, fileJournal.read, requesterOf(context, c.req.raw))
  })
  return routes
}

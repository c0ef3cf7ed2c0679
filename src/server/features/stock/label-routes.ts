// Labels of stock items over HTTP, as a PDF.

import { Hono } from 'hono'
import * as z from 'zod'
import { documentRoutes } from '#contract/routes/documents.ts'
import { uuid } from '#contract/shared-schemas.ts'
import { MAX_STOCK_LABELS } from '#domain/stock/stock-item.ts'
import { getBillingSettings } from '#server/features/billing/store.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { addRoute, type FileRouteContext, requesterOf } from '#server/http/uploads/file-route-context.ts'
import { invalid, notFound } from '#server/lib/api-errors.ts'
import { pageSizeIn, sendPdf } from '#server/pdf/send-pdf.ts'
import { consumeRateLimit, runQuery } from '#server/rpc/procedures.ts'
import { listStockItems } from './store.ts'

const itemIds = z.array(uuid).min(1)

/** The items that are asked for, each once. Throws INVALID for none, too many or what is no id. */
function itemIdsIn(asked: string | undefined): readonly string[] {
  const parsed = itemIds.safeParse([...new Set((asked ?? '').split(',').filter(id => id !== ''))])
  if (!parsed.success) throw invalid({ items: 'Enter ids of stock items separated by commas.' })
  if (parsed.data.length > MAX_STOCK_LABELS)
    throw invalid({ items: `Choose at most ${MAX_STOCK_LABELS} items.` })
  return parsed.data
}

export function stockLabelRoutes({
  contextFor,
  fileJournal,
}: Pick<FileRouteContext, 'contextFor' | 'fileJournal'>) {
  const routes = new Hono()
  addRoute(routes, contextFor, documentRoutes.stockLabels, async (c, context) => {
    const ids = itemIdsIn(c.req.query('items'))
    const asked = pageSizeIn(c)
    await consumeRateLimit(context, 'documents')
    const request = await runQuery(context, async work => {
      const [{ companyName }, { pageSize }, listed] = await Promise.all([
        getCompany(work),
        getBillingSettings(work),
        listStockItems(work),
      ])
      const labels = ids.map(id => {
        const item = listed.find(({ stockItemId }) => stockItemId === id)
        if (item === undefined) throw notFound()
        const { partNumber, description, place } = item
        return { partNumber, description, place, code: partNumber }
      })
      return { labels, companyName, logo: null, pageSize: asked ?? pageSize }
    })
    return sendPdf(c, request, fileJournal.read, requesterOf(context, c.req.raw))
  })
  return routes
}

// A company's own data over HTTP, as a file that streams while it is read.

import { type Context, Hono } from 'hono'
import { exportFileName } from '#domain/export/export.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { authorize } from '#server/db/unit-of-work.ts'
import { consumeRateLimit, type RequestContext, runQuery } from '#server/rpc/procedures.ts'
import { startExport, streamExport } from './queries.ts'

type ExportRouteContext = {
  readonly contextFor: (c: Context) => Promise<RequestContext>
  /** Where people reach the product, when the operator said so. */
  readonly baseUrl: string | undefined
}

/**
 * The text as bytes, written only as fast as they are read. What breaks it is logged, and breaks the download: half a
 * file never passes for a whole one.
 */
function toStream(text: AsyncGenerator<string>, log: (error: unknown) => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let isWanted = true
  return new ReadableStream({
    pull: async controller => {
      try {
        const { done, value } = await text.next()
        // Whoever stopped the download did so while this piece was being read.
        if (!isWanted) return
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      } catch (error) {
        log(error)
        throw error
      }
    },
    cancel: async () => {
      isWanted = false
      await text.return(undefined)
    },
  })
}

export function exportRoutes({ contextFor, baseUrl }: ExportRouteContext) {
  const routes = new Hono()
  routes.get('/company/export', async c => {
    const context = await contextFor(c)
    authorize(context.execution, 'company.export')
    await consumeRateLimit(context, 'export')
    const exportStart = await runQuery(context, startExport)
    const { companyName, timeZone } = exportStart.company
    const origin = baseUrl ?? new URL(c.req.url).origin
    const text = streamExport(context, exportStart, path => new URL(path, origin).href)
    const name = exportFileName(companyName, dayOf(context.execution.now, timeZone))
    c.header('Content-Type', 'application/json; charset=utf-8')
    c.header('Content-Disposition', `attachment; filename="${name}"`)
    return c.body(toStream(text, context.logError))
  })
  return routes
}

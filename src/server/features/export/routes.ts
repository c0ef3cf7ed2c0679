// The company export over HTTP, streamed while it is read.

import { type Context, Hono } from 'hono'
import { exportFileName } from '#domain/export/export.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { authorize } from '#server/db/unit-of-work.ts'
import { consumeRateLimit, runQuery } from '#server/rpc/procedures.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import { startExport, streamExport } from './stream-export.ts'

type ExportRouteContext = {
  readonly contextFor: (c: Context) => Promise<RequestContext>
  /** The product's public address, if set. */
  readonly baseUrl: string | undefined
}

/**
 * The text as bytes, with backpressure. An error is logged and breaks the download: half a file must not look
 * complete.
 */
function toStream(text: AsyncGenerator<string>, log: (error: unknown) => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let isWanted = true
  return new ReadableStream({
    pull: async controller => {
      try {
        const { done, value } = await text.next()
        // The client disconnected while this piece was being read.
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

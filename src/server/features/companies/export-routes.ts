// A company's own data over HTTP, as a file that streams while it is read.

import { type Context, Hono } from 'hono'
import { dayOf } from '#domain/lib/company-time.ts'
import { exportFileName } from '#domain/tickets/export.ts'
import { allow } from '#server/db/unit-of-work.ts'
import { asQuery, countTry, type RequestContext } from '#server/rpc/procedures.ts'
import { beginExport, writeExport } from './export.ts'

type ExportDoor = {
  readonly asking: (c: Context) => Promise<RequestContext>
  /** Where people reach the product, when the operator said so. */
  readonly baseUrl: string | undefined
}

/**
 * The text as bytes, written only as fast as they are read. What breaks it is logged, and breaks the download: half a
 * file never passes for a whole one.
 */
function streamOf(text: AsyncGenerator<string>, log: (fault: unknown) => void): ReadableStream<Uint8Array> {
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
      } catch (fault) {
        log(fault)
        throw fault
      }
    },
    cancel: async () => {
      isWanted = false
      await text.return(undefined)
    },
  })
}

export function exportRoutes({ asking, baseUrl }: ExportDoor) {
  const routes = new Hono()
  routes.get('/company/export', async c => {
    const context = await asking(c)
    allow(context.occasion, 'company.export')
    await countTry(context, 'export')
    const beginning = await asQuery(context, beginExport)
    const { companyName, timeZone } = beginning.company
    const origin = baseUrl ?? new URL(c.req.url).origin
    const text = writeExport(context, beginning, path => new URL(path, origin).href)
    const name = exportFileName(companyName, dayOf(context.occasion.now, timeZone))
    c.header('Content-Type', 'application/json; charset=utf-8')
    c.header('Content-Disposition', `attachment; filename="${name}"`)
    return c.body(streamOf(text, context.log))
  })
  return routes
}

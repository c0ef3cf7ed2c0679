// Exports over HTTP: the JSON, streamed while it is read, and the archive that was made in the background.

import { Readable } from 'node:stream'
import { type Context, Hono } from 'hono'
import { exportRoutes as declared } from '#contract/downloads.ts'
import { exportStateAt } from '#domain/export/company-export.ts'
import { exportFileName } from '#domain/export/export.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import { getCompany } from '#server/features/companies/store.ts'
import type { FileJournal } from '#server/files/file-journal.ts'
import { archiveKeyOf, archiveLocation } from '#server/files/file-keys.ts'
import { addRoute } from '#server/http/uploads/file-route-context.ts'
import { forbidden, notFound } from '#server/lib/api-errors.ts'
import { consumeRateLimit, runQuery } from '#server/rpc/procedures.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import { findExport } from './company-export-store.ts'
import { isDownloadToken } from './download-token.ts'
import { startExport, streamExport } from './stream-export.ts'

type ExportRouteContext = {
  readonly contextFor: (c: Context) => Promise<RequestContext>
  /** The product's public address, if set. */
  readonly baseUrl: string | undefined
  readonly fileJournal: Pick<FileJournal, 'readStream'>
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

const RECHECK_INTERVAL_MS = 2000

/** The content, which breaks off soon after it may no longer be downloaded. */
async function* whileAllowed(content: Readable, assertAllowed: () => Promise<void>): AsyncGenerator<Buffer> {
  let checkedAt = performance.now()
  for await (const chunk of content) {
    if (performance.now() - checkedAt > RECHECK_INTERVAL_MS) {
      await assertAllowed()
      checkedAt = performance.now()
    }
    yield chunk
  }
}

export function exportRoutes({ contextFor, baseUrl, fileJournal }: ExportRouteContext) {
  const routes = new Hono()
  addRoute(routes, contextFor, declared.exportCompany, async (c, context) => {
    await consumeRateLimit(context, 'export')
    const exportStart = await runQuery(context, startExport)
    const { companyName, timeZone } = exportStart.company
    const origin = baseUrl ?? new URL(c.req.url).origin
    const text = streamExport(context, exportStart, path => new URL(path, origin).href)
    const name = exportFileName(companyName, dayOf(context.execution.now, timeZone), '.json')
    c.header('Content-Type', 'application/json; charset=utf-8')
    c.header('Content-Disposition', `attachment; filename="${name}"`)
    return c.body(toStream(text, context.logError))
  })
  addRoute(routes, contextFor, declared.downloadCompanyExport, async (c, context, { exportId }) => {
    const { execution, keyedHash, sessionId } = context
    await consumeRateLimit(context, 'export')
    const { found, company } = await runQuery(context, async work => ({
      found: await findExport(work, exportId),
      company: await getCompany(work),
    }))
    if (found === undefined) throw notFound('There is no such export.')
    const { companyId, fileId, requestedAt } = found
    const subject = { companyId, exportId, sessionId }
    if (!isDownloadToken(keyedHash, subject, c.req.query('token') ?? '', execution.now))
      throw forbidden('Enter your password on the Downloads page to download this export.')
    if (fileId === null || exportStateAt(found, execution.now) !== 'ready')
      throw new Refusal([{ code: 'export.unavailable' }])
    const archive = await fileJournal.readStream(archiveKeyOf(archiveLocation(companyId, fileId)))
    if (archive === null) throw new Refusal([{ code: 'export.unavailable' }])
    const name = exportFileName(company.companyName, dayOf(requestedAt, company.timeZone), '.tar.gz')
    // Each query confirms the session again.
    const assertAllowed = async () => {
      const current = await runQuery(context, work => findExport(work, exportId))
      if (current?.fileId !== fileId) throw new Refusal([{ code: 'export.unavailable' }])
    }
    const content = Readable.from(whileAllowed(archive.content, assertAllowed), { objectMode: false })
    content.on('error', context.logError)
    return c.body(Readable.toWeb(content) as ReadableStream, 200, {
      'Content-Type': 'application/gzip',
      'Content-Length': String(archive.bytes),
      'Content-Disposition': `attachment; filename="${name}"`,
    })
  })
  return routes
}

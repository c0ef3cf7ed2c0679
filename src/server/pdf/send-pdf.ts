import type { Context } from 'hono'
import { PAGE_SIZES, type PageSize } from '#domain/billing/settings.ts'
import type { FileJournal } from '#server/files/file-journal.ts'
import { invalid } from '#server/lib/api-errors.ts'
import type { Requester } from '#server/lib/limiter.ts'
import { type PdfRequest, pdfName, renderPdf } from './render-pdf.ts'

/** The page size that is asked for; null for the company's. Throws INVALID for one that does not exist. */
export function pageSizeIn(c: Context): PageSize | null {
  const asked = c.req.query('pageSize')
  if (asked === undefined) return null
  const pageSize = PAGE_SIZES.find(each => each === asked)
  if (pageSize === undefined) throw invalid({ pageSize: 'Enter letter or a4.' })
  return pageSize
}

/** Answers with the PDF, shown in the browser; with 408 to a client that has disconnected. */
export async function sendPdf(
  c: Context,
  request: PdfRequest,
  readFile: FileJournal['read'],
  requester: Requester,
) {
  const bytes = await renderPdf(request, readFile, requester).catch(error => {
    if (requester.signal.aborted) return null
    throw error
  })
  if (bytes === null) return c.body(null, 408)
  return c.body(bytes, 200, {
    'Content-Type': 'application/pdf',
    'Content-Length': String(bytes.byteLength),
    'Content-Disposition': contentDisposition(pdfName(request)),
  })
}

/** A header holds few characters; what else a company puts before its numbers is encoded. */
function contentDisposition(name: string): string {
  const plain = name.replace(/[^\w .-]/g, '_')
  const encoded = plain === name ? '' : `; filename*=UTF-8''${encodeURIComponent(name)}.pdf`
  return `inline; filename="${plain}.pdf"${encoded}`
}

// Renders short PDFs one at a time, and long ones one at a time: they use much CPU, and their photos are in memory.
// Several requests by one client wait for each other, and others go in between.

import { setImmediate as yieldToOtherWork } from 'node:timers/promises'
import { type PrintedDocument, printedName } from '#domain/billing/printed-document.ts'
import type { PageSize } from '#domain/billing/settings.ts'
import { documentName, type TicketDocument } from '#domain/documents/ticket-document.ts'
import { MAX_PIXELS } from '#domain/photos/photo.ts'
import type { FileJournal } from '#server/files/file-journal.ts'
import { type FileLocation, fileKeyOf } from '#server/files/file-keys.ts'
import { loadSharp } from '#server/files/load-sharp.ts'
import { createKeyedLimiter, type Requester } from '#server/lib/limiter.ts'
import { toBillingPdfDefinition } from './billing-document-pdf.ts'
import { MISSING_GLYPH, replaceMissingGlyphs } from './font-coverage.ts'
import { type DocumentLength, loadFontCoverage, renderDefinition } from './pdf-worker.ts'
import { LABELS_NAME, type StockLabel, toStockLabelsDefinition } from './stock-labels-pdf.ts'
import { toPdfDefinition } from './ticket-document-pdf.ts'

/**
 * The value with every text mapped; yields to other work between texts. A long document has a million characters, each of
 * which is checked.
 */
export async function mapText<T>(value: T, change: (text: string) => string): Promise<T> {
  if (typeof value === 'string') {
    await yieldToOtherWork()
    return change(value) as T
  }
  if (typeof value !== 'object' || value === null) return value
  const changed: [string, unknown][] = []
  for (const [name, each] of Object.entries(value)) changed.push([name, await mapText(each, change)])
  return (Array.isArray(value) ? changed.map(([, each]) => each) : Object.fromEntries(changed)) as T
}

/** The width and height of an image in pixels: half the width of a Letter page at 270 dpi. */
const MAX_SIDE = 960
const QUALITY = 80
const TIMEOUT_SECONDS = 20

/** The image as a JPEG data URL on white: PDFs do not support WebP, and need only print resolution. */
async function toPrintImage(webp: Uint8Array): Promise<string> {
  const sharp = await loadSharp()
  const jpeg = await sharp(webp, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: QUALITY })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .toBuffer()
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}

const LIMITERS = { short: createKeyedLimiter(1), long: createKeyedLimiter(1) }

/** In characters of JSON: about a hundred parts, or a dozen job lines with all there is to say of each. */
const MAX_SHORT_LENGTH = 20_000

/** Which queue a document waits in. */
const lengthOf = (request: PdfRequest): DocumentLength =>
  JSON.stringify(request).length <= MAX_SHORT_LENGTH ? 'short' : 'long'

const withMissingGlyphNote = <Document extends { readonly notes: readonly string[] }>(
  document: Document,
): Document =>
  JSON.stringify(document).includes(MISSING_GLYPH)
    ? {
        ...document,
        notes: [...document.notes, `Characters this file can’t show appear as ${MISSING_GLYPH}.`],
      }
    : document

export type TicketPdfRequest = {
  readonly document: TicketDocument
  /** The company's image. */
  readonly logo: FileLocation | null
  /** With captions. */
  readonly photos: readonly { readonly location: FileLocation; readonly caption: string }[]
  /** Letter if it is absent, as in emails that were queued by an earlier version. */
  readonly pageSize?: PageSize
}

/** Of an invoice, receipt or credit note. */
export type BillingPdfRequest = {
  readonly billing: PrintedDocument
  readonly logo: FileLocation | null
  readonly pageSize: PageSize
}

/** Of stock items. */
type LabelsPdfRequest = {
  readonly labels: readonly StockLabel[]
  readonly companyName: string
  readonly logo: null
  readonly pageSize: PageSize
}

export type PdfRequest = TicketPdfRequest | BillingPdfRequest | LabelsPdfRequest

/** The file name without extension. */
export function pdfName(request: PdfRequest): string {
  if ('labels' in request) return LABELS_NAME
  return 'billing' in request ? printedName(request.billing) : documentName(request.document)
}

/** The PDF's bytes. */
export const renderPdf = (
  request: PdfRequest,
  readFile: FileJournal['read'],
  { key, signal }: Requester,
): Promise<Uint8Array<ArrayBuffer>> => {
  const length = lengthOf(request)
  return LIMITERS[length](
    key,
    async () => {
      const hasGlyph = await loadFontCoverage()
      const toDrawable = (text: string) => replaceMissingGlyphs(text, hasGlyph)
      const imageAt = async (location: FileLocation): Promise<string | null> => {
        const bytes = await readFile(fileKeyOf(location, 'large'))
        return bytes === null ? null : toPrintImage(bytes)
      }
      const logo = request.logo === null ? null : await imageAt(request.logo)
      if ('labels' in request) {
        const { companyName, pageSize } = request
        // The code is not drawn as text.
        const labels = await Promise.all(
          request.labels.map(async ({ code, ...label }) => ({ ...(await mapText(label, toDrawable)), code })),
        )
        return renderDefinition(toStockLabelsDefinition(toDrawable(companyName), labels, pageSize), length)
      }
      if ('billing' in request) {
        const { link, ...document } = request.billing
        // The address in the code is not drawn as text.
        const printable = withMissingGlyphNote(await mapText(document, toDrawable))
        return renderDefinition(
          toBillingPdfDefinition({ ...printable, link }, logo, request.pageSize),
          length,
        )
      }
      const captionedImages: { caption: string; image: string | null }[] = []
      for (const { location, caption } of request.photos)
        captionedImages.push({ caption: toDrawable(caption), image: await imageAt(location) })
      const { terms = null, ...document } = request.document
      const printable = withMissingGlyphNote({
        ...(await mapText(document, toDrawable)),
        terms: terms && { ...(await mapText(terms, toDrawable)), link: terms.link },
      })
      const { pageSize = 'letter' } = request
      return renderDefinition(toPdfDefinition(printable, logo, captionedImages, pageSize), length)
    },
    signal,
  )
}

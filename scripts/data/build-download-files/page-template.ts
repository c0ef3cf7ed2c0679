// Shared by the sample files: one Letter page, the logo, the product's colors, and standard PDF fonts, so that none
// is embedded.

import type { Column, Content, TDocumentDefinitions } from 'pdfmake/interfaces.js'

export const PINE = '#1f4d3a'
export const INK = '#26221b'
export const SOFT = '#5b5345'
export const LINE = '#b9ae98'
export const BACKGROUND = '#f8f3e9'

/** Points; the page is Letter, 612 × 792. */
const MARGIN = 40
export const INNER_WIDTH = 612 - 2 * MARGIN

/** A fixed date, so that the file is always the same. */
const MADE_AT = new Date('2025-11-20T19:00:00Z')

type PageContent = {
  readonly title: string
  readonly subject: string
  /** The logo as SVG. */
  readonly mark: string
  /** To the right of the title. */
  readonly beside?: Column
  readonly footer: string
  readonly content: Content[]
}

/** One page with its title at the top and a line at the bottom. */
export const pageDefinition = ({
  title,
  subject,
  mark,
  beside,
  footer,
  content,
}: PageContent): TDocumentDefinitions => ({
  info: {
    title,
    subject,
    author: 'Rigwright',
    creator: 'Rigwright',
    creationDate: MADE_AT,
    modDate: MADE_AT,
  },
  language: 'en-US',
  pageSize: 'LETTER',
  pageMargins: [MARGIN, 34, MARGIN, 46],
  defaultStyle: { font: 'Helvetica', fontSize: 10, color: INK, lineHeight: 1.15 },
  footer: { text: footer, color: SOFT, fontSize: 8, margin: [MARGIN, 12, MARGIN, 0] },
  content: [
    {
      columns: [
        { svg: mark, width: 34 },
        { text: title, fontSize: 23, bold: true, color: PINE, margin: [10, 5, 0, 0], width: '*' },
        ...(beside === undefined ? [] : [beside]),
      ],
    },
    {
      canvas: [{ type: 'line', x1: 0, y1: 0, x2: INNER_WIDTH, y2: 0, lineWidth: 1.5, lineColor: PINE }],
      margin: [0, 7, 0, 0],
    },
    ...content,
  ],
})

/** A heading with space above it. */
export const heading = (text: string, above = 12): Content => ({
  text,
  bold: true,
  fontSize: 11.5,
  color: PINE,
  margin: [0, above, 0, 4],
})

/** All text of the page, in order. */
export function wordsOf(content: unknown): string {
  if (typeof content === 'string' || typeof content === 'number') return String(content)
  if (Array.isArray(content)) return content.map(wordsOf).filter(Boolean).join(' ')
  if (typeof content !== 'object' || content === null) return ''
  const { text, columns, stack, table } = content as Record<string, unknown>
  const body = (table as { body?: unknown } | undefined)?.body
  return [text, columns, stack, body].map(wordsOf).filter(Boolean).join(' ')
}

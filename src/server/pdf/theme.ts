// The style of documents, in the product's colors, and the parts that several of them have.

import type { Column, Content, ContentText, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import type { PageSize } from '#domain/billing/settings.ts'
import type { ScannedLink } from '#domain/documents/ticket-document.ts'
import { type PrintedSignature, SIGNATURE_BOX } from '#domain/signatures/signature.ts'

export const PINE = '#1f4d3a'
const INK = '#26221b'
export const MUTED = '#5b5345'
export const RULE = '#b9ae98'
const TINT = '#f3eee3'

/** Points, as all sizes here. */
const MARGIN = 44
const PAGE_WIDTHS: Readonly<Record<PageSize, number>> = { letter: 612, a4: 595.28 }

/** The width between the margins. */
export const innerWidth = (pageSize: PageSize): number => PAGE_WIDTHS[pageSize] - 2 * MARGIN

/** A definition without functions, which cannot be sent to a thread: header and footer are included as data. */
export type PdfDefinition = Omit<TDocumentDefinitions, 'header' | 'footer' | 'pageBreakBefore'> & {
  /** At the top of every page but the first. */
  readonly runningHeader: ContentText
  /** The position of `Page 1 of 2`. */
  readonly pageNumber: ContentText
}

type Printed = {
  readonly companyName: string
  /** Of the document, with its number. */
  readonly name: string
  readonly pageSize: PageSize
  readonly content: Content[]
}

/** A document's pages; each after the first says above whose document it is. */
export const pdfDefinition = ({ companyName, name, pageSize, content }: Printed): PdfDefinition => ({
  info: {
    title: `${name}, ${companyName}`,
    author: companyName,
    creator: 'Rigwright',
    producer: 'Rigwright',
  },
  language: 'en-US',
  pageSize: pageSize === 'a4' ? 'A4' : 'LETTER',
  pageMargins: [MARGIN, MARGIN + 6, MARGIN, MARGIN + 6],
  defaultStyle: { font: 'Roboto', fontSize: 9.5, color: INK, lineHeight: 1.15 },
  runningHeader: {
    text: `${companyName} · ${name}`,
    color: MUTED,
    fontSize: 8,
    margin: [MARGIN, 24, MARGIN, 0],
  },
  pageNumber: { text: '', alignment: 'right', color: MUTED, fontSize: 8, margin: [MARGIN, 18, MARGIN, 0] },
  content,
})

/** A heading never ends a page. */
export const heading = (text: string, above = 14): ContentText => ({
  text,
  bold: true,
  fontSize: 11.5,
  color: PINE,
  headlineLevel: 1,
  margin: [0, above, 0, 4],
})

export const rule = (width: number, above: number, lineWidth: number, lineColor: string): Content => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth, lineColor }],
  margin: [0, above, 0, 0],
})

/** Large enough for a phone to read a long address in print. */
const QR_SIZE = 120

/** The code of a page, with what it is for beside it; nothing without a page. */
const scannedCode = (link: ScannedLink | null): Content[] =>
  link === null
    ? []
    : [
        {
          columns: [
            { qr: link.url, fit: QR_SIZE, eccLevel: 'M', width: 'auto' } as Column,
            { text: link.caption, color: MUTED, fontSize: 8.5, width: 70, margin: [0, 4, 0, 0] },
          ],
          columnGap: 10,
        },
      ]

const signatureLine = (label: string, width: number): Column => ({
  stack: [rule(width, 44, 0.75, INK), { text: label, fontSize: 8, color: MUTED, margin: [0, 3, 0, 0] }],
  width,
})

/** A place to sign; nothing without a label. */
const placeToSign = (label: string | null): Content[] =>
  label === null ? [] : [{ columns: [signatureLine(label, 124), signatureLine('Date', 60)], columnGap: 12 }]

/** What was signed, each with its strokes or the typed name; kept on one page each. */
export const signed = (signatures: readonly PrintedSignature[]): Content[] =>
  signatures.map(({ label, jobLines, name, signed: when, path }, index): Content => {
    const { width, height } = SIGNATURE_BOX
    return {
      stack: [
        ...(index === 0 ? [heading('Signed')] : []),
        { text: [label, jobLines].filter(text => text !== '').join(': ') },
        path === null
          ? { text: name, fontSize: 18, margin: [0, 6, 0, 2] }
          : {
              svg: `<svg viewBox="0 0 ${width} ${height}"><path d="${path}" fill="none" stroke="${INK}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
              width: 150,
            },
        { text: `${name}, ${when}`, fontSize: 8.5, color: MUTED, margin: [0, 2, 0, 8] },
      ],
      unbreakable: true,
    }
  })

type Sums = {
  /** On the left of the sums. */
  readonly notes: readonly Content[]
  readonly widths: readonly [number, number]
  readonly rows: readonly { readonly label: string; readonly value: string; readonly isStrong: boolean }[]
  readonly strongSize: number
  readonly above: number
  readonly link: ScannedLink | null
  /** The label of a place to sign; null for none. */
  readonly signature: string | null
}

/** More of them may go on to the next page: kept together, they would leave much of one empty. */
const MAX_UNBROKEN_ROWS = 8

/** What a document comes to, with notes beside it; below it the code and a place to sign, which may be on the next page. */
export function sumsAndSignature(sums: Sums): Content[] {
  const { notes, widths, rows, strongSize, above, link, signature } = sums
  const table: Column = {
    table: {
      dontBreakRows: true,
      widths: [...widths],
      body: rows.map(({ label, value, isStrong }) => {
        const style = isStrong ? { bold: true, fontSize: strongSize, fillColor: TINT } : {}
        return [
          { text: label, ...style },
          { text: value, alignment: 'right', ...style },
        ]
      }),
    },
    layout: 'ruled',
    width: 'auto',
  }
  return [
    {
      columns: [{ stack: [...notes], width: '*', margin: [0, 6, 0, 0] }, table],
      columnGap: 20,
      unbreakable: rows.length <= MAX_UNBROKEN_ROWS,
      margin: [0, above, 0, 0],
    },
    ...(link === null && signature === null
      ? []
      : [
          {
            columns: [
              { stack: scannedCode(link), width: '*' },
              { stack: placeToSign(signature), width: 'auto' },
            ],
            columnGap: 20,
            unbreakable: true,
            margin: [0, 10, 0, 0] as [number, number, number, number],
          } satisfies Content,
        ]),
  ]
}

/** The text at the foot of a document; nothing without one. */
export const foot = (text: string, width: number): Content[] =>
  text === ''
    ? []
    : [
        {
          stack: [rule(width, 18, 0.5, RULE), { text, color: MUTED, fontSize: 8.5, margin: [0, 6, 0, 0] }],
          unbreakable: true,
        },
      ]

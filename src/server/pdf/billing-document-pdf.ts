// An invoice, receipt or credit note as a pdfmake definition. A job line's heading never ends a page, and totals stay
// together unless they are longer than a page.

import type { Column, Content, TableCell } from 'pdfmake/interfaces.js'
import { type PrintedDocument, printedName } from '#domain/billing/printed-document.ts'
import { letterhead } from './letterhead.ts'
import type { PdfDefinition } from './pdf-worker.ts'
import { heading, INK, MARGIN, MUTED, PINE, RULE, TINT } from './theme.ts'

export const PAGE_SIZES = ['letter', 'a4'] as const
export type PageSize = (typeof PAGE_SIZES)[number]

/** The width of a page in points. */
const PAGE_WIDTHS: Readonly<Record<PageSize, number>> = { letter: 612, a4: 595.28 }

/** Large enough for a phone to read a long address in print. */
const QR_SIZE = 120
/** Totals that fit on a page. */
const MAX_TOTALS = 30

const rule = (width: number, above: number, lineWidth: number, lineColor: string): Content => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth, lineColor }],
  margin: [0, above, 0, 0],
})

const payerAndRig = ({ payerTitle, payer, rig }: PrintedDocument): Content => ({
  columns: [
    { stack: [heading(payerTitle, 10), ...payer.map(text => ({ text }))], width: '*' },
    { stack: [heading('RV', 10), ...rig.map(text => ({ text }))], width: '*' },
  ],
  columnGap: 24,
})

const right = (text: string): TableCell => ({ text, alignment: 'right' })

type Line = PrintedDocument['lines'][number]

/** Points. */
const WIDTHS = { quantity: 60, unitPrice: 72, amount: 76 }

/** Above the first line; its columns are those of all lines. */
const columnHeads = (isCounted: boolean): Content => ({
  columns: [
    { text: 'Description', width: '*' },
    ...(isCounted
      ? [
          { text: 'Quantity', alignment: 'right' as const, width: WIDTHS.quantity + 8 },
          { text: 'Unit price', alignment: 'right' as const, width: WIDTHS.unitPrice + 8 },
        ]
      : []),
    { text: 'Amount', alignment: 'right', width: WIDTHS.amount + 8 },
  ],
  fontSize: 8,
  color: MUTED,
  margin: [4, 16, 4, 0],
})

const linesTable = (lines: readonly Line[], isCounted: boolean): Content[] =>
  lines.length === 0
    ? []
    : [
        {
          table: {
            dontBreakRows: true,
            widths: isCounted
              ? ['*', WIDTHS.quantity, WIDTHS.unitPrice, WIDTHS.amount]
              : ['*', WIDTHS.amount],
            body: lines.map(({ description, quantity, unitPrice, amount }): TableCell[] =>
              isCounted
                ? [description, right(quantity), right(unitPrice), right(amount)]
                : [description, right(amount)],
            ),
          },
          layout: 'ruled',
        },
      ]

function jobSection({ jobNumber, complaint, findings, lines }: PrintedDocument['jobs'][number]): Content[] {
  return [
    {
      text: `${jobNumber}. ${complaint}`,
      bold: true,
      fontSize: 10.5,
      headlineLevel: 1,
      margin: [0, 8, 0, 2],
    },
    ...findings.map(
      ({ label, value }): Content => ({
        text: [{ text: `${label}: `, color: MUTED }, { text: value }],
        margin: [14, 1, 40, 1],
      }),
    ),
    ...linesTable(lines, true),
  ]
}

const signatureLine = (label: string, width: number): Column => ({
  stack: [rule(width, 44, 0.75, INK), { text: label, fontSize: 8, color: MUTED, margin: [0, 3, 0, 0] }],
  width,
})

/** The code, notes and a place to sign on the left, what it comes to on the right. */
function totalsTable({ totals, notes, link, signature }: PrintedDocument): Content {
  const qr: Content[] =
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
  return {
    columns: [
      {
        stack: [
          ...qr,
          ...notes.map((text): Content => ({ text, color: MUTED, margin: [0, 6, 0, 0] })),
          ...(signature === null
            ? []
            : [{ columns: [signatureLine(signature, 124), signatureLine('Date', 60)], columnGap: 12 }]),
        ],
        width: '*',
        margin: [0, 6, 0, 0],
      },
      {
        table: {
          widths: [184, 80],
          body: totals.map(({ label, value, isStrong }): TableCell[] => {
            const style = isStrong ? { bold: true, fontSize: 11.5, fillColor: TINT } : {}
            return [
              { text: label, ...style },
              { text: value, alignment: 'right', ...style },
            ]
          }),
        },
        layout: 'ruled',
        width: 'auto',
      },
    ],
    columnGap: 20,
    unbreakable: totals.length <= MAX_TOTALS,
    margin: [0, 16, 0, 0],
  }
}

const foot = (text: string, width: number): Content => ({
  stack: [rule(width, 18, 0.5, RULE), { text, color: MUTED, fontSize: 8.5, margin: [0, 6, 0, 0] }],
  unbreakable: true,
})

/** The PDF definition. `logo`: the company's image. */
export function toBillingPdfDefinition(
  document: PrintedDocument,
  logo: string | null,
  pageSize: PageSize,
): PdfDefinition {
  const { company, jobs, lines, footText } = document
  const [companyName = ''] = company
  const name = printedName(document)
  const isCounted = jobs.length > 0 || lines.some(({ quantity }) => quantity !== '')
  const width = PAGE_WIDTHS[pageSize] - 2 * MARGIN
  return {
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
    content: [
      letterhead(document, logo),
      rule(width, 10, 1.25, PINE),
      payerAndRig(document),
      ...(jobs.length + lines.length === 0 ? [] : [columnHeads(isCounted)]),
      ...jobs.flatMap(jobSection),
      ...(lines.length > 0 && jobs.length > 0 ? [heading('Other charges', 10)] : []),
      ...linesTable(lines, isCounted),
      totalsTable(document),
      ...(footText === '' ? [] : [foot(footText, width)]),
    ],
  }
}

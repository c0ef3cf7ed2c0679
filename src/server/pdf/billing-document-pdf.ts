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

const QR_SIZE = 76
const SIGNATURE_WIDTH = 220
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

const LINE_HEADS = ['Description', 'Quantity', 'Unit price', 'Amount']

function linesTable(lines: readonly Line[]): Content[] {
  if (lines.length === 0) return []
  const isCounted = lines.some(({ quantity }) => quantity !== '')
  const heads = isCounted ? LINE_HEADS : ['Description', 'Amount']
  return [
    {
      table: {
        headerRows: 1,
        keepWithHeaderRows: 1,
        dontBreakRows: true,
        widths: isCounted ? ['*', 60, 72, 76] : ['*', 76],
        body: [
          heads.map(
            (text, index): TableCell => ({
              text,
              fontSize: 8,
              color: MUTED,
              ...(index > 0 ? { alignment: 'right' as const } : {}),
            }),
          ),
          ...lines.map(({ description, quantity, unitPrice, amount }): TableCell[] =>
            isCounted
              ? [description, right(quantity), right(unitPrice), right(amount)]
              : [description, right(amount)],
          ),
        ],
      },
      layout: 'ruled',
    },
  ]
}

function jobSection({ jobNumber, complaint, findings, lines }: PrintedDocument['jobs'][number]): Content[] {
  return [
    {
      text: `${jobNumber}. ${complaint}`,
      bold: true,
      fontSize: 10.5,
      headlineLevel: 1,
      margin: [0, 12, 0, 2],
    },
    ...findings.map(
      ({ label, value }): Content => ({
        text: [{ text: `${label}: `, color: MUTED }, { text: value }],
        margin: [14, 1, 40, 1],
      }),
    ),
    ...linesTable(lines),
  ]
}

function totalsTable({ totals, notes, link }: PrintedDocument): Content {
  const qr: Content[] =
    link === null
      ? []
      : [
          {
            columns: [
              { qr: link.url, fit: QR_SIZE, eccLevel: 'M', width: QR_SIZE + 6 } as Column,
              { text: link.caption, color: MUTED, fontSize: 8.5, width: 90, margin: [0, 6, 0, 0] },
            ],
            columnGap: 4,
          },
        ]
  return {
    columns: [
      {
        stack: [...qr, ...notes.map((text): Content => ({ text, color: MUTED, margin: [0, 6, 0, 0] }))],
        width: '*',
        margin: [0, 6, 0, 0],
      },
      {
        table: {
          widths: [200, 82],
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

const signature = (label: string): Content => ({
  columns: [
    {
      stack: [rule(SIGNATURE_WIDTH, 34, 0.75, INK), { text: label, fontSize: 8, color: MUTED }],
      width: SIGNATURE_WIDTH,
    },
    { stack: [rule(110, 34, 0.75, INK), { text: 'Date', fontSize: 8, color: MUTED }], width: 110 },
  ],
  columnGap: 24,
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
      ...jobs.flatMap(jobSection),
      ...(lines.length > 0 && jobs.length > 0 ? [heading('Other charges')] : []),
      ...(lines.length > 0 && jobs.length === 0 ? [heading('Lines')] : []),
      ...linesTable(lines),
      totalsTable(document),
      ...(document.signature === null ? [] : [signature(document.signature)]),
      ...(footText === ''
        ? []
        : [
            rule(width, 18, 0.5, RULE),
            { text: footText, color: MUTED, fontSize: 8.5, margin: [0, 6, 0, 0] } as Content,
          ]),
    ],
  }
}

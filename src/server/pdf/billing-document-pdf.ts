// An invoice, receipt, credit note or purchase order as a pdfmake definition. A job line's heading never ends a page.

import type { Content, TableCell } from 'pdfmake/interfaces.js'
import { type PrintedDocument, printedName } from '#domain/billing/printed-document.ts'
import type { PageSize } from '#domain/billing/settings.ts'
import { letterhead } from './letterhead.ts'
import {
  foot,
  heading,
  innerWidth,
  MUTED,
  type PdfDefinition,
  PINE,
  pdfDefinition,
  rule,
  signed,
  sumsAndSignature,
} from './theme.ts'

const payerAndRig = ({ payerTitle, payer, rigTitle = 'RV', rig }: PrintedDocument): Content => ({
  columns: [
    { stack: [heading(payerTitle, 10), ...payer.map(text => ({ text }))], width: '*' },
    { stack: [heading(rigTitle, 10), ...rig.map(text => ({ text }))], width: '*' },
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

const sums = ({ totals, notes, link, signature }: PrintedDocument): Content[] =>
  sumsAndSignature({
    notes: notes.map((text): Content => ({ text, color: MUTED, margin: [0, 0, 0, 6] })),
    widths: [184, 80],
    rows: totals,
    ...{ strongSize: 11.5, above: 16, link, signature },
  })

/** The PDF definition. `logo`: the company's image. */
export function toBillingPdfDefinition(
  document: PrintedDocument,
  logo: string | null,
  pageSize: PageSize,
): PdfDefinition {
  const { company, jobs, lines, footText } = document
  const [companyName = ''] = company
  const isCounted = jobs.length > 0 || lines.some(({ quantity }) => quantity !== '')
  const width = innerWidth(pageSize)
  return pdfDefinition({
    companyName,
    name: printedName(document),
    pageSize,
    content: [
      letterhead(document, logo),
      rule(width, 10, 1.25, PINE),
      payerAndRig(document),
      ...(jobs.length + lines.length === 0 ? [] : [columnHeads(isCounted)]),
      ...jobs.flatMap(jobSection),
      ...(lines.length > 0 && jobs.length > 0 ? [heading('Other charges', 10)] : []),
      ...linesTable(lines, isCounted),
      ...sums(document),
      ...signed(document.signatures ?? []),
      ...foot(footText, width),
    ],
  })
}

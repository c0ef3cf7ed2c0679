// The document as a pdfmake definition. A job line that fits on a page is never split, and the heading
// of a longer one never ends a page.

import type { Column, Content, TableCell } from 'pdfmake/interfaces.js'
import type { PageSize } from '#domain/billing/settings.ts'
import { type DocumentJob, documentName, type TicketDocument } from '#domain/documents/ticket-document.ts'
import { CONDITION_TITLE } from '#domain/walkarounds/walkaround.ts'
import { letterhead } from './letterhead.ts'
import {
  foot,
  heading,
  innerWidth,
  MUTED,
  type PdfDefinition,
  PINE,
  pdfDefinition,
  RULE,
  rule,
  signed,
  sumsAndSignature,
} from './theme.ts'

/** `image` is null if the file is missing. */
type CaptionedImage = { readonly caption: string; readonly image: string | null }

const GAP = 20
const HEIGHT = 200

const captionedPhoto = ({ caption, image }: CaptionedImage, width: number): Column => ({
  stack: [
    image === null ? { text: 'This photo cannot be shown.', color: MUTED } : { image, fit: [width, HEIGHT] },
    { text: caption, fontSize: 8.5, color: MUTED, margin: [0, 4, 0, 0] },
  ],
  width,
})

/** `width`: of the page, between its margins. */
function photoRows(images: readonly CaptionedImage[], width: number): Content[] {
  const rows = images.flatMap((_, index) => (index % 2 === 0 ? [images.slice(index, index + 2)] : []))
  const [first, ...others] = rows.map(
    (row): Content => ({
      columns: row.map(photo => captionedPhoto(photo, (width - GAP) / 2)),
      columnGap: GAP,
      unbreakable: true,
      margin: [0, 0, 0, 12],
    }),
  )
  return first === undefined ? [] : [{ stack: [heading('Photos'), first], unbreakable: true }, ...others]
}

const customerAndRig = ({ customer, rig }: TicketDocument): Content => ({
  columns: [
    { stack: [heading('Customer', 10), ...customer.map(text => ({ text }))], width: '*' },
    { stack: [heading('RV', 10), ...rig.map(text => ({ text }))], width: '*' },
  ],
  columnGap: 24,
})

/** Characters per line, allowing for wide ones, and lines that safely fit on a page. */
const CHARACTERS_PER_LINE = { problem: 45, finding: 60 }
const MAX_LINES = 34

const estimateLines = (text: string, charactersPerLine: number): number =>
  text.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / charactersPerLine)), 0)

const isShort = ({ problem, findings }: DocumentJob): boolean =>
  findings.reduce(
    (lines, { value }) => lines + estimateLines(value, CHARACTERS_PER_LINE.finding),
    estimateLines(problem, CHARACTERS_PER_LINE.problem),
  ) <= MAX_LINES

function jobLine(job: DocumentJob, width: number): Content {
  const { jobNumber, problem, findings, hours, balance, isEstimate } = job
  const head: Content = {
    columns: [
      { text: `${jobNumber}.`, bold: true, width: 22 },
      { text: problem, bold: true, width: '*' },
      { text: isEstimate ? `${hours}\nEstimate` : hours, alignment: 'right', width: 72 },
      { text: balance, alignment: 'right', width: 76 },
    ],
    columnGap: 8,
  }
  return {
    stack: [
      rule(width, 0, 0.75, RULE),
      { ...head, margin: [0, 5, 0, 0], headlineLevel: 1 },
      ...findings.map(
        ({ label, value }): Content => ({
          text: [{ text: `${label}: `, color: MUTED }, { text: value }],
          margin: [30, 3, 92, 0],
        }),
      ),
    ],
    unbreakable: isShort(job),
    margin: [0, 0, 0, 7],
  }
}

const columnHeads = ({ hoursLabel }: TicketDocument): Content => ({
  columns: [
    { text: '', width: 22 },
    { text: 'Problem', width: '*' },
    { text: hoursLabel, alignment: 'right', width: 72 },
    { text: 'Balance', alignment: 'right', width: 76 },
  ],
  columnGap: 8,
  fontSize: 8,
  color: MUTED,
  margin: [0, 0, 0, 3],
})

const amount = (text: string): TableCell => ({ text, alignment: 'right' })

const partsTable = ({ parts }: TicketDocument): Content => ({
  table: {
    headerRows: 1,
    keepWithHeaderRows: 1,
    dontBreakRows: true,
    widths: [52, '*', 84, 84],
    body: [
      ['Quantity', 'Description', 'Per Item Price', 'Amount'].map(
        (text, index): TableCell => ({
          text,
          fontSize: 8,
          color: MUTED,
          ...(index > 1 ? { alignment: 'right' as const } : {}),
        }),
      ),
      ...parts.map(({ quantity, description, perItemPrice, amount: total }): TableCell[] => [
        quantity,
        description,
        amount(perItemPrice),
        amount(total),
      ]),
    ],
  },
  layout: 'ruled',
})

const sums = ({ totals, notes, terms = null }: TicketDocument): Content[] =>
  sumsAndSignature({
    notes: [...notes, ...(terms?.notes ?? [])].map(
      (text): Content => ({ text, color: MUTED, margin: [0, 0, 0, 3] }),
    ),
    widths: terms === null ? [130, 100] : [170, 80],
    rows: [
      ...totals.map((total, index) => ({ ...total, isStrong: index === totals.length - 1 })),
      ...(terms?.totals ?? []),
    ],
    ...{ strongSize: 12, above: 14, link: terms?.link ?? null, signature: terms?.signature ?? null },
  })

const declinedLines = ({ declined }: TicketDocument): Content[] =>
  declined.length === 0
    ? []
    : [
        heading('Declined work (not charged)'),
        ...declined.map(
          ({ problem, parts }): Content => ({
            text: [problem, ...parts.map(part => `  ${part}`)].join('\n'),
            margin: [0, 0, 0, 4],
          }),
        ),
      ]

const condition = ({ condition: noted = [] }: TicketDocument): Content[] =>
  noted.length === 0
    ? []
    : [
        heading(CONDITION_TITLE),
        ...noted.map(
          ({ label, value }): Content => ({
            text: [{ text: `${label}: `, color: MUTED }, { text: value }],
            margin: [0, 0, 0, 3],
          }),
        ),
      ]

const addenda = ({ addenda: added = [] }: TicketDocument): Content[] =>
  added.flatMap(({ label, value }) => [
    heading(label),
    { text: value, margin: [0, 0, 0, 4] as [number, number, number, number] },
  ])

/** The PDF definition. `logo`: the company's image. */
export function toPdfDefinition(
  document: TicketDocument,
  logo: string | null,
  images: readonly CaptionedImage[],
  pageSize: PageSize,
): PdfDefinition {
  const [companyName = ''] = document.company
  const { terms = null } = document
  const width = innerWidth(pageSize)
  return pdfDefinition({
    companyName,
    name: documentName(document),
    pageSize,
    content: [
      letterhead({ ...document, about: [...document.about, ...(terms?.about ?? [])] }, logo),
      rule(width, 10, 1.25, PINE),
      customerAndRig(document),
      ...(document.jobs.length === 0
        ? []
        : [heading('Job Lines'), columnHeads(document), ...document.jobs.map(job => jobLine(job, width))]),
      ...(document.parts.length === 0 ? [] : [heading('Parts'), partsTable(document)]),
      ...sums(document),
      ...declinedLines(document),
      ...condition(document),
      ...signed(document.signatures ?? []),
      ...addenda(document),
      ...foot(terms?.footText ?? '', width),
      ...photoRows(images, width),
    ],
  })
}

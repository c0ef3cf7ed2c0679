// The paper as pdfmake takes it, on Letter. A job line stays with its words: one that fits a page is never parted,
// and the head of a longer one never ends a page.

import type { Column, Content, TableCell } from 'pdfmake/interfaces.js'
import { type Line, type Paper, type PaperJob, paperName } from '#domain/documents/document.ts'
import type { Sheet } from './pdf-worker.ts'
import { type Print, photoRows } from './photo-rows.ts'
import { heading, INK, INNER_WIDTH, LINE, MARGIN, PINE, SOFT, TINT } from './theme.ts'

const SIGN = 58

function letterhead({ company, title, about }: Paper, sign: string | null): Content {
  const [name = '', ...lines] = company
  const words: Column = {
    stack: [
      { text: name, fontSize: 16, bold: true, color: PINE },
      ...lines.map((text): Content => ({ text, color: SOFT, margin: [0, 2, 0, 0] })),
    ],
    width: '*',
  }
  return {
    columns: [
      ...(sign === null ? [] : [{ image: sign, fit: [SIGN, SIGN], width: SIGN } as Column]),
      words,
      {
        stack: [
          { text: title, fontSize: 20, bold: true, alignment: 'right', margin: [0, 0, 0, 4] },
          ...about.map((line): Content => ({ ...said(line), alignment: 'right', margin: [0, 1, 0, 0] })),
        ],
        width: 210,
      },
    ],
    columnGap: 12,
  }
}

const said = ({ label, value }: Line) => ({ text: [{ text: `${label}  `, color: SOFT }, { text: value }] })

const rule = (above: number): Content => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: INNER_WIDTH, y2: 0, lineWidth: 1.25, lineColor: PINE }],
  margin: [0, above, 0, 0],
})

const whoAndWhat = ({ customer, rig }: Paper): Content => ({
  columns: [
    { stack: [heading('Customer', 10), ...customer.map(text => ({ text }))], width: '*' },
    { stack: [heading('RV', 10), ...rig.map(text => ({ text }))], width: '*' },
  ],
  columnGap: 24,
})

/** How many letters a line holds, few enough for wide ones, and how many lines are well within a page. */
const LETTERS = { problem: 45, finding: 60 }
const LINES = 34

const linesOf = (text: string, letters: number): number =>
  text.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / letters)), 0)

const isShort = ({ problem, findings }: PaperJob): boolean =>
  findings.reduce(
    (lines, { value }) => lines + linesOf(value, LETTERS.finding),
    linesOf(problem, LETTERS.problem),
  ) <= LINES

function jobLine(job: PaperJob): Content {
  const { jobNumber, problem, findings, estimatedTime, balance, isEstimate } = job
  const head: Content = {
    columns: [
      { text: `${jobNumber}.`, bold: true, width: 22 },
      { text: problem, bold: true, width: '*' },
      { text: isEstimate ? `${estimatedTime}\nEstimate` : estimatedTime, alignment: 'right', width: 72 },
      { text: balance, alignment: 'right', width: 76 },
    ],
    columnGap: 8,
  }
  return {
    stack: [
      { canvas: [{ type: 'line', x1: 0, y1: 0, x2: INNER_WIDTH, y2: 0, lineWidth: 0.75, lineColor: LINE }] },
      { ...head, margin: [0, 5, 0, 0], headlineLevel: 1 },
      ...findings.map(
        ({ label, value }): Content => ({
          text: [{ text: `${label}: `, color: SOFT }, { text: value }],
          margin: [30, 3, 92, 0],
        }),
      ),
    ],
    unbreakable: isShort(job),
    margin: [0, 0, 0, 7],
  }
}

const columnHeads = (): Content => ({
  columns: [
    { text: '', width: 22 },
    { text: 'Problem', width: '*' },
    { text: 'Estimated Time', alignment: 'right', width: 72 },
    { text: 'Balance', alignment: 'right', width: 76 },
  ],
  columnGap: 8,
  fontSize: 8,
  color: SOFT,
  margin: [0, 0, 0, 3],
})

const amount = (text: string): TableCell => ({ text, alignment: 'right' })

const partsTable = ({ parts }: Paper): Content => ({
  table: {
    headerRows: 1,
    keepWithHeaderRows: 1,
    dontBreakRows: true,
    widths: [52, '*', 84, 84],
    body: [
      ['Quantity', 'Description', 'Per Item Price', 'Amount'].map(
        (text, index): TableCell => ({
          ...{ text, fontSize: 8, color: SOFT },
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

const totalsTable = ({ totals, notes }: Paper): Content => ({
  columns: [
    {
      stack: notes.map((text): Content => ({ text, color: SOFT, margin: [0, 0, 0, 3] })),
      width: '*',
      margin: [0, 6, 0, 0],
    },
    {
      table: {
        widths: [130, 100],
        body: totals.map(({ label, value }, index): TableCell[] => {
          const isLast = index === totals.length - 1
          const style = isLast ? { bold: true, fontSize: 12, fillColor: TINT } : {}
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
  columnGap: 24,
  unbreakable: true,
  margin: [0, 14, 0, 0],
})

const declinedLines = ({ declined }: Paper): Content[] =>
  declined.length === 0
    ? []
    : [
        heading('Declined by you, not charged'),
        ...declined.map(
          ({ problem, parts }): Content => ({
            text: [problem, ...parts.map(part => `  ${part}`)].join('\n'),
            margin: [0, 0, 0, 4],
          }),
        ),
      ]

/** The definition of the PDF. `sign`: the company's image. */
export function sheetOf(paper: Paper, sign: string | null, prints: readonly Print[]): Sheet {
  const [companyName = ''] = paper.company
  const name = paperName(paper)
  return {
    info: {
      title: `${name}, ${companyName}`,
      author: companyName,
      creator: 'Rigwright',
      producer: 'Rigwright',
    },
    language: 'en-US',
    pageSize: 'LETTER',
    pageMargins: [MARGIN, MARGIN + 6, MARGIN, MARGIN + 6],
    defaultStyle: { font: 'Roboto', fontSize: 9.5, color: INK, lineHeight: 1.15 },
    shortHead: {
      ...{ text: `${companyName} · ${name}`, color: SOFT, fontSize: 8 },
      margin: [MARGIN, 24, MARGIN, 0],
    },
    pageNumber: { text: '', alignment: 'right', color: SOFT, fontSize: 8, margin: [MARGIN, 18, MARGIN, 0] },
    content: [
      letterhead(paper, sign),
      rule(10),
      whoAndWhat(paper),
      ...(paper.jobs.length === 0 ? [] : [heading('Job Lines'), columnHeads(), ...paper.jobs.map(jobLine)]),
      ...(paper.parts.length === 0 ? [] : [heading('Parts'), partsTable(paper)]),
      totalsTable(paper),
      ...declinedLines(paper),
      ...photoRows(prints),
    ],
  }
}

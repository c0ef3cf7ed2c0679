// The intake sheet for the counter: the fields of Create Ticket, in its order and with its labels, for filling in by
// hand.

import type { Column, Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { AXLE_AMOUNTS } from '#domain/rigs/rig.ts'
import { BACKGROUND, heading, INK, INNER_WIDTH, LINE, pageDefinition, SOFT } from './page-template.ts'

const VIN_LENGTH = 17
const JOB_LINES = 5
const BOX = 9

const label = (text: string): TableCell => ({ text, fontSize: 7.5, color: SOFT })

const lines = {
  hLineWidth: () => 0.75,
  vLineWidth: () => 0.75,
  hLineColor: () => LINE,
  vLineColor: () => LINE,
  paddingLeft: () => 5,
  paddingRight: () => 5,
  paddingTop: () => 3,
  paddingBottom: () => 2,
}

/** A row of boxes, each with its label in the corner. */
const fields = (names: readonly string[], widths: readonly (number | '*')[], height = 31): Content => ({
  table: { widths: [...widths], heights: height, body: [names.map(label)] },
  layout: lines,
  // Rows share their border lines.
  margin: [0, 0, 0, -0.75],
})

const tick = (name: string): Column => ({
  columns: [
    {
      canvas: [{ type: 'rect', x: 0, y: 0.5, w: BOX, h: BOX, lineWidth: 0.9, lineColor: INK }],
      width: BOX + 4,
    },
    { text: name, width: 'auto', fontSize: 9.5 },
  ],
  columnGap: 0,
  width: 'auto',
})

const vinBoxes = (): Content => {
  const width = (INNER_WIDTH - (VIN_LENGTH + 1) * 0.75) / VIN_LENGTH
  return {
    table: {
      widths: Array.from({ length: VIN_LENGTH }, () => width),
      heights: 24,
      body: [Array.from({ length: VIN_LENGTH }, () => ({ text: '' }))],
    },
    layout: { ...lines, paddingLeft: () => 0, paddingRight: () => 0 },
    margin: [0, 1, 0, 6],
  }
}

const axleAmounts = (): Content => ({
  table: {
    widths: ['*'],
    heights: 31,
    body: [
      [
        {
          stack: [
            label('Axle Amount') as Content,
            { columns: AXLE_AMOUNTS.map(tick), columnGap: 26, margin: [0, 4, 0, 0] },
          ],
        },
      ],
    ],
  },
  layout: lines,
})

const jobLines = (): Content => ({
  table: {
    headerRows: 1,
    widths: [14, '*', 74, 50],
    heights: row => (row === 0 ? 12 : 41),
    body: [
      ['', 'Problem', 'Estimated Time', 'Estimate'].map(text => ({
        text,
        bold: true,
        fontSize: 8.5,
        fillColor: BACKGROUND,
      })),
      ...Array.from({ length: JOB_LINES }, (_, index): TableCell[] => [
        { text: String(index + 1), bold: true, color: SOFT, margin: [0, 2, 0, 0] },
        '',
        { text: 'hours', alignment: 'right', fontSize: 7.5, color: SOFT, margin: [0, 29, 0, 0] },
        { stack: [tick('Yes'), { text: '', margin: [0, 3, 0, 0] }, tick('No')], margin: [0, 4, 0, 0] },
      ]),
    ],
  },
  layout: lines,
})

const dropOff = (): Column => ({
  table: { widths: [78, 58, 70], heights: 25, body: [['Drop-off Date', 'Key Tag', 'Odometer'].map(label)] },
  layout: lines,
  width: 'auto',
})

/** The blank intake sheet as a pdfmake definition. */
export const intakeSheet = (mark: string): TDocumentDefinitions =>
  pageDefinition({
    title: 'RV Intake Sheet',
    subject: 'A blank sheet for taking an RV in',
    mark,
    beside: dropOff(),
    footer: 'Rigwright. The sheet follows the Create Ticket page, so typing it in goes from top to bottom.',
    content: [
      heading('Customer'),
      fields(['First Name', 'Last Name'], ['*', '*']),
      fields(['Email', 'Phone'], ['*', 180]),
      fields(['Address'], ['*']),
      heading('RV'),
      { text: 'VIN: 17 letters and digits, never I, O or Q', fontSize: 7.5, color: SOFT },
      vinBoxes(),
      fields(['Make', 'Model', 'Year'], ['*', '*', 80]),
      axleAmounts(),
      heading('Problems'),
      jobLines(),
      heading('Signature'),
      fields(["Customer's Signature", 'Date', 'Taken In By'], ['*', 90, 130], 34),
    ],
  })

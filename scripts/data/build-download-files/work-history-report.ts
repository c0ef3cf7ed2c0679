// A work history as the public page shows it: the visits of June Park's trailer, computed by the product's own rules,
// without June.

import type { Column, Content, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { fromDollars } from '#domain/lib/money.ts'
import { assign, complete, create, finalize } from '#domain/tickets/ticket.ts'
import { formatPublicEntry } from '#domain/work-history/format-public-entry.ts'
import { toHistoryEntry } from '#domain/work-history/history-entry.ts'
import { bluebonnet, june, rosa, sam } from '#server/seed/demo-accounts.ts'
import { juneHistory } from '#server/seed/demo-jobs.ts'
import { BACKGROUND, heading, INNER_WIDTH, LINE, PINE, pageDefinition, SOFT } from './page-template.ts'

const NOW = new Date('2025-11-20T19:00:00Z')
const DAY_MS = 24 * 60 * 60 * 1000
const TECHNICIANS = [rosa, sam]
const SUNSET = '#f0812f'

type Visit = (typeof juneHistory)[number]

function entryOfVisit(visit: Visit, index: number) {
  const { timeZone, laborRate, owner } = bluebonnet
  const at = new Date(NOW.getTime() - visit.daysAgo * DAY_MS)
  const dana = { id: 'dana', name: owner }
  const { firstName, lastName } = TECHNICIANS[index % TECHNICIANS.length] ?? rosa
  const fresh = {
    ticketId: 100_000 + index,
    customerDetails: { ...june.customerDetails, coordinates: null, profileImageUrl: null },
    customerRV: { ...june.customerRV, rvImage: null },
    jobs: visit.jobs.map(({ problem, estimatedTime }) => ({ problem, estimatedTime, estimate: false })),
  }
  const parts = visit.parts.map(({ quantity, description, perPartAmount }, position) => ({
    partId: String(position),
    quantity,
    description,
    jobNumber: null,
    perPartAmount: fromDollars(perPartAmount),
  }))
  const worked = { ...create(fresh, dana, at), parts }
  const assigned = assign(worked, { id: firstName, firstName, lastName }, at, timeZone)
  return {
    ...toHistoryEntry(complete(finalize(assigned, fromDollars(laborRate), dana, at), dana, at)),
    timeZone,
  }
}

/** Newest first, as on the page. */
export const sampleEntries = () => juneHistory.map(entryOfVisit).map(formatPublicEntry).toReversed()

type Line = ReturnType<typeof sampleEntries>[number]

const fact = (name: string, value: string, alignment: 'left' | 'right' = 'left'): Content => ({
  stack: [
    { text: name, fontSize: 8, color: SOFT },
    { text: value, fontSize: 12, bold: name !== 'Technician', margin: [0, 2, 0, 0] },
  ],
  alignment,
})

const VISIT_HEIGHT = 48.5

/** A timeline with a mark for each visit; it ends at the first one. */
const post = (isLast: boolean): Column => ({
  canvas: [
    ...(isLast
      ? []
      : [{ type: 'line', x1: 6, y1: 0, x2: 6, y2: VISIT_HEIGHT, lineWidth: 2, lineColor: LINE } as const]),
    { type: 'ellipse', x: 6, y: 0, r1: 4.5, r2: 4.5, color: PINE },
  ],
  // Positioned relatively, or the line would push the next visit down.
  relativePosition: { x: 0, y: VISIT_HEIGHT / 2 - 4 },
  width: 22,
})

const visit = (
  { completed, technician, totalBalance }: Line,
  index: number,
  all: readonly Line[],
): Content => ({
  columns: [
    post(index === all.length - 1),
    {
      table: {
        widths: [170, '*', 100],
        body: [
          [
            fact('Completed', completed),
            fact('Technician', technician),
            fact('Total Balance', totalBalance, 'right'),
          ],
        ],
      },
      layout: {
        hLineWidth: () => 0.75,
        vLineWidth: side => (side === 0 || side === 3 ? 0.75 : 0),
        hLineColor: () => LINE,
        vLineColor: () => LINE,
        paddingLeft: () => 12,
        paddingRight: () => 12,
        paddingTop: () => 9,
        paddingBottom: () => 7,
      },
      width: '*',
    },
  ],
  margin: [0, 0, 0, 8],
})

const sampleTag = (): Column => ({
  table: { body: [[{ text: 'SAMPLE', bold: true, fontSize: 9, characterSpacing: 1 }]] },
  layout: {
    defaultBorder: false,
    fillColor: () => SUNSET,
    paddingLeft: () => 8,
    paddingRight: () => 8,
    paddingTop: () => 4,
    paddingBottom: () => 2,
  },
  width: 'auto',
  margin: [0, 8, 0, 0],
})

/** The sample work history report as a pdfmake definition. */
export const workHistoryReport = (mark: string): TDocumentDefinitions =>
  pageDefinition({
    title: 'Work History',
    subject: 'A sample work history report',
    mark,
    beside: sampleTag(),
    footer: 'Rigwright. A sample: the vehicle, the company and the technicians are made up.',
    content: [
      {
        text: 'What companies on Rigwright have completed on a vehicle, by its VIN. Nothing of its owner is shown.',
        color: SOFT,
        margin: [0, 14, 0, 4],
      },
      heading(`Work History for VIN: ${june.customerRV.vin}`, 10),
      { text: '', margin: [0, 0, 0, 4] },
      ...sampleEntries().map(visit),
      {
        table: {
          widths: [INNER_WIDTH - 24],
          body: [
            [
              {
                stack: [
                  { text: 'How to read it', bold: true, color: PINE, margin: [0, 0, 0, 4] },
                  {
                    text: 'Each line is one visit to a service company, the newest first. Completed is the day and hour at which the company completed the ticket, day first, by its own clock. The technician is the one who was assigned. The total balance is parts, shop supplies and labor.',
                    margin: [0, 0, 0, 6],
                  },
                  {
                    text: 'An entry stays as it was written, at whichever company the vehicle is next. To see the history of your own RV, type its VIN into the Work History page. You need no account.',
                  },
                ],
              },
            ],
          ],
        },
        layout: {
          defaultBorder: false,
          hLineWidth: () => 0,
          vLineWidth: () => 0,
          fillColor: () => BACKGROUND,
          paddingLeft: () => 12,
          paddingRight: () => 12,
          paddingTop: () => 11,
          paddingBottom: () => 10,
        },
        margin: [0, 12, 0, 0],
      },
    ],
  })

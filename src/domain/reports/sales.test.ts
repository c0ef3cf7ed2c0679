import { expect, test } from 'vitest'
import { cents } from '#domain/lib/money.ts'
import type { Report } from './report.ts'
import { formatReportFigure } from './report-figure.ts'
import { partsMarginReport, type SalesDocument, salesReport } from './sales.ts'

const line = (
  lineId: string,
  kind: SalesDocument['lines'][number]['kind'],
  net: number,
  quantity: number | null = null,
) => ({ lineId, kind, net: cents(net), quantity })

const LINES = [
  line('labor-1', 'labor', 181_25, 1.25),
  line('part-pump', 'parts', 120_00, 2),
  line('part-seal', 'parts', 30_00, 1.5),
  line('part-glass', 'parts', 400_00, 1),
  line('supplies', 'supplies', 12_50),
  line('trip', 'trip', 95_00),
  line('fee-1', 'fee', 5_00),
]

const document = (changes: Partial<SalesDocument>): SalesDocument => ({
  ...{ kind: 'invoice', ticketId: 1, issuedOn: '2025-11-03', taxTotal: cents(10_50), lines: LINES },
  ...{ credited: [], subletLineIds: ['part-glass'], ...changes },
})

/** One pump is credited whole, a seal in part. */
const CREDIT = document({
  ...{ kind: 'credit-note', issuedOn: '2025-12-01', taxTotal: cents(8_40) },
  credited: [
    { lineId: 'part-pump', net: cents(120_00) },
    { lineId: 'part-seal', net: cents(10_00) },
  ],
})

const read = ({ columns, rows }: Report) =>
  rows.map(({ label, figures }) =>
    [label, ...figures.map((figure, at) => formatReportFigure(figure, columns[at]?.unit ?? 'count'))].join(
      ' | ',
    ),
  )

test('sales by kind, worked out by hand', () => {
  const other = document({ ticketId: 2, taxTotal: cents(0), lines: [line('labor-1', 'labor', 100_00, 1)] })
  const report = salesReport([CREDIT, document({}), other], true)
  expect(read(report)).toEqual([
    'November 2025 | $943.75 | $281.25 | $150.00 | $400.00 | $12.50 | $100.00 | $10.50',
    'December 2025 | -$130.00 | $0.00 | -$130.00 | $0.00 | $0.00 | $0.00 | -$8.40',
  ])
  expect(report.entries.map(({ row, ticketId, figures }) => [row, ticketId, figures[0]?.amount])).toEqual([
    ['2025-11', 1, 843_75],
    ['2025-11', 2, 100_00],
    ['2025-12', 1, -130_00],
  ])
  expect(salesReport([], false)).toMatchObject({
    rows: [],
    notes: ['Billing is off. Turn it on under Company, Billing.'],
  })
})

test('parts margin, worked out by hand', () => {
  // Two pumps at $40.00 and 1.5 seals at $10.01 are $80.00 and $15.02.
  const costs = new Map([
    ['part-pump', { total: cents(40_00), quantity: 1 }],
    ['part-seal', { total: cents(10_01), quantity: 1 }],
    ['part-glass', { total: cents(300_00), quantity: 1 }],
  ])
  expect(read(partsMarginReport([document({}), CREDIT], costs, true))).toEqual([
    'November 2025 | $54.98 | 36.7% | $150.00 | $95.02 | $0.00',
    'December 2025 | -$50.00 | 38.5% | -$130.00 | -$80.00 | $0.00',
  ])
  // The seal was on no order.
  costs.delete('part-seal')
  expect(read(partsMarginReport([document({})], costs, true))).toEqual([
    'November 2025 | $40.00 | 33.3% | $120.00 | $80.00 | $30.00',
  ])
  // Without parts there is nothing to report.
  expect(partsMarginReport([document({ lines: LINES.slice(0, 1) })], costs, true).rows).toEqual([])
})

// Labels of stock items as a pdfmake definition: a code with the part number, and beside it what the part is and where.

import type { Content, TableCell } from 'pdfmake/interfaces.js'
import type { PageSize } from '#domain/billing/settings.ts'
import { MUTED, type PdfDefinition, pdfDefinition } from './theme.ts'

export type StockLabel = {
  readonly partNumber: string
  readonly description: string
  readonly place: string
  /** What the code says: the part number, whatever the font has. */
  readonly code: string
}

export const LABELS_NAME = 'Stock Labels'

const COLUMNS = 3
/** Points: about three quarters of an inch. */
const CODE_SIZE = 56

const labelCell = ({ partNumber, description, place, code }: StockLabel): TableCell => ({
  columns: [
    { qr: code, fit: CODE_SIZE, eccLevel: 'M', width: CODE_SIZE + 4 },
    {
      stack: [
        { text: partNumber, bold: true, fontSize: 10 },
        { text: description, fontSize: 8 },
        { text: place, fontSize: 8, color: MUTED },
      ],
      width: '*',
    },
  ],
  columnGap: 4,
  margin: [0, 4, 0, 4],
})

const rowsOf = (labels: readonly StockLabel[]): TableCell[][] =>
  Array.from({ length: Math.ceil(labels.length / COLUMNS) }, (_, row) =>
    Array.from({ length: COLUMNS }, (_, column) => {
      const label = labels[row * COLUMNS + column]
      return label === undefined ? { text: '' } : labelCell(label)
    }),
  )

/** A sheet of labels, which are cut apart along its lines. */
export function toStockLabelsDefinition(
  companyName: string,
  labels: readonly StockLabel[],
  pageSize: PageSize,
): PdfDefinition {
  const table: Content = {
    table: { dontBreakRows: true, widths: Array<string>(COLUMNS).fill('*'), body: rowsOf(labels) },
  }
  return pdfDefinition({ companyName, name: LABELS_NAME, pageSize, content: [table] })
}

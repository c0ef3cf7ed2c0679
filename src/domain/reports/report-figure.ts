// The figures of reports: how they are computed and read. Apart from what reports there are, which every page's address reads.

import { formatHours } from '#domain/lib/hours.ts'
import { type Cents, formatMoney } from '#domain/lib/money.ts'
import type { FigureUnit, ReportFigure } from './report.ts'

export const numberFigure = (number: number | null): ReportFigure => ({ number, amount: null })
export const moneyFigure = (amount: Cents | null): ReportFigure => ({ number: null, amount })

const MAX_DECIMALS = 1
const oneDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: MAX_DECIMALS })

/** `12.5 days`, `6h15m`, `67%`, `$120.00`; a dash where there is none. */
export function formatReportFigure({ number, amount }: ReportFigure, unit: FigureUnit): string {
  if (amount !== null) return formatMoney(amount)
  if (number === null) return '–'
  if (unit === 'ticket') return String(number)
  if (unit === 'hours') return formatHours(number)
  const formatted = oneDecimal.format(number)
  if (unit === 'days') return `${formatted} ${number === 1 ? 'day' : 'days'}`
  return unit === 'percent' ? `${formatted}%` : formatted
}

/** Their sum divided by how many there are; null of none. */
export const meanOf = (numbers: readonly number[]): number | null =>
  numbers.length === 0 ? null : numbers.reduce((total, number) => total + number, 0) / numbers.length

/** `part` of `whole` in percent; null of nothing. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : (100 * part) / whole

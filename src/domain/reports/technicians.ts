// How the hours that technicians clocked compare with those that were billed.

import type { Report } from './report.ts'
import { numberFigure, percentOf } from './report-figure.ts'

const MS_PER_HOUR = 3_600_000

type OfTechnician = {
  readonly technicianId: string
  /** Their name. */
  readonly technician: string
  readonly ticketId: number
}

/** What someone clocked on a ticket within the report's days, in milliseconds. */
export type ClockedTime = OfTechnician & { readonly clockedMs: number }

/** What someone clocked on a job line at any time, and the decimal hours that the line is charged for. */
export type BilledLine = OfTechnician & {
  readonly jobNumber: number
  readonly clockedMs: number
  readonly hours: number
}

const lineOf = ({ ticketId, jobNumber }: BilledLine): string => `${ticketId} ${jobNumber}`

/**
 * The hours of each line, shared among those who clocked on it by the time that each did; equally if that is none. They add up to
 * the line's.
 */
export function sharedHours(lines: readonly BilledLine[]): BilledLine[] {
  const totals = new Map<string, { ms: number; people: number }>()
  for (const line of lines) {
    const { ms, people } = totals.get(lineOf(line)) ?? { ms: 0, people: 0 }
    totals.set(lineOf(line), { ms: ms + line.clockedMs, people: people + 1 })
  }
  return lines.map(line => {
    const { ms, people } = totals.get(lineOf(line)) ?? { ms: 0, people: 1 }
    const share = ms === 0 ? 1 / people : line.clockedMs / ms
    return { ...line, hours: line.hours * share }
  })
}

type Hours = {
  readonly clocked: number
  readonly billed: number
  /** Clocked at any time on the lines that were billed. */
  readonly onBilled: number
}

/**
 * Efficiency = hours billed / hours clocked on the job, in percent, of each technician: both of the lines of tickets finalized
 * within the report's days, each shared as in `sharedHours`. Beside it, all that they clocked within these days.
 */
export function techniciansReport(clocked: readonly ClockedTime[], lines: readonly BilledLine[]): Report {
  const tickets = new Map<string, OfTechnician & Hours>()
  const add = ({ technicianId, technician, ticketId }: OfTechnician, hours: Hours) => {
    const key = `${technicianId} ${ticketId}`
    const before = tickets.get(key) ?? { clocked: 0, billed: 0, onBilled: 0 }
    tickets.set(key, {
      ...{ technicianId, technician, ticketId },
      ...{ clocked: before.clocked + hours.clocked, billed: before.billed + hours.billed },
      onBilled: before.onBilled + hours.onBilled,
    })
  }
  for (const time of clocked) add(time, { clocked: time.clockedMs / MS_PER_HOUR, billed: 0, onBilled: 0 })
  for (const line of sharedHours(lines))
    add(line, { clocked: 0, billed: line.hours, onBilled: line.clockedMs / MS_PER_HOUR })
  const entries = [...tickets.values()]
  const people = [...new Set(entries.map(({ technicianId }) => technicianId))].map(technicianId => {
    const own = entries.filter(entry => entry.technicianId === technicianId)
    const sumOf = (kind: keyof Hours) => own.reduce((sum, entry) => sum + entry[kind], 0)
    return {
      ...{ technicianId, name: own[0]?.technician ?? '', tickets: own.length },
      ...{ clocked: sumOf('clocked'), billed: sumOf('billed'), onBilled: sumOf('onBilled') },
    }
  })
  return {
    columns: [
      { label: 'Efficiency', unit: 'percent' },
      { label: 'Hours billed', unit: 'hours' },
      { label: 'Clocked on that', unit: 'hours' },
      { label: 'All hours clocked', unit: 'hours' },
      { label: 'Tickets', unit: 'count' },
    ],
    rows: people
      .sort((one, other) => one.name.localeCompare(other.name, 'en-US'))
      .map(({ technicianId, name, tickets: count, clocked: hours, billed, onBilled }) => ({
        ...{ key: technicianId, label: name, hint: '' },
        figures: [
          numberFigure(percentOf(billed, onBilled)),
          numberFigure(billed),
          numberFigure(onBilled),
          numberFigure(hours),
          numberFigure(count),
        ],
      })),
    ticketColumns: [
      { label: 'Clocked', unit: 'hours' },
      { label: 'Billed', unit: 'hours' },
    ],
    entries: entries.map(({ technicianId, ticketId, clocked: hours, billed }) => ({
      ...{ row: technicianId, ticketId, figures: [numberFigure(hours), numberFigure(billed)] },
    })),
    notes: [
      'Efficiency is hours billed divided by the hours clocked on that work: of the job lines on tickets finalized in these days, shared by the time that each technician clocked on the line. All hours clocked are of these days, on any ticket; a clock that still runs counts up to now, or to the end of these days.',
    ],
  }
}

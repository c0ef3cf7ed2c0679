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
export function sharedHours(lines: readonly BilledLine[]): (OfTechnician & { readonly hours: number })[] {
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

/**
 * Efficiency = hours billed / hours clocked on the job, in percent, of each technician. Clocked: within the report's days.
 * Billed: of the lines of tickets finalized within them, each shared as in `sharedHours`.
 */
export function techniciansReport(clocked: readonly ClockedTime[], lines: readonly BilledLine[]): Report {
  const tickets = new Map<string, OfTechnician & { clocked: number; billed: number }>()
  const add = (
    { technicianId, technician, ticketId }: OfTechnician,
    hours: { clocked: number; billed: number },
  ) => {
    const key = `${technicianId} ${ticketId}`
    const before = tickets.get(key) ?? { clocked: 0, billed: 0 }
    tickets.set(key, {
      ...{ technicianId, technician, ticketId },
      ...{ clocked: before.clocked + hours.clocked, billed: before.billed + hours.billed },
    })
  }
  for (const time of clocked) add(time, { clocked: time.clockedMs / MS_PER_HOUR, billed: 0 })
  for (const line of sharedHours(lines)) add(line, { clocked: 0, billed: line.hours })
  const entries = [...tickets.values()]
  const people = [...new Set(entries.map(({ technicianId }) => technicianId))].map(technicianId => {
    const own = entries.filter(entry => entry.technicianId === technicianId)
    const sumOf = (kind: 'clocked' | 'billed') => own.reduce((sum, entry) => sum + entry[kind], 0)
    return {
      ...{ technicianId, name: own[0]?.technician ?? '', tickets: own.length },
      ...{ clocked: sumOf('clocked'), billed: sumOf('billed') },
    }
  })
  return {
    columns: [
      { label: 'Efficiency', unit: 'percent' },
      { label: 'Hours clocked', unit: 'hours' },
      { label: 'Hours billed', unit: 'hours' },
      { label: 'Tickets', unit: 'count' },
    ],
    rows: people
      .sort((one, other) => one.name.localeCompare(other.name, 'en-US'))
      .map(({ technicianId, name, tickets: count, clocked: hours, billed }) => ({
        ...{ key: technicianId, label: name, hint: '' },
        figures: [
          numberFigure(percentOf(billed, hours)),
          ...[numberFigure(hours), numberFigure(billed), numberFigure(count)],
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
      'Efficiency is hours billed divided by hours clocked. Clocked: in these days; a clock that still runs counts up to now, or to the end of these days. Billed: of the job lines on tickets finalized in these days, shared by the time that each technician clocked on the line.',
    ],
  }
}

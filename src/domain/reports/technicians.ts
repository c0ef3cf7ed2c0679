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

/** How long someone was in the shop within the report's days, in milliseconds. */
export type AttendedTime = Pick<OfTechnician, 'technicianId' | 'technician'> & { readonly attendedMs: number }

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

const EFFICIENCY_NOTE =
  'Efficiency is hours billed divided by the hours clocked on that work: of the job lines on tickets finalized in these days, shared by the time that each technician clocked on the line. All hours clocked are of these days, on any ticket; a clock that still runs counts up to now, or to the end of these days.'
const ATTENDED_NOTE =
  'Productivity is all hours clocked divided by the hours in the shop, by the shop clock of these days. Proficiency is hours billed divided by the hours in the shop.'

/**
 * Efficiency = hours billed / hours clocked on the job, in percent, of each technician: both of the lines of tickets finalized
 * within the report's days, each shared as in `sharedHours`. Beside it, all that they clocked within these days. With a shop
 * clock also productivity = all hours clocked / hours attended, and proficiency = hours billed / hours attended; `attended` is
 * null without one. Also of technicians who were in the shop and clocked nothing.
 */
export function techniciansReport(
  clocked: readonly ClockedTime[],
  lines: readonly BilledLine[],
  attended: readonly AttendedTime[] | null,
): Report {
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
  const inShop = new Map(attended?.map(time => [time.technicianId, time]))
  const ids = new Set([...entries.map(({ technicianId }) => technicianId), ...inShop.keys()])
  const people = [...ids].map(technicianId => {
    const own = entries.filter(entry => entry.technicianId === technicianId)
    const inShopHours = (inShop.get(technicianId)?.attendedMs ?? 0) / MS_PER_HOUR
    const sumOf = (kind: keyof Hours) => own.reduce((sum, entry) => sum + entry[kind], 0)
    return {
      ...{ technicianId, tickets: own.length, attended: inShopHours },
      name: own[0]?.technician ?? inShop.get(technicianId)?.technician ?? '',
      ...{ clocked: sumOf('clocked'), billed: sumOf('billed'), onBilled: sumOf('onBilled') },
    }
  })
  return {
    columns: [
      { label: 'Efficiency', unit: 'percent' },
      ...(attended === null
        ? []
        : ([
            { label: 'Productivity', unit: 'percent' },
            { label: 'Proficiency', unit: 'percent' },
          ] as const)),
      { label: 'Hours billed', unit: 'hours' },
      { label: 'Clocked on that', unit: 'hours' },
      { label: 'All hours clocked', unit: 'hours' },
      ...(attended === null ? [] : ([{ label: 'Hours in the shop', unit: 'hours' }] as const)),
      { label: 'Tickets', unit: 'count' },
    ],
    rows: people
      .sort((one, other) => one.name.localeCompare(other.name, 'en-US'))
      .map(({ technicianId, name, tickets: count, clocked: hours, billed, onBilled, attended: present }) => ({
        ...{ key: technicianId, label: name, hint: '' },
        figures: [
          percentOf(billed, onBilled),
          ...(attended === null ? [] : [percentOf(hours, present), percentOf(billed, present)]),
          ...[billed, onBilled, hours],
          ...(attended === null ? [] : [present]),
          count,
        ].map(numberFigure),
      })),
    ticketColumns: [
      { label: 'Clocked', unit: 'hours' },
      { label: 'Billed', unit: 'hours' },
    ],
    entries: entries.map(({ technicianId, ticketId, clocked: hours, billed }) => ({
      ...{ row: technicianId, ticketId, figures: [numberFigure(hours), numberFigure(billed)] },
    })),
    notes: [EFFICIENCY_NOTE, ...(attended === null ? [] : [ATTENDED_NOTE])],
  }
}

// The open tickets, by what they wait for and how long their RVs have been here.

import { daysBetween } from '#domain/lib/calendar-date.ts'
import { type Cents, sum } from '#domain/lib/money.ts'
import { DAY_CAUSES, type DayCause, dayCauseLabel } from '#domain/on-hold/day-cause.ts'
import type { HoldReason } from '#domain/on-hold/hold.ts'
import { waitingCauseOf } from '#domain/ticket-days/ticket-days.ts'
import type { Report } from './report.ts'
import { moneyFigure, numberFigure } from './report-figure.ts'

/** A ticket in work. Days are `YYYY-MM-DD`, the company's. */
export type OpenTicket = {
  readonly ticketId: number
  readonly arrival: string
  readonly hold: HoldReason | null
  readonly isInApproval: boolean
  /** Whether the customer was asked to approve a line, and has not answered. */
  readonly isAsked: boolean
  readonly hasTechnician: boolean
  /** Whether someone was clocked in today. */
  readonly isWorkedOn: boolean
  /** Its Total Balance as of now. */
  readonly amount: Cents
}

/** Days since arrival, up to and with `upTo`. The trade's mean is about 34; RVs that wait for parts average 98. */
const AGES = [
  { label: 'Up to 7 days', upTo: 7 },
  { label: '8 to 30 days', upTo: 30 },
  { label: '31 to 90 days', upTo: 90 },
  { label: 'Over 90 days', upTo: Number.POSITIVE_INFINITY },
] as const

const causeOf = ({ isWorkedOn, isAsked, ...status }: OpenTicket): DayCause =>
  isWorkedOn ? 'work' : waitingCauseOf({ ...status, isDone: false }, isAsked)

const ageOf = (days: number) => AGES.findIndex(({ upTo }) => days <= upTo)

/** Open tickets by the cause of the day, as in `daysByCause`, with how many are of each age and their estimated amounts. */
export function workInProgressReport(tickets: readonly OpenTicket[], today: string): Report {
  const open = tickets.map(ticket => ({
    ...{ ticketId: ticket.ticketId, amount: ticket.amount, row: causeOf(ticket) },
    days: Math.max(0, daysBetween(ticket.arrival, today)),
  }))
  const rows = DAY_CAUSES.map(cause => ({ cause, own: open.filter(({ row }) => row === cause) }))
  return {
    columns: [
      { label: 'Tickets', unit: 'count' },
      ...AGES.map(({ label }) => ({ label, unit: 'count' }) as const),
      { label: 'Estimated', unit: 'money' },
    ],
    rows: rows
      .filter(({ own }) => own.length > 0)
      .sort((one, other) => other.own.length - one.own.length)
      .map(({ cause, own }) => ({
        ...{ key: cause, label: dayCauseLabel(cause), hint: '' },
        figures: [
          numberFigure(own.length),
          ...AGES.map((_, age) => numberFigure(own.filter(({ days }) => ageOf(days) === age).length)),
          moneyFigure(sum(own.map(({ amount }) => amount))),
        ],
      })),
    ticketColumns: [
      { label: 'Here for', unit: 'days' },
      { label: 'Estimated', unit: 'money' },
    ],
    entries: open.map(({ row, ticketId, days, amount }) => ({
      ...{ row, ticketId, figures: [numberFigure(days), moneyFigure(amount)] },
    })),
    notes: [
      'Tickets that are in work now, by what they wait for today and the days since arrival. Estimated is the Total Balance as of now.',
    ],
  }
}

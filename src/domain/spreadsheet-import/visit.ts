// A visit of a spreadsheet as the completed ticket that it becomes.

import type { Signature } from '#domain/account/actor.ts'
import { type CustomerDetails, FORMER_CUSTOMER_DETAILS } from '#domain/customers/customer.ts'
import { timestampOf, timestampOfLocalTime } from '#domain/lib/company-time.ts'
import { NO_MONEY } from '#domain/lib/money.ts'
import type { CustomerRV } from '#domain/rigs/rig.ts'
import { newJob } from '#domain/tickets/job.ts'
import { NO_RIG_VISIT } from '#domain/tickets/rig-visit-fields.ts'
import type { RecordedTicket } from '#domain/tickets/ticket.ts'
import { dayOfDate, toAmount } from './sheet-values.ts'
import { firstOf, toHours, type WorkRow } from './work-columns.ts'

const NOON = 12

type VisitFacts = {
  readonly ticketId: number
  /** The rig on file; null if there is none. */
  readonly rig: Pick<CustomerRV, 'make' | 'model' | 'year'> | null
  /** An id made of the technician's name. */
  readonly technicianId: string
  readonly createId: () => string
  readonly by: Signature
  readonly timeZone: string
  readonly now: Date
}

function customerOf(rows: readonly WorkRow[]): CustomerDetails {
  const [firstName, lastName] = [firstOf(rows, 'firstName'), firstOf(rows, 'lastName')]
  const contact = { email: firstOf(rows, 'email'), phone: firstOf(rows, 'phone') }
  return firstName === '' && lastName === ''
    ? { ...FORMER_CUSTOMER_DETAILS, ...contact }
    : { ...FORMER_CUSTOMER_DETAILS, ...contact, firstName, lastName }
}

function timeOfWork(rows: readonly WorkRow[], timeZone: string): Date {
  const day = dayOfDate(firstOf(rows, 'date'))
  const [last] = rows
    .map(({ date }) => date.slice(day.length + 1))
    .filter(time => time !== '')
    .sort()
    .slice(-1)
  return (
    (last === undefined ? null : timestampOfLocalTime(`${day}T${last}`, timeZone)) ??
    timestampOf(day, NOON, timeZone)
  )
}

/**
 * The completed ticket of checked rows. It was completed at the last time of day that is written, without one at noon, and
 * keeps the total of the spreadsheet.
 */
export function toVisit(rows: readonly WorkRow[], facts: VisitFacts): RecordedTicket {
  const { ticketId, rig, technicianId, createId, by, timeZone, now } = facts
  const date = dayOfDate(firstOf(rows, 'date'))
  const done = timeOfWork(rows, timeZone)
  const at = done > now ? now : done
  const technician = firstOf(rows, 'technician')
  return {
    state: 'recorded',
    ticketId,
    customerDetails: customerOf(rows),
    customerRV: {
      vin: firstOf(rows, 'vin'),
      make: firstOf(rows, 'make') || (rig?.make ?? ''),
      model: firstOf(rows, 'model') || (rig?.model ?? ''),
      year: firstOf(rows, 'year') || (rig?.year ?? ''),
      axleAmount: null,
      rvImage: null,
    },
    jobs: rows.map(({ complaint: problem, cause, correction, hours }, index) => ({
      ...newJob({ problem, estimatedTime: toHours(hours), estimate: false }, index + 1),
      cause,
      correction,
    })),
    parts: rows.flatMap(({ parts, partsAmount }, index) =>
      parts === '' && partsAmount === ''
        ? []
        : {
            partId: createId(),
            sublet: null,
            quantity: 1,
            description: parts || 'Parts',
            perPartAmount: toAmount(partsAmount),
            jobNumber: index + 1,
          },
    ),
    assignedTechnician: technician === '' ? null : technicianId,
    // The whole name in one field, which keeps it as it was written.
    assignedTechs:
      technician === ''
        ? []
        : [{ date, uuid: technicianId, firstName: technician, lastName: '', assignedAt: at, replaced: [] }],
    pendingTimestamp: null,
    confirmedAt: null,
    activeTimestamp: null,
    checkIn: null,
    rigVisit: NO_RIG_VISIT,
    lastTransition: { verb: 'complete', by, at },
    helpers: [],
    hold: null,
    askedJobs: [],
    plannedDays: [],
    appointment: null,
    serviceBay: null,
    suppliesRule: null,
    laborRate: null,
    completedTimestamp: at,
    importedBalance: toAmount(firstOf(rows, 'total')) ?? NO_MONEY,
  }
}

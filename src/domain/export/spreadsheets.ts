// Tickets as rows for spreadsheets. Money is dollars; times are UTC as ISO 8601, which spreadsheets can sort.

import { CUSTOMER_FIELDS } from '#domain/customers/customer-fields.ts'
import type { Employee } from '#domain/employees/employee.ts'
import { type Cents, toDollars } from '#domain/lib/money.ts'
import { RIG_FIELDS } from '#domain/rigs/rig-fields.ts'
import { laborOf } from '#domain/tickets/labor.ts'
import { partTotal } from '#domain/tickets/part.ts'
import type { SupplierBill } from '#domain/tickets/sublet.ts'
import { rateOf, type Ticket } from '#domain/tickets/ticket.ts'
import { totals } from '#domain/tickets/totals.ts'
import { imageFile, imageFileOf } from './images.ts'

type SpreadsheetCompany = {
  readonly companyUUID: string
  readonly companyName: string
  /** The company's current rate, in cents per hour. */
  readonly laborRate: Cents | null
}

type Cell = string | number | boolean | Date | null

export type Spreadsheet = {
  readonly header: readonly string[]
  readonly rowsOf: (ticket: Ticket, company: SpreadsheetCompany) => readonly (readonly Cell[])[]
}

const dollars = (amount: Cents | null): number | null => (amount === null ? null : toDollars(amount))

export function formatCell(cell: Cell): string {
  if (cell === null) return ''
  return cell instanceof Date ? cell.toISOString() : String(cell)
}

export const EMPLOYEE_HEADER = [
  ...['companyUUID', 'employeeId', 'firstName', 'lastName', 'email', 'phone', 'licenseNumber'],
  ...['isInsured', 'isServiceWriter', 'isTechnician', 'isActive'],
]

export const employeeRow = (employee: Employee, companyUUID: string): readonly Cell[] => [
  ...[companyUUID, employee.id, employee.firstName, employee.lastName, employee.email, employee.phone],
  ...[employee.licenseNumber, employee.isInsured, employee.roles.isServiceWriter],
  ...[employee.roles.isTechnician, employee.isActive],
]

const TICKET_HEADER = [
  ...['companyUUID', 'ticketId', 'state', ...CUSTOMER_FIELDS, ...RIG_FIELDS, 'assignedTechnician'],
  ...['pendingTimestamp', 'activeTimestamp', 'totalPartsAmount', 'shopSupplies', 'totalBalance'],
  ...['profileImage', 'rvImage'],
]

function ticketRow(ticket: Ticket, { companyUUID, laborRate }: SpreadsheetCompany): readonly Cell[] {
  const { customerDetails: customer, customerRV: rig } = ticket
  const { totalPartsAmount, shopSupplies, totalBalance } = totals(ticket, rateOf(ticket, laborRate))
  const file = (path: string | null) => (path === null ? null : imageFileOf(path, companyUUID))
  return [
    ...[companyUUID, ticket.ticketId, ticket.state],
    ...[...CUSTOMER_FIELDS.map(field => customer[field]), ...RIG_FIELDS.map(field => rig[field])],
    ...[ticket.assignedTechnician, ticket.pendingTimestamp, ticket.activeTimestamp],
    ...[toDollars(totalPartsAmount), toDollars(shopSupplies), toDollars(totalBalance)],
    ...[file(customer.profileImageUrl), file(rig.rvImage)],
  ]
}

/** The file of a supplier's bill; null without one. */
const billFile = (bill: SupplierBill | undefined, companyUUID: string, ticketId: number) =>
  bill === undefined
    ? null
    : imageFile(companyUUID, ticketId, bill.fileId, bill.type === 'pdf' ? 'pdf' : 'webp')

/** Each by the name of its file. */
export const SPREADSHEETS: Readonly<Record<string, Spreadsheet>> = {
  tickets: { header: TICKET_HEADER, rowsOf: (ticket, company) => [ticketRow(ticket, company)] },
  jobs: {
    header: [
      ...['companyUUID', 'ticketId', 'jobNumber', 'problem', 'cause', 'correction', 'estimatedTime'],
      ...['estimate', 'suggestedTime', 'answer', 'totalBalance'],
    ],
    rowsOf: (ticket, { companyUUID, laborRate }) =>
      ticket.jobs.map(job => [
        ...[companyUUID, ticket.ticketId, job.jobNumber, job.problem, job.cause, job.correction],
        ...[job.estimatedTime, job.estimate, job.suggestedTime, job.answer],
        toDollars(laborOf(job, rateOf(ticket, laborRate))),
      ]),
  },
  parts: {
    header: [
      ...['companyUUID', 'ticketId', 'partId', 'jobNumber', 'quantity', 'description'],
      ...['perPartAmount', 'totalAmount'],
      ...['subletSupplier', 'subletReference', 'subletCost', 'subletExpectedOn', 'subletBill'],
    ],
    rowsOf: (ticket, { companyUUID }) =>
      ticket.parts.map(part => [
        ...[companyUUID, ticket.ticketId, part.partId, part.jobNumber, part.quantity, part.description],
        ...[dollars(part.perPartAmount), dollars(partTotal(part))],
        ...[part.sublet?.supplier ?? null, part.sublet?.reference ?? null],
        ...[dollars(part.sublet?.cost ?? null), part.sublet?.expectedOn ?? null],
        billFile(part.sublet?.bill, companyUUID, ticket.ticketId),
      ]),
  },
  sessions: {
    header: [
      ...['companyUUID', 'ticketId', 'jobNumber', 'sessionId', 'technicianId', 'technician'],
      ...['clockInTime', 'clockOutTime', 'isClockInReported', 'isClockOutReported'],
    ],
    rowsOf: (ticket, { companyUUID }) =>
      ticket.jobs.flatMap(({ jobNumber, sessions }) =>
        sessions.map(session => [
          ...[companyUUID, ticket.ticketId, jobNumber, session.sessionId, session.technicianId],
          ...[session.technician, session.clockInTime, session.clockOutTime],
          ...[session.isClockInReported, session.isClockOutReported],
        ]),
      ),
  },
  photos: {
    header: ['companyUUID', 'ticketId', 'jobNumber', 'photoId', 'moment', 'addedAt', 'file'],
    rowsOf: (ticket, { companyUUID }) =>
      ticket.jobs.flatMap(({ jobNumber, photos }) =>
        photos.map(({ photoId, moment, addedAt }) => [
          ...[companyUUID, ticket.ticketId, jobNumber, photoId, moment, addedAt],
          imageFile(companyUUID, ticket.ticketId, photoId),
        ]),
      ),
  },
  history: {
    header: ['companyUUID', 'companyName', 'vin', 'ticketId', 'completedTimestamp', 'totalBalance'],
    rowsOf: (ticket, { companyUUID, companyName }) => {
      if (ticket.state !== 'recorded') return []
      const { totalBalance } = totals(ticket, ticket.laborRate)
      const { ticketId, customerRV, completedTimestamp } = ticket
      return [
        [companyUUID, companyName, customerRV.vin, ticketId, completedTimestamp, toDollars(totalBalance)],
      ]
    },
  },
}

// Clock queries: one's own on every page, and the company's for the desk.

import { closingAfter, wasLeftRunning } from '#domain/clocks/closing.ts'
import { customerLabel } from '#domain/customers/customer.ts'
import type { CompanyScope } from '#server/db/company-scope.ts'
import { statement } from '#server/db/statement.ts'
import { getCompany, openingTimesOf } from '#server/features/companies/store.ts'
import { query } from '#server/rpc/procedures.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** How long a missed clock-out stays on the desk's list. */
const LIST_DAYS = 31

const selectClocks = (scope: CompanyScope) =>
  scope
    .from('clockSession')
    .innerJoin('ticket', on =>
      on
        .onRef('ticket.companyId', '=', 'clockSession.companyId')
        .onRef('ticket.ticketId', '=', 'clockSession.ticketId'),
    )
    .innerJoin('job', on =>
      on
        .onRef('job.companyId', '=', 'clockSession.companyId')
        .onRef('job.ticketId', '=', 'clockSession.ticketId')
        .onRef('job.jobNumber', '=', 'clockSession.jobNumber'),
    )
    .select(['job.ticketId', 'job.jobNumber', 'job.problem', 'clockInTime'])
    .select(['firstName', 'lastName'])

const withCustomer = <Row extends { firstName: string; lastName: string }>(row: Row) => {
  const { firstName, lastName, ...clock } = row
  return { ...clock, customer: customerLabel({ firstName, lastName }) }
}

const runningClock = statement((scope, { technician }: { technician: string }) =>
  selectClocks(scope).where('technicianId', '=', technician).where('clockOutTime', 'is', null),
)

export const getOwnClock = query.clocks.mine.handler(async ({ context: { work } }) => {
  const row = await runningClock(work, { technician: work.by.id }).executeTakeFirst()
  return { running: row === undefined ? null : withCustomer(row) }
})

const clocksSince = statement((scope, { earliest }: { earliest: Date }) =>
  selectClocks(scope)
    .select(['sessionId', 'technicianId', 'technician', 'clockOutTime', 'checkedAt', 'isLate', 'state'])
    .select(['isClockInReported', 'isClockOutReported'])
    .where('ticket.state', 'in', ['active', 'approval'])
    .where(({ or, eb }) => or([eb('clockOutTime', 'is', null), eb('clockOutTime', '>', earliest)]))
    .orderBy('clockInTime')
    .orderBy('sessionId'),
)

export const listClocks = query.clocks.list.handler(async ({ context: { work } }) => {
  const opening = openingTimesOf(await getCompany(work))
  const earliest = new Date(work.now.getTime() - LIST_DAYS * DAY_MS)
  const rows = (await clocksSince(work, { earliest }).execute()).map(withCustomer)
  return {
    running: rows.filter(({ clockOutTime }) => clockOutTime === null),
    leftRunning: rows
      .map(row => ({ ...row, isLate: row.isLate && row.checkedAt === null }))
      .filter(row => row.isLate || wasLeftRunning(row, opening, work.now))
      .map(row => ({ ...row, closingTime: closingAfter(row.clockInTime, opening) })),
  }
})

// Who helps on a ticket: the desk adds and removes helpers, and a helper stops by themselves.

import { assertEmployeeActive } from '#domain/employees/employee.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import { removeHelper, type Ticket } from '#domain/tickets/ticket.ts'
import { addHelper, helperProblem } from '#domain/tickets/ticket-helpers.ts'
import { lockAccountShared } from '#server/auth/accounts.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { endInaccessibleClocks, lockClocksOfTicket } from '#server/features/clocks/store.ts'
import { getEmployee } from '#server/features/employees/store.ts'
import { getTicket, saveCard, saveHelpers } from '#server/features/tickets/store.ts'
import { invalid } from '#server/lib/api-errors.ts'
import { command } from '#server/rpc/procedures.ts'

export const addHelperToTicket = command.tickets.addHelper.handler(async ({ input, context: { work } }) => {
  lockAccountShared(work, input.employeeId)
  const [found, employee] = await Promise.all([
    getTicket(work, input.ticketId),
    getEmployee(work, input.employeeId),
  ])
  const ticket = addHelper(found, employee)
  const problem = helperProblem(found, employee)
  if (problem !== null) throw invalid({ employeeId: problem })
  // Another desk was first.
  if (ticket === found) return { done: true }
  assertEmployeeActive(employee)
  saveHelpers(work, found, ticket)
  saveCard(work, ticket, 'add-helper', { technician: fullName(employee) })
  return { done: true }
})

/** Ends a person's help, and their clock on the ticket if they no longer see it. Nothing changes if they do not help. */
async function endHelp(
  work: UnitOfWork,
  found: Ticket,
  employeeId: string,
  verb: 'remove-helper' | 'stop-helping',
): Promise<void> {
  const helper = found.helpers.find(({ id }) => id === employeeId)
  if (helper === undefined) return
  const ticket = removeHelper(found, employeeId)
  saveHelpers(work, found, ticket)
  saveCard(work, ticket, verb, verb === 'stop-helping' ? null : { technician: helper.name })
  await endInaccessibleClocks(work, ticket)
}

export const removeHelperFromTicket = command.tickets.removeHelper.handler(
  async ({ input: { ticketId, employeeId }, context: { work } }) => {
    await lockClocksOfTicket(work, ticketId)
    await endHelp(work, await getTicket(work, ticketId), employeeId, 'remove-helper')
    return { done: true }
  },
)

/** Also on an ended ticket, which they then see no longer. */
export const stopHelping = command.tickets.stopHelping.handler(
  async ({ input: { ticketId }, context: { work } }) => {
    await lockClocksOfTicket(work, ticketId)
    await endHelp(work, await getTicket(work, ticketId), work.by.id, 'stop-helping')
    return { done: true }
  },
)

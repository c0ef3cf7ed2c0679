// The router: what the features' files export whose names end in commands, queries or procedures. Each procedure names
// its place in the contract itself, as in `command.tickets.finalize.handler`.

import { isContractProcedure } from '@orpc/contract'
import { isProcedure, type Router } from '@orpc/server'
import { type Contract, contract, PROCEDURES, type ProcedureName } from '#contract/index.ts'
import * as bookingsAppointments from '#server/features/bookings/appointment-commands.ts'
import * as bookingsDeskAppointments from '#server/features/bookings/desk-appointment-commands.ts'
import * as employeesCommands from '#server/features/employees/commands.ts'
import * as employeesReleaseEmail from '#server/features/employees/release-email-commands.ts'
import * as employeesWorkingTimes from '#server/features/employees/working-times-commands.ts'
import * as ticketsCommands from '#server/features/tickets/commands.ts'
import * as ticketsJobCommands from '#server/features/tickets/job-commands.ts'
import * as ticketsPartCommands from '#server/features/tickets/part-commands.ts'
import * as ticketsQueries from '#server/features/tickets/queries.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import { bookingHooks, employeeHooks, ticketHooks } from './feature-hooks.ts'

const MODULES = Object.values(
  import.meta.glob<object>(
    ['../features/*/*commands.ts', '../features/*/*queries.ts', '../features/*/*procedures.ts'],
    { eager: true },
  ),
)

const WITH_HOOKS = [
  employeesReleaseEmail.releaseEmail(employeeHooks),
  employeesCommands.changeEmployee(employeeHooks),
  employeesCommands.deactivateEmployee(employeeHooks),
  employeesCommands.deleteEmployee(employeeHooks),
  employeesWorkingTimes.addTimeOff(employeeHooks),
  bookingsAppointments.rescheduleAppointment(bookingHooks),
  bookingsDeskAppointments.moveAppointment(bookingHooks),
  ticketsCommands.changeTicketDetails(ticketHooks),
  ticketsCommands.checkInTicket(ticketHooks),
  ticketsCommands.requestTicketApproval(ticketHooks),
  ticketsCommands.approveTicket(ticketHooks),
  ticketsCommands.finalizeTicket(ticketHooks),
  ticketsCommands.completeTicket(ticketHooks),
  ticketsCommands.closeTicket(ticketHooks),
  ticketsCommands.reopenTicket(ticketHooks),
  ticketsJobCommands.addJobToTicket(ticketHooks),
  ticketsJobCommands.removeJob(ticketHooks),
  ticketsJobCommands.changeJob(ticketHooks),
  ticketsJobCommands.approveJobTime(ticketHooks),
  ticketsPartCommands.addPartToTicket(ticketHooks),
  ticketsPartCommands.changePart(ticketHooks),
  ticketsPartCommands.removePart(ticketHooks),
  ticketsQueries.getTicketView(ticketHooks),
]

const implemented = [...MODULES.flatMap(Object.values), ...WITH_HOOKS].filter(isProcedure)

/** The one procedure that implements it. Throws unless there is exactly one. */
function handlerOf(name: ProcedureName) {
  const { method, path } = PROCEDURES[name]['~orpc'].route
  const [found, ...others] = implemented.filter(
    ({ '~orpc': { route } }) => route.method === method && route.path === path,
  )
  if (found === undefined || others.length > 0)
    throw new Error(`${name} has ${others.length + Number(found !== undefined)} handlers.`)
  return found
}

const implement = (branch: object, path: readonly string[] = []): object =>
  Object.fromEntries(
    Object.entries(branch).map(([key, below]) => {
      const name = [...path, key]
      return [
        key,
        isContractProcedure(below) ? handlerOf(name.join('.') as ProcedureName) : implement(below, name),
      ]
    }),
  )

export const router = implement(contract) as Router<Contract, RequestContext>

// The router: the procedures that the features' commands, queries and the modules listed here export. Each names its
// place in the contract itself, as in `command.tickets.finalize.handler`.

import { isContractProcedure } from '@orpc/contract'
import { isProcedure, type Router } from '@orpc/server'
import { type Contract, contract, PROCEDURES, type ProcedureName } from '#contract/index.ts'
import * as accountConfirmEmail from '#server/features/account/confirm-email.ts'
import * as accountMe from '#server/features/account/me.ts'
import * as billingBookkeeping from '#server/features/billing/bookkeeping.ts'
import * as billingCardProcedures from '#server/features/billing/card-procedures.ts'
import * as billingCorrections from '#server/features/billing/corrections.ts'
import * as billingDayClose from '#server/features/billing/day-close.ts'
import * as billingGetBalances from '#server/features/billing/get-balances.ts'
import * as billingGetSales from '#server/features/billing/get-sales.ts'
import * as billingGetTicketMoney from '#server/features/billing/get-ticket-money.ts'
import * as billingReceivables from '#server/features/billing/receivables.ts'
import * as billingReminders from '#server/features/billing/reminders.ts'
import * as bookingsConfirmBooking from '#server/features/bookings/confirm-booking.ts'
import * as companiesClosing from '#server/features/companies/closing.ts'
import * as customerErasureProcedures from '#server/features/customer-erasure/procedures.ts'
import * as employeesCommands from '#server/features/employees/commands.ts'
import * as employeesReleaseEmail from '#server/features/employees/release-email.ts'
import * as platformAdminBackgroundJobs from '#server/features/platform-admin/background-jobs.ts'
import * as platformAdminCorrectVin from '#server/features/platform-admin/correct-vin.ts'
import * as rigClaimsDisputes from '#server/features/rig-claims/disputes.ts'
import * as rvOwnersDeleteAccount from '#server/features/rv-owners/delete-account.ts'
import * as rvOwnersSignup from '#server/features/rv-owners/signup.ts'
import * as ticketsActivity from '#server/features/tickets/activity.ts'
import * as ticketsCommands from '#server/features/tickets/commands.ts'
import * as ticketsJobCommands from '#server/features/tickets/job-commands.ts'
import * as ticketsPartCommands from '#server/features/tickets/part-commands.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import { employeeHooks, ticketHooks } from './feature-hooks.ts'

const MODULES: readonly object[] = [
  ...Object.values(
    import.meta.glob<object>(['../features/*/*commands.ts', '../features/*/*queries.ts'], { eager: true }),
  ),
  accountConfirmEmail,
  accountMe,
  billingBookkeeping,
  billingCardProcedures,
  billingCorrections,
  billingDayClose,
  billingGetBalances,
  billingGetSales,
  billingGetTicketMoney,
  billingReceivables,
  billingReminders,
  bookingsConfirmBooking,
  companiesClosing,
  customerErasureProcedures,
  employeesReleaseEmail,
  platformAdminBackgroundJobs,
  platformAdminCorrectVin,
  rigClaimsDisputes,
  rvOwnersDeleteAccount,
  rvOwnersSignup,
  ticketsActivity,
]

const WITH_HOOKS = [
  employeesReleaseEmail.releaseEmail(employeeHooks),
  employeesCommands.changeEmployee(employeeHooks),
  employeesCommands.deactivateEmployee(employeeHooks),
  employeesCommands.deleteEmployee(employeeHooks),
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

// The router: the procedures that the features' modules export. Each names its place in the contract itself, as in
// `command.tickets.finalize.handler`.

import { isContractProcedure } from '@orpc/contract'
import { isProcedure, type Router } from '@orpc/server'
import { type Contract, contract, PROCEDURES, type ProcedureName } from '#contract/index.ts'
import * as accountCommands from '#server/features/account/commands.ts'
import * as accountConfirmEmail from '#server/features/account/confirm-email.ts'
import * as accountMe from '#server/features/account/me.ts'
import * as accountQueries from '#server/features/account/queries.ts'
import * as addressSearchQueries from '#server/features/address-search/queries.ts'
import * as approvalsCommands from '#server/features/approvals/commands.ts'
import * as approvalsQueries from '#server/features/approvals/queries.ts'
import * as auditQueries from '#server/features/audit/queries.ts'
import * as bayCommands from '#server/features/bay/commands.ts'
import * as bayQueries from '#server/features/bay/queries.ts'
import * as billingBookkeeping from '#server/features/billing/bookkeeping.ts'
import * as billingCardProcedures from '#server/features/billing/card-procedures.ts'
import * as billingCorrections from '#server/features/billing/corrections.ts'
import * as billingDayClose from '#server/features/billing/day-close.ts'
import * as billingGetBalances from '#server/features/billing/get-balances.ts'
import * as billingGetSales from '#server/features/billing/get-sales.ts'
import * as billingGetTicketMoney from '#server/features/billing/get-ticket-money.ts'
import * as billingInvoiceCommands from '#server/features/billing/invoice-commands.ts'
import * as billingPaymentCommands from '#server/features/billing/payment-commands.ts'
import * as billingReceivables from '#server/features/billing/receivables.ts'
import * as billingReminders from '#server/features/billing/reminders.ts'
import * as billingSettingsCommands from '#server/features/billing/settings-commands.ts'
import * as bookingsAppointmentCommands from '#server/features/bookings/appointment-commands.ts'
import * as bookingsCommands from '#server/features/bookings/commands.ts'
import * as bookingsConfirmBooking from '#server/features/bookings/confirm-booking.ts'
import * as bookingsQueries from '#server/features/bookings/queries.ts'
import * as clocksCommands from '#server/features/clocks/commands.ts'
import * as clocksQueries from '#server/features/clocks/queries.ts'
import * as companiesClosing from '#server/features/companies/closing.ts'
import * as companiesCommands from '#server/features/companies/commands.ts'
import * as companiesQueries from '#server/features/companies/queries.ts'
import * as customerErasureProcedures from '#server/features/customer-erasure/procedures.ts'
import * as customerLinksCommands from '#server/features/customer-links/commands.ts'
import * as customerLinksQueries from '#server/features/customer-links/queries.ts'
import * as customerViewPushCommands from '#server/features/customer-view/push-commands.ts'
import * as customerViewQueries from '#server/features/customer-view/queries.ts'
import * as customersQueries from '#server/features/customers/queries.ts'
import * as downloadsQueries from '#server/features/downloads/queries.ts'
import * as employeesCommands from '#server/features/employees/commands.ts'
import * as employeesQueries from '#server/features/employees/queries.ts'
import * as employeesReleaseEmail from '#server/features/employees/release-email.ts'
import * as exportCommands from '#server/features/export/commands.ts'
import * as exportQueries from '#server/features/export/queries.ts'
import * as messagesCommands from '#server/features/messages/commands.ts'
import * as messagesQueries from '#server/features/messages/queries.ts'
import * as noticesQueries from '#server/features/notices/queries.ts'
import * as onHoldCommands from '#server/features/on-hold/commands.ts'
import * as onHoldQueries from '#server/features/on-hold/queries.ts'
import * as photosCommands from '#server/features/photos/commands.ts'
import * as platformAdminBackgroundJobs from '#server/features/platform-admin/background-jobs.ts'
import * as platformAdminClaimCommands from '#server/features/platform-admin/claim-commands.ts'
import * as platformAdminClaimQueries from '#server/features/platform-admin/claim-queries.ts'
import * as platformAdminCommands from '#server/features/platform-admin/commands.ts'
import * as platformAdminCorrectVin from '#server/features/platform-admin/correct-vin.ts'
import * as platformAdminQueries from '#server/features/platform-admin/queries.ts'
import * as platformAdminReviewCommands from '#server/features/platform-admin/review-commands.ts'
import * as preferencesCommands from '#server/features/preferences/commands.ts'
import * as reviewsCommands from '#server/features/reviews/commands.ts'
import * as reviewsQueries from '#server/features/reviews/queries.ts'
import * as rigClaimsCommands from '#server/features/rig-claims/commands.ts'
import * as rigClaimsDisputes from '#server/features/rig-claims/disputes.ts'
import * as rigClaimsQueries from '#server/features/rig-claims/queries.ts'
import * as rigsQueries from '#server/features/rigs/queries.ts'
import * as rvOwnersCommands from '#server/features/rv-owners/commands.ts'
import * as rvOwnersDeleteAccount from '#server/features/rv-owners/delete-account.ts'
import * as rvOwnersQueries from '#server/features/rv-owners/queries.ts'
import * as rvOwnersSignup from '#server/features/rv-owners/signup.ts'
import * as scheduleCommands from '#server/features/schedule/commands.ts'
import * as scheduleQueries from '#server/features/schedule/queries.ts'
import * as importCommands from '#server/features/spreadsheet-import/commands.ts'
import * as importQueries from '#server/features/spreadsheet-import/queries.ts'
import * as ticketsActivity from '#server/features/tickets/activity.ts'
import * as ticketsCommands from '#server/features/tickets/commands.ts'
import * as ticketsJobCommands from '#server/features/tickets/job-commands.ts'
import * as ticketsPartCommands from '#server/features/tickets/part-commands.ts'
import * as ticketsQueries from '#server/features/tickets/queries.ts'
import * as webVitalsCommands from '#server/features/web-vitals/commands.ts'
import * as workHistoryQueries from '#server/features/work-history/queries.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import { employeeHooks, ticketHooks } from './feature-hooks.ts'

const MODULES: readonly object[] = [
  accountCommands,
  accountConfirmEmail,
  accountMe,
  accountQueries,
  addressSearchQueries,
  approvalsCommands,
  approvalsQueries,
  auditQueries,
  bayCommands,
  bayQueries,
  billingBookkeeping,
  billingCardProcedures,
  billingCorrections,
  billingDayClose,
  billingGetBalances,
  billingGetSales,
  billingGetTicketMoney,
  billingInvoiceCommands,
  billingPaymentCommands,
  billingReceivables,
  billingReminders,
  billingSettingsCommands,
  bookingsAppointmentCommands,
  bookingsCommands,
  bookingsConfirmBooking,
  bookingsQueries,
  clocksCommands,
  clocksQueries,
  companiesClosing,
  companiesCommands,
  companiesQueries,
  customerErasureProcedures,
  customerLinksCommands,
  customerLinksQueries,
  customerViewPushCommands,
  customerViewQueries,
  customersQueries,
  downloadsQueries,
  employeesCommands,
  employeesQueries,
  employeesReleaseEmail,
  exportCommands,
  exportQueries,
  importCommands,
  importQueries,
  messagesCommands,
  messagesQueries,
  noticesQueries,
  onHoldCommands,
  onHoldQueries,
  photosCommands,
  platformAdminBackgroundJobs,
  platformAdminClaimCommands,
  platformAdminClaimQueries,
  platformAdminCommands,
  platformAdminCorrectVin,
  platformAdminQueries,
  platformAdminReviewCommands,
  preferencesCommands,
  reviewsCommands,
  reviewsQueries,
  rigClaimsCommands,
  rigClaimsDisputes,
  rigClaimsQueries,
  rigsQueries,
  rvOwnersCommands,
  rvOwnersDeleteAccount,
  rvOwnersQueries,
  rvOwnersSignup,
  scheduleCommands,
  scheduleQueries,
  ticketsActivity,
  ticketsCommands,
  ticketsJobCommands,
  ticketsPartCommands,
  ticketsQueries,
  webVitalsCommands,
  workHistoryQueries,
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

// What features do within the transaction of a command of a feature below them, in this order.

import { documentName } from '#domain/documents/ticket-document.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { askAgainIfRaised } from '#server/features/approvals/request-lines.ts'
import { keepCorrections, noteBegunWork, withdrawOpenRequests } from '#server/features/approvals/store.ts'
import { deletePhonesOf } from '#server/features/bay/store.ts'
import { assertClosable } from '#server/features/billing/fee-store.ts'
import {
  assertNotInvoiced,
  lastOfBilled,
  listInvoices,
  withdrawAskedDeposits,
} from '#server/features/billing/store.ts'
import type { BookingHooks } from '#server/features/bookings/appointment-commands.ts'
import { raiseSequence } from '#server/features/bookings/store.ts'
import { stopClockOf } from '#server/features/clocks/store.ts'
import { getCompany, isBillingOn } from '#server/features/companies/store.ts'
import { listIfOn, moveComponents } from '#server/features/components/line-store.ts'
import { closedEmail } from '#server/features/customer-links/emails.ts'
import { emailReady } from '#server/features/customer-links/store.ts'
import { getPdfRequest } from '#server/features/documents/get-pdf-request.ts'
import type { EmployeeHooks } from '#server/features/employees/commands.ts'
import { deleteHold } from '#server/features/on-hold/store.ts'
import { deleteUploadsOf } from '#server/features/photos/piece-store.ts'
import { movePromises } from '#server/features/promised-days/moved-promise-store.ts'
import { saveDoneOn } from '#server/features/promised-days/store.ts'
import { listPartOrders } from '#server/features/purchase-orders/store.ts'
import { addReviewRequest } from '#server/features/reviews/request-store.ts'
import { countPlans, removePlansOf } from '#server/features/schedule/store.ts'
import { findOverlapNote, moveToServiceBay } from '#server/features/service-bays/store.ts'
import { clockOutOfShop } from '#server/features/shop-clock/store.ts'
import {
  changeTakenQuantity,
  listPartsFromStock,
  takeFromStock,
} from '#server/features/stock/ticket-store.ts'
import { endHelpOf } from '#server/features/ticket-helpers/store.ts'
import type { TicketHooks } from '#server/features/tickets/hooks.ts'
import { emailCustomer } from '#server/mail/limited-mail.ts'

export const employeeHooks: EmployeeHooks = {
  beforeAccessEnds: async (work, employeeId) => {
    await stopClockOf(work, employeeId)
    await clockOutOfShop(work, employeeId)
  },
  beforeTechnicianEnds: endHelpOf,
  beforeDeleted: async (work, employee) => {
    deleteUploadsOf(work, employee.id)
    deletePhonesOf(work, employee.id)
    await removePlansOf(work, employee)
  },
  countPlans,
}

export const bookingHooks: BookingHooks = {
  onMoved: async (work, ticket, move) => {
    const day = ticket.appointment?.day
    if (day !== undefined)
      await movePromises(work, new Map([[ticket.ticketId, { by: 'appointment', day, ...move }]]))
    return findOverlapNote(work, ticket)
  },
}

const emailReadyWithTicket: TicketHooks['onFinalized'] = (work, context, ticket, company) =>
  emailReady(work, context, ticket, company, async () => {
    const pdf = await getPdfRequest(work, context, ticket.ticketId, [])
    return { fileName: `${documentName(pdf.document)}.pdf`, pdf }
  })

export const ticketHooks: TicketHooks = {
  moveToServiceBay,
  onVinChanged: moveComponents,
  listComponents: listIfOn,
  listPartOrders,
  takeFromStock,
  onQuantityChanged: changeTakenQuantity,
  listPartsFromStock,
  findOverlapNote,
  onFinalized: async (work, context, ticket, company) => {
    deleteHold(work, ticket.ticketId)
    saveDoneOn(work, ticket.ticketId, dayOf(work.now, work.timeZone))
    // Where a company bills, it goes with the invoice of what is left.
    const isBilling = await isBillingOn(work)
    const isLeft = isBilling && lastOfBilled(ticket, await listInvoices(work, ticket.ticketId)) === undefined
    return isLeft ? undefined : emailReadyWithTicket(work, context, ticket, company)
  },
  onCompleted: async (work, context, ticket, before) => {
    const [isBilling] = await Promise.all([isBillingOn(work), addReviewRequest(work, ticket.ticketId)])
    const invoices = isBilling ? await listInvoices(work, ticket.ticketId) : []
    const wasSent =
      invoices.some(({ isPartial }) => !isPartial) || lastOfBilled(before, invoices) !== undefined
    return isBilling && !wasSent
      ? emailReadyWithTicket(work, context, ticket, await getCompany(work))
      : undefined
  },
  onApprovalAsked: noteBegunWork,
  onApproved: keepCorrections,
  onPriceChanged: askAgainIfRaised,
  beforeClosed: async (work, closed) => {
    const { ticketId, jobs } = closed
    await assertClosable(work, closed)
    await withdrawOpenRequests(
      work,
      ticketId,
      jobs.map(({ jobNumber }) => jobNumber),
    )
    await withdrawAskedDeposits(work, ticketId)
    deleteHold(work, ticketId)
    raiseSequence(work, ticketId)
  },
  emailClosed: (work, context, ticket, company) => emailCustomer(work, context, closedEmail(company, ticket)),
  beforeReopened: async (work, ticketId) => {
    await assertNotInvoiced(work, ticketId)
    saveDoneOn(work, ticketId, null)
    raiseSequence(work, ticketId)
  },
  beforeJobRemoved: (work, ticketId, jobNumber) => withdrawOpenRequests(work, ticketId, [jobNumber]),
}

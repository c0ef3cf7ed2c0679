// The desk's commands on a ticket. Each has the same steps: allow, get, verb, save.

import { timeOfTap } from '#domain/clocks/clock.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { hasNewContact } from '#domain/push/push-message.ts'
import { assertAddendumPossible } from '#domain/tickets/addendum.ts'
import { addMeters, changeRigVisit } from '#domain/tickets/change-rig-visit.ts'
import {
  type CheckInChanges,
  changeCheckIn,
  isCheckedInAlready,
  mergeCheckIns,
  missingForCheckIn,
} from '#domain/tickets/check-in.ts'
import { CLOSE_REASON_LABELS, isEmailExpected } from '#domain/tickets/closing.ts'
import { assertRoomForParts } from '#domain/tickets/part.ts'
import { rigVisitErrors } from '#domain/tickets/rig-visit.ts'
import {
  approve,
  askApproval,
  changeDetails,
  checkIn,
  close,
  complete,
  create,
  finalize,
  reopen,
  type Ticket,
} from '#domain/tickets/ticket.ts'
import { authorize, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { insertAddendum, listAddenda } from '#server/features/addenda/store.ts'
import { getCompany } from '#server/features/companies/store.ts'
import {
  findCustomerOf,
  followCorrection,
  pickCustomer,
} from '#server/features/customers/company-customer-store.ts'
import { saveCustomerOfTicket } from '#server/features/customers/store.ts'
import { deleteSubscriptions, enqueuePush } from '#server/features/push-subscriptions/store.ts'
import { assertNoErrors, removeUnusedOwnRigs, rigForTicket, yearErrors } from '#server/features/rigs/store.ts'
import { addEntry } from '#server/features/work-history/store.ts'
import { invalid } from '#server/lib/api-errors.ts'
import { formatPhone } from '#server/lib/phone-format.ts'
import { command } from '#server/rpc/procedures.ts'
import type { TicketHooks } from './hooks.ts'
import { toNewJob } from './job-commands.ts'
import { getLaborChoices, saveLaborOf } from './job-store.ts'
import { addTicket } from './new-ticket-store.ts'
import { updateSearchIndex } from './search-store.ts'
import { getMissingAnswers, getTicket, recordActivity, saveEnd, saveTicket } from './store.ts'

const toTransitionResult = ({ ticketId, state }: Ticket) => ({ ticketId, state })

export const createTicket = command.tickets.create.handler(async ({ input, context: { work } }) => {
  const { address, coordinates, noEmail: _, ...customer } = input.customerDetails
  const customerDetails = {
    ...customer,
    phone: formatPhone(customer.phone),
    address: address || null,
    coordinates: coordinates ?? null,
    profileImageUrl: null,
  }
  const invalidYear = yearErrors(work, input.customerRV.year)
  const [customerRV, choices] = await Promise.all([
    rigForTicket(work, input.customerRV, customerDetails, invalidYear),
    getLaborChoices(work),
  ])
  assertRoomForParts(input.jobs.reduce((count, { parts }) => count + parts.length, 0))
  const jobs = input.jobs.map((job, index) => toNewJob(job, choices, `jobs.${index}.`))
  const customerId =
    input.customerId === undefined ? null : await pickCustomer(work, input.customerId, customerDetails)
  const { ticketId } = await addTicket(
    work,
    id => create({ ticketId: id, customerDetails, customerRV, jobs }, work.by, work.now),
    customerId,
  )
  return { ticketId }
})

export const changeTicketDetails = ({ onVinChanged }: TicketHooks) =>
  command.tickets.changeDetails.handler(async ({ input, context: { work } }) => {
    const [ticket, record] = await Promise.all([
      getTicket(work, input.ticketId),
      input.customerDetails === undefined ? null : findCustomerOf(work, input.ticketId),
    ])
    const { customerRV } = input
    const { noEmail: _, ...customerDetails } = input.customerDetails ?? {}
    const invalidYear = yearErrors(work, customerRV?.year)
    const changed = changeDetails(ticket, {
      customerRV,
      customerDetails: {
        ...customerDetails,
        phone: customerDetails.phone && formatPhone(customerDetails.phone),
        address: customerDetails.address === '' ? null : customerDetails.address,
      },
    })
    const isSameRig = ticket.customerRV.vin === changed.customerRV.vin
    if (isSameRig) assertNoErrors(invalidYear)
    const updated = isSameRig
      ? changed
      : await withRigFromPool(work, changed, ticket.customerRV.vin, invalidYear)
    const parts = (['customerDetails', 'customerRV'] as const).filter(field => input[field] !== undefined)
    if (parts.length === 0) return { done: true }
    updateSearchIndex(work, updated)
    saveTicket(work, updated, 'change-details', ...parts.map(field => ({ field })))
    if (input.customerDetails !== undefined)
      await followCorrection(work, ticket.ticketId, record, {
        before: ticket.customerDetails,
        after: updated.customerDetails,
      })
    if (!isSameRig) {
      await onVinChanged(work, ticket, updated)
      await removeUnusedOwnRigs(work, [ticket.customerRV.vin])
    }
    const isNewContact = hasNewContact(ticket.customerDetails, updated.customerDetails)
    if (isNewContact && (await deleteSubscriptions(work, ticket.ticketId)))
      recordActivity(work, updated, 'remove-push')
    return { done: true }
  })

export const checkInTicket = ({ moveToServiceBay, onVinChanged }: TicketHooks) =>
  command.tickets.checkIn.handler(async ({ input, context: { work } }) => {
    const { ticketId, customerRV, broughtBy = '', keys = '', lot = '', serviceBayId } = input
    const noted = { broughtBy, keys, lot }
    const meters = { odometer: input.odometer, generatorHours: input.generatorHours }
    const before = await getTicket(work, ticketId)
    authorize(work, 'ticket.check-in', before)
    if (serviceBayId !== undefined) authorize(work, 'ticket.assign')
    if (input.tappedAt !== undefined && isCheckedInAlready(before, customerRV?.vin)) {
      changeNotes(work, before, mergeCheckIns(before.checkIn, noted), meters)
      return { ...toTransitionResult(before), serviceBayNote: null }
    }
    const changed = changeDetails(before, { customerRV })
    const ticket = addMeters(checkIn(changed, noted, work.by, timeOfTap(input, work.now)), meters)
    assertNoErrors({ ...yearErrors(work, customerRV?.year), ...missingForCheckIn(ticket.customerRV) })
    const { vin } = before.customerRV
    const isSameRig = vin === ticket.customerRV.vin
    const checkedIn = isSameRig ? ticket : await withRigFromPool(work, ticket, vin)
    updateSearchIndex(work, checkedIn)
    saveTicket(work, checkedIn)
    if (!isSameRig) {
      await onVinChanged(work, before, checkedIn)
      await removeUnusedOwnRigs(work, [vin])
    }
    const serviceBayNote =
      serviceBayId === undefined ? null : await moveToServiceBay(work, checkedIn, serviceBayId)
    return { ...toTransitionResult(checkedIn), serviceBayNote }
  })

function changeNotes(work: UnitOfWork, before: Ticket, changes: CheckInChanges, meters = {}): void {
  const ticket = addMeters(changeCheckIn(before, changes), meters)
  if (ticket !== before) saveTicket(work, ticket, 'change-check-in')
}

export const changeCheckInNotes = command.tickets.changeCheckIn.handler(
  async ({ input, context: { work } }) => {
    const { ticketId, ...changes } = input
    const ticket = await getTicket(work, ticketId)
    authorize(work, 'ticket.check-in', ticket)
    changeNotes(work, ticket, changes)
    return { done: true }
  },
)

export const changeRigVisitOfTicket = command.tickets.changeRigVisit.handler(
  async ({ input, context: { work } }) => {
    const { ticketId, ...changes } = input
    const before = await getTicket(work, ticketId)
    authorize(work, 'ticket.check-in', before)
    const ticket = changeRigVisit(before, changes)
    assertNoErrors(rigVisitErrors(ticket.rigVisit, dayOf(work.now, work.timeZone)))
    if (ticket !== before) saveTicket(work, ticket, 'change-rig-visit')
    return { done: true }
  },
)

/** A new VIN is another rig: read from the shared rigs, or added, as for a new ticket. */
async function withRigFromPool<T extends Ticket>(
  work: UnitOfWork,
  ticket: T,
  oldVin: string,
  invalidYear: ReturnType<typeof yearErrors> = {},
): Promise<T> {
  const { ticketId, customerDetails, customerRV } = ticket
  const rig = await rigForTicket(work, customerRV, customerDetails, invalidYear, { vin: oldVin, ticketId })
  // An image uploaded to this ticket shows the actual rig, whatever its VIN.
  return { ...ticket, customerRV: { ...rig, rvImage: ticket.customerRV.rvImage ?? rig.rvImage } }
}

export const requestTicketApproval = ({ onApprovalAsked }: TicketHooks) =>
  command.tickets.askApproval.handler(async ({ input, context: { work } }) => {
    const found = await getTicket(work, input.ticketId)
    authorize(work, 'ticket.ask-approval', found)
    const ticket = askApproval(found, work.by, work.now)
    saveTicket(work, ticket)
    onApprovalAsked(work, ticket)
    return toTransitionResult(ticket)
  })

export const approveTicket = ({ onApproved }: TicketHooks) =>
  command.tickets.approve.handler(async ({ input, context: { work } }) => {
    const found = await getTicket(work, input.ticketId, 'No ticket data found.')
    const ticket = approve(found, work.by, work.now)
    saveTicket(work, ticket)
    onApproved(work, ticket)
    return toTransitionResult(ticket)
  })

export const finalizeTicket = ({ onFinalized }: TicketHooks) =>
  command.tickets.finalize.handler(async ({ input, context }) => {
    const { work } = context
    const found = await getTicket(work, input.ticketId)
    const company = await getCompany(work)
    const missing = await getMissingAnswers(work, found, company)
    const ticket = finalize(found, company.laborRate, work.by, work.now, missing)
    saveTicket(work, ticket)
    saveLaborOf(work, ticket.ticketId, ticket.jobs)
    const email = await onFinalized(work, context, ticket, company)
    await enqueuePush(work, context, ticket, { about: 'finalize' })
    return { ...toTransitionResult(ticket), email }
  })

export const completeTicket = ({ onCompleted }: TicketHooks) =>
  command.tickets.complete.handler(async ({ input, context }) => {
    const { work } = context
    const found = await getTicket(work, input.ticketId)
    const ticket = complete(found, work.by, work.now)
    saveTicket(work, ticket)
    saveEnd(work, found, ticket)
    await addEntry(work, ticket)
    await saveCustomerOfTicket(work, ticket)
    const email = await onCompleted(work, context, ticket, found)
    await enqueuePush(work, context, ticket, { about: 'complete' })
    return { ...toTransitionResult(ticket), email }
  })

export const closeTicket = ({ beforeClosed, emailClosed }: TicketHooks) =>
  command.tickets.close.handler(async ({ input, context }) => {
    const { work } = context
    const { reason, note } = input
    const found = await getTicket(work, input.ticketId)
    const hasEmail = found.customerDetails.email !== ''
    if (input.emailCustomer === true && !hasEmail)
      throw invalid({ emailCustomer: 'This customer has no email.' })
    const ticket = close(found, { reason, note }, work.by, work.now)
    await beforeClosed(work, ticket)
    const isEmailed = input.emailCustomer ?? (hasEmail && isEmailExpected(reason))
    const email = isEmailed ? await emailClosed(work, context, ticket, await getCompany(work)) : undefined
    const state = { before: found.state, after: ticket.state }
    const reasonLabel = CLOSE_REASON_LABELS[reason].toLowerCase()
    saveTicket(work, ticket, 'close', {
      state,
      reason: reasonLabel,
      ...(email === 'posted' && { isEmailed: true }),
    })
    saveEnd(work, found, ticket)
    if (isEmailed) await enqueuePush(work, context, ticket, { about: 'close' })
    return { ...toTransitionResult(ticket), email }
  })

export const addAddendum = command.tickets.addAddendum.handler(async ({ input, context: { work } }) => {
  const ticket = await getTicket(work, input.ticketId)
  assertAddendumPossible(ticket, await listAddenda(work, ticket.ticketId))
  const addendumId = insertAddendum(work, ticket.ticketId, {
    addedAt: work.now,
    by: work.by,
    text: input.text,
  })
  recordActivity(work, ticket, 'add-addendum')
  return { addendumId }
})

export const reopenTicket = ({ beforeReopened }: TicketHooks) =>
  command.tickets.reopen.handler(async ({ input, context }) => {
    const { work } = context
    const found = await getTicket(work, input.ticketId)
    const ticket = reopen(found, work.by, work.now)
    await beforeReopened(work, ticket.ticketId)
    saveTicket(work, ticket, 'reopen', { state: { before: found.state, after: ticket.state } })
    // A customer who was not told that it was closed would wonder.
    if (found.state !== 'closed') await enqueuePush(work, context, ticket, { about: 'reopen' })
    return toTransitionResult(ticket)
  })

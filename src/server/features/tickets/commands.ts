// The desk's commands on a ticket. Each has the same steps: allow, get, verb, save.

import type * as z from 'zod'
import type { newTicket as newTicketInput } from '#contract/tickets.ts'
import { assertEmployeeActive } from '#domain/employees/employee.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { hasNewContact } from '#domain/push/message.ts'
import type { CustomerRV } from '#domain/rigs/rig.ts'
import { planTimingOf } from '#domain/schedule/schedule.ts'
import { fullName, technicianName } from '#domain/tickets/assignment.ts'
import {
  approve,
  askApproval,
  assertInWork,
  assign,
  changeDetails,
  complete,
  create,
  finalize,
  release,
  reopen,
  type Ticket,
} from '#domain/tickets/ticket.ts'
import { toHistoryEntry } from '#domain/work-history/work-history.ts'
import { authorize, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { listAskedLines } from '#server/features/approvals/store.ts'
import { endInaccessibleClocks, lockClocksOfTicket } from '#server/features/clocks/store.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { emailReady } from '#server/features/customer-links/store.ts'
import { saveCustomerOfTicket } from '#server/features/customers/store.ts'
import { findEmployee, getEmployee } from '#server/features/employees/store.ts'
import { clearHoldOnCommit } from '#server/features/on-hold/store.ts'
import { deleteSubscriptions, enqueuePush } from '#server/features/push-subscriptions/store.ts'
import { isComplete, rigForTicket } from '#server/features/rigs/store.ts'
import { listPlans, removePlan, savePlan } from '#server/features/schedule/store.ts'
import { addEntry } from '#server/features/work-history/store.ts'
import { invalid } from '#server/rpc/errors.ts'
import { command } from '#server/rpc/procedures.ts'
import {
  addTicket,
  getTicket,
  insertOnCommit,
  recordActivity,
  saveAssigned,
  saveTicket,
  updateSearchIndex,
} from './store.ts'

type NewTicketInput = z.output<typeof newTicketInput>

const toTransitionResult = ({ ticketId, state }: Ticket) => ({ ticketId, state })

export async function createTicketWithin(
  work: UnitOfWork,
  input: NewTicketInput,
): Promise<{ ticketId: number }> {
  authorize(work, 'ticket.create')
  const { address, coordinates, ...customer } = input.customerDetails
  const customerDetails = {
    ...customer,
    address: address || null,
    coordinates: coordinates ?? null,
    profileImageUrl: null,
  }
  const of = (customerRV: CustomerRV) => (ticketId: number) =>
    create({ ticketId, customerDetails, customerRV, jobs: input.jobs }, work.by, work.now)
  const { customerRV: typed } = input
  const { ticketId } =
    work.attempt === 1 && isComplete(typed)
      ? insertOnCommit(work, of({ ...typed, rvImage: null }))
      : await addTicket(work, of(await rigForTicket(work, typed)))
  return { ticketId }
}

export const createTicket = command.tickets.create.handler(({ input, context: { work } }) =>
  createTicketWithin(work, input),
)

export const changeTicketDetails = command.tickets.changeDetails.handler(
  async ({ input, context: { work } }) => {
    authorize(work, 'ticket.change-details')
    const ticket = await getTicket(work, input.ticketId)
    const { customerDetails, customerRV } = input
    const changed = changeDetails(ticket, {
      customerRV,
      customerDetails: customerDetails && {
        ...customerDetails,
        address: customerDetails.address === '' ? null : customerDetails.address,
      },
    })
    const known = await withRigFromPool(work, ticket, changed)
    const parts = (['customerDetails', 'customerRV'] as const).filter(field => input[field] !== undefined)
    if (parts.length === 0) return { done: true }
    await updateSearchIndex(work, known)
    await saveTicket(work, known, 'change-details', ...parts.map(field => ({ field })))
    const isElsewhere = hasNewContact(ticket.customerDetails, known.customerDetails)
    if (isElsewhere && (await deleteSubscriptions(work, ticket.ticketId)))
      recordActivity(work, known, 'forget-phones')
    return { done: true }
  },
)

/** A new VIN is another rig: read from the shared rigs, or added, as for a new ticket. */
async function withRigFromPool(work: UnitOfWork, before: Ticket, ticket: Ticket): Promise<Ticket> {
  if (ticket.customerRV.vin === before.customerRV.vin) return ticket
  const rig = await rigForTicket(work, ticket.customerRV)
  // An image uploaded to this ticket shows the actual rig, whatever its VIN.
  return { ...ticket, customerRV: { ...rig, rvImage: ticket.customerRV.rvImage ?? rig.rvImage } }
}

export const requestTicketApproval = command.tickets.askApproval.handler(
  async ({ input, context: { work } }) => {
    authorize(work, 'ticket.ask-approval')
    const found = await getTicket(work, input.ticketId)
    authorize(work, 'ticket.ask-approval', found)
    const ticket = askApproval(found, work.by, work.now)
    await saveTicket(work, ticket)
    return toTransitionResult(ticket)
  },
)

export const approveTicket = command.tickets.approve.handler(async ({ input, context: { work } }) => {
  authorize(work, 'ticket.approve')
  const found = await getTicket(work, input.ticketId, 'No ticket data found.')
  const ticket = approve(found, work.by, work.now)
  await saveTicket(work, ticket)
  return toTransitionResult(ticket)
})

export const finalizeTicket = command.tickets.finalize.handler(async ({ input, context }) => {
  const { work } = context
  authorize(work, 'ticket.finalize')
  const found = await getTicket(work, input.ticketId)
  const company = await getCompany(work)
  const asked = await listAskedLines(work, found.ticketId)
  const ticket = finalize(found, company.laborRate, work.by, work.now, asked)
  await saveTicket(work, ticket)
  clearHoldOnCommit(work, ticket.ticketId)
  const email = await emailReady(work, context, ticket, company)
  await enqueuePush(work, context, ticket, { about: 'finalize' })
  return { ...toTransitionResult(ticket), letter: email }
})

export const completeTicket = command.tickets.complete.handler(async ({ input, context }) => {
  const { work } = context
  authorize(work, 'ticket.complete')
  const ticket = complete(await getTicket(work, input.ticketId), work.by, work.now)
  await saveTicket(work, ticket)
  await addEntry(work, toHistoryEntry(ticket))
  await saveCustomerOfTicket(work, ticket)
  await enqueuePush(work, context, ticket, { about: 'complete' })
  return toTransitionResult(ticket)
})

export const reopenTicket = command.tickets.reopen.handler(async ({ input, context }) => {
  const { work } = context
  authorize(work, 'ticket.reopen')
  const ticket = reopen(await getTicket(work, input.ticketId), work.by, work.now)
  await saveTicket(work, ticket)
  await enqueuePush(work, context, ticket, { about: 'reopen' })
  return toTransitionResult(ticket)
})

export const assignTechnician = command.tickets.assign.handler(async ({ input, context: { work } }) => {
  authorize(work, 'ticket.assign')
  await lockClocksOfTicket(work, input.ticketId)
  const found = await getTicket(work, input.ticketId)
  const employee = await getEmployee(work, input.employeeId)
  if (!employee.roles.isTechnician) throw invalid({ employeeId: 'Please select a technician.' })
  assertEmployeeActive(employee)
  const day = dayOf(work.now, work.timeZone)
  const when = planTimingOf(input.date ?? day, day)
  if (when === 'never') throw invalid({ date: 'Choose a date from today to a year from now.' })
  if (when === 'later') {
    assertInWork(found)
    const date = input.date ?? day
    await savePlan(work, found.ticketId, { date, uuid: employee.id })
    await saveTicket(work, found, 'plan', { technician: fullName(employee), date })
    return { done: true }
  }
  const ticket = assign(found, employee, work.now, work.timeZone)
  await saveAssigned(work, ticket, 'assign', fullName(employee))
  await endInaccessibleClocks(work, ticket)
  return { done: true }
})

export const releaseTechnician = command.tickets.release.handler(async ({ input, context: { work } }) => {
  authorize(work, 'ticket.release')
  const { ticketId, date } = input
  if (date !== undefined && date !== dayOf(work.now, work.timeZone)) {
    const planned = await getTicket(work, ticketId)
    assertInWork(planned)
    const plan = (await listPlans(work, ticketId)).find(plan => plan.date === date)
    if (plan === undefined) return { done: true }
    const employee = await findEmployee(work, plan.uuid)
    await removePlan(work, ticketId, date)
    const technician = employee === null ? undefined : fullName(employee)
    await saveTicket(work, planned, 'unplan', { technician, date })
    return { done: true }
  }
  await lockClocksOfTicket(work, ticketId)
  const found = await getTicket(work, ticketId)
  const ticket = release(found)
  const name = technicianName(found)
  await saveTicket(work, ticket, 'release', name === null ? {} : { technician: name })
  await endInaccessibleClocks(work, ticket)
  return { done: true }
})

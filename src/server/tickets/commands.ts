// What the desk does with a ticket. Each command reads the same way: allow, get, verb, save.

import { refuseInactive } from '#domain/employee.ts'
import {
  accept,
  approve,
  askApproval,
  assign,
  complete,
  create,
  decline,
  finalize,
  release,
  reopen,
  type Ticket,
} from '#domain/ticket.ts'
import { entryOf } from '#domain/work-history.ts'
import { command } from '#server/api.ts'
import { getLaborRate } from '#server/companies/store.ts'
import { saveCustomerOf } from '#server/customers/store.ts'
import { getEmployee } from '#server/employees/store.ts'
import { invalid } from '#server/errors.ts'
import { addEntry } from '#server/history/store.ts'
import { rigForTicket } from '#server/rigs/store.ts'
import { allow } from '#server/work.ts'
import { addTicket, getTicket, saveAssignment, saveTicket } from './store.ts'

const moved = ({ ticketId, state }: Ticket) => ({ ticketId, state })

export const createTicket = command.tickets.create.handler(async ({ input, context: { work } }) => {
  allow(work, 'ticket.create')
  const { address, coordinates, ...customer } = input.customerDetails
  const customerDetails = {
    ...customer,
    address: address || null,
    coordinates: coordinates ?? null,
    profileImageUrl: null,
  }
  const customerRV = await rigForTicket(work, input.customerRV)
  const { ticketId } = await addTicket(work, ticketId =>
    create({ ticketId, customerDetails, customerRV, jobs: input.jobs }, work.by, work.now),
  )
  return { ticketId }
})

export const acceptTicket = command.tickets.accept.handler(async ({ input, context: { work } }) => {
  allow(work, 'ticket.accept')
  const ticket = accept(await getTicket(work, input.ticketId), work.by, work.now)
  await saveTicket(work, ticket)
  return moved(ticket)
})

export const declineTicket = command.tickets.decline.handler(async ({ input, context: { work } }) => {
  allow(work, 'ticket.decline')
  const ticket = decline(await getTicket(work, input.ticketId), work.by, work.now)
  await saveTicket(work, ticket)
  return moved(ticket)
})

export const askTicketApproval = command.tickets.askApproval.handler(async ({ input, context: { work } }) => {
  allow(work, 'ticket.ask-approval')
  const found = await getTicket(work, input.ticketId)
  allow(work, 'ticket.ask-approval', found)
  const ticket = askApproval(found, work.by, work.now)
  await saveTicket(work, ticket)
  return moved(ticket)
})

export const approveTicket = command.tickets.approve.handler(async ({ input, context: { work } }) => {
  allow(work, 'ticket.approve')
  const found = await getTicket(work, input.ticketId, 'No ticket data found.')
  const ticket = approve(found, work.by, work.now)
  await saveTicket(work, ticket)
  return moved(ticket)
})

export const finalizeTicket = command.tickets.finalize.handler(async ({ input, context: { work } }) => {
  allow(work, 'ticket.finalize')
  const found = await getTicket(work, input.ticketId)
  const ticket = finalize(found, await getLaborRate(work), work.by, work.now)
  await saveTicket(work, ticket)
  return moved(ticket)
})

export const completeTicket = command.tickets.complete.handler(async ({ input, context: { work } }) => {
  allow(work, 'ticket.complete')
  const ticket = complete(await getTicket(work, input.ticketId), work.by, work.now)
  await saveTicket(work, ticket)
  await addEntry(work, entryOf(ticket))
  await saveCustomerOf(work, ticket)
  return moved(ticket)
})

export const reopenTicket = command.tickets.reopen.handler(async ({ input, context: { work } }) => {
  allow(work, 'ticket.reopen')
  const ticket = reopen(await getTicket(work, input.ticketId), work.by, work.now)
  await saveTicket(work, ticket)
  return moved(ticket)
})

export const assignTechnician = command.tickets.assign.handler(async ({ input, context: { work } }) => {
  allow(work, 'ticket.assign')
  const found = await getTicket(work, input.ticketId)
  const employee = await getEmployee(work, input.employeeId)
  if (!employee.roles.isTechnician) throw invalid({ employeeId: 'Please select a technician.' })
  refuseInactive(employee)
  const ticket = assign(found, employee, work.now, work.timeZone)
  const today = ticket.assignedTechs.at(-1)
  if (today !== undefined) await saveAssignment(work, ticket.ticketId, today)
  await saveTicket(work, ticket, 'assign')
  return { done: true }
})

export const releaseTechnician = command.tickets.release.handler(async ({ input, context: { work } }) => {
  allow(work, 'ticket.release')
  await saveTicket(work, release(await getTicket(work, input.ticketId)), 'release')
  return { done: true }
})

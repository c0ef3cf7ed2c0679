// Parts on a ticket. The bay may add one without a price; pricing is the desk's.

import { randomUUID } from 'node:crypto'
import { jobOf } from '#domain/job.ts'
import type { Part } from '#domain/part.ts'
import { may } from '#domain/permission.ts'
import { refuseUnlessInWork, type Ticket } from '#domain/ticket.ts'
import { command } from '#server/api.ts'
import { forbidden, notFound } from '#server/errors.ts'
import { allow } from '#server/work.ts'
import { addPart, deletePart, getTicket, savePart, saveTicket } from './store.ts'

export const addPartToTicket = command.tickets.addPart.handler(async ({ input, context: { work } }) => {
  allow(work, 'part.add')
  const ticket = await getTicket(work, input.ticketId)
  allow(work, 'part.add', ticket)
  const { quantity, description, perPartAmount = null, jobNumber = null } = input
  if (perPartAmount !== null && !may(work.actor, 'part.price')) throw forbidden()
  refuseUnlessInWork(ticket)
  if (jobNumber !== null) jobOf(ticket, jobNumber)
  const part: Part = { partId: randomUUID(), quantity, description, perPartAmount, jobNumber }
  await addPart(work, ticket.ticketId, part)
  await saveTicket(work, ticket, 'add-part')
  return { partId: part.partId }
})

const getPart = (ticket: Ticket, partId: string): Part => {
  const part = ticket.parts.find(candidate => candidate.partId === partId)
  if (part === undefined) throw notFound()
  return part
}

export const changePart = command.tickets.changePart.handler(async ({ input, context: { work } }) => {
  allow(work, 'part.price')
  const ticket = await getTicket(work, input.ticketId)
  const part = getPart(ticket, input.partId)
  refuseUnlessInWork(ticket)
  const { quantity, description, perPartAmount, jobNumber } = input
  if (jobNumber !== undefined && jobNumber !== null) jobOf(ticket, jobNumber)
  await savePart(work, ticket.ticketId, {
    partId: part.partId,
    quantity: quantity ?? part.quantity,
    description: description ?? part.description,
    perPartAmount: perPartAmount === undefined ? part.perPartAmount : perPartAmount,
    jobNumber: jobNumber === undefined ? part.jobNumber : jobNumber,
  })
  await saveTicket(work, ticket, 'change-part')
  return { done: true }
})

export const removePart = command.tickets.removePart.handler(async ({ input, context: { work } }) => {
  allow(work, 'part.price')
  const ticket = await getTicket(work, input.ticketId)
  const { partId } = getPart(ticket, input.partId)
  refuseUnlessInWork(ticket)
  await deletePart(work, ticket.ticketId, partId)
  await saveTicket(work, ticket, 'remove-part')
  return { done: true }
})

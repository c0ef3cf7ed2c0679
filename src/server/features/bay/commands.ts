// What technicians' phones report, and what they hand to the desk.

import { randomUUID } from 'node:crypto'
import { jobDetail } from '#domain/tickets/activity.ts'
import { findTicket, recordActivity } from '#server/features/tickets/store.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { command } from '#server/rpc/procedures.ts'
import { addHandOver, dismissPhones, findHandOver, savePhoneReport, settleHandOver } from './store.ts'

export const reportPhone = command.bay.report.handler(async ({ input, context: { work } }) => {
  await savePhoneReport(work, input)
  return { done: true }
})

export const dismissDevices = command.bay.dismissDevices.handler(async ({ input, context: { work } }) => {
  await dismissPhones(work, input.technicianId)
  return { done: true }
})

/** The ticket may be another technician's by now, or gone: nothing of it is answered. */
export const handOverToDesk = command.bay.handOver.handler(async ({ input, context: { work } }) => {
  const handOverId = randomUUID()
  const ticket = await findTicket(work, input.ticketId)
  await addHandOver(work, { handOverId, ...input })
  if (ticket !== null) {
    const job = ticket.jobs.find(({ jobNumber }) => jobNumber === input.jobNumber)
    recordActivity(work, ticket, 'hand-over', job === undefined ? {} : jobDetail(job))
  }
  return { handOverId }
})

export const settle = command.bay.settleHandOver.handler(async ({ input, context: { work } }) => {
  const { handOverId } = input
  const found = await findHandOver(work, handOverId)
  if (found === undefined) throw notFound()
  if (found.settledAt !== null) return { done: true }
  await settleHandOver(work, handOverId)
  const ticket = await findTicket(work, found.ticketId)
  if (ticket !== null) recordActivity(work, ticket, 'settle-hand-over', { technician: found.technician })
  return { done: true }
})

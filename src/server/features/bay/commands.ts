// What technicians' phones report, and what they hand to the desk.

import { randomUUID } from 'node:crypto'
import { findTicket } from '#server/features/tickets/store.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { command, procedure, runCommand, runQuery } from '#server/rpc/procedures.ts'
import {
  addHandOver,
  dismissPhones,
  findHandedOverLocation,
  findHandOver,
  savePhoneReport,
  settleHandOver,
} from './store.ts'

export const reportPhone = command.bay.report.handler(async ({ input, context: { work } }) => {
  await savePhoneReport(work, input)
  return { done: true }
})

export const dismissDevices = command.bay.dismissDevices.handler(async ({ input, context: { work } }) => {
  await dismissPhones(work, input.technicianId)
  return { done: true }
})

/** The ticket may be another technician's by now, or gone: nothing of it is answered. */
export const handOverToDesk = procedure.bay.handOver.handler(async ({ input, context }) => {
  // Sent again meanwhile, it may have been refused for another reason.
  const body = JSON.stringify({ ...input, reason: '' })
  const { output } = await runCommand(context, 'bay.handOver', body, async work => {
    const handOverId = context.idempotencyKey ?? randomUUID()
    await addHandOver(work, { handOverId, ...input }, await findTicket(work, input.ticketId))
    return { handOverId }
  })
  return output
})

/** With a photo that was not added to the ticket, its images go. */
export const settle = procedure.bay.settleHandOver.handler(async ({ input, context }) => {
  const { handOverId } = input
  const location = await runQuery(context, work => findHandedOverLocation(work, handOverId))
  const { output } = await context.withFileJournal(location === null ? [] : [location], () =>
    runCommand(context, 'bay.settleHandOver', JSON.stringify(input), async work => {
      const found = await findHandOver(work, handOverId)
      if (found === null) throw notFound()
      if (found.settledAt === null) settleHandOver(work, found, await findTicket(work, found.ticketId))
      return { done: true } as const
    }),
  )
  return output
})

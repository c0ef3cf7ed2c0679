import { Refusal } from '#domain/refusals/refusal.ts'
import { correctionErrors } from '#domain/ticket-days/ticket-days.ts'
import { assertNoErrors } from '#server/features/rigs/store.ts'
import { getTicket, recordActivity } from '#server/features/tickets/store.ts'
import { command, query } from '#server/rpc/procedures.ts'
import { findVisitDays, listTicketDays } from './store.ts'

export const getTicketDays = query.ticketDays.get.handler(async ({ input, context: { work } }) =>
  listTicketDays(work, await getTicket(work, input.ticketId)),
)

export const correctTicketDays = command.ticketDays.correct.handler(async ({ input, context: { work } }) => {
  const { ticketId, firstDay, lastDay, cause } = input
  const ticket = await getTicket(work, ticketId)
  const visit = await findVisitDays(work, ticket)
  if (visit === null) throw new Refusal([{ code: 'ticket-days.none' }])
  assertNoErrors(correctionErrors({ firstDay, lastDay }, visit))
  recordActivity(work, ticket, 'correct-days', { firstDay, lastDay, dayCause: cause })
  return { done: true }
})

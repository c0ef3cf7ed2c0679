// What an RV was like when it came in: read and entered by those who may check it in.

import { Refusal } from '#domain/refusals/refusal.ts'
import { changeWalkaround, isSameWalkaround } from '#domain/walkarounds/change-walkaround.ts'
import { authorize } from '#server/db/unit-of-work.ts'
import { getPreferences } from '#server/features/preferences/store.ts'
import { getTicket, recordActivity } from '#server/features/tickets/store.ts'
import { command, query } from '#server/rpc/procedures.ts'
import { findWalkaround, saveWalkaround } from './store.ts'

export const getWalkaround = query.walkarounds.get.handler(async ({ input, context: { work } }) => {
  const ticket = await getTicket(work, input.ticketId)
  authorize(work, 'ticket.check-in', ticket)
  const { recordsWalkarounds: isOn } = await getPreferences(work)
  return { isOn, walkaround: await findWalkaround(work, ticket.ticketId), timeZone: work.timeZone }
})

export const recordWalkaround = command.walkarounds.record.handler(async ({ input, context: { work } }) => {
  const ticket = await getTicket(work, input.ticketId)
  authorize(work, 'ticket.check-in', ticket)
  if (!(await getPreferences(work)).recordsWalkarounds) throw new Refusal([{ code: 'walkaround.off' }])
  const before = await findWalkaround(work, ticket.ticketId)
  const after = changeWalkaround(ticket, before, input)
  if (before !== null && isSameWalkaround(before, after)) return { done: true }
  saveWalkaround(work, ticket.ticketId, after)
  recordActivity(work, ticket, before === null ? 'record-walkaround' : 'change-walkaround')
  return { done: true }
})

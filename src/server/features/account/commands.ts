// Ending sessions in other places.

import { authorize } from '#server/db/unit-of-work.ts'
import { notFound, unauthorized } from '#server/lib/api-errors.ts'
import { command } from '#server/rpc/procedures.ts'
import { endOwnOtherSessions, endOwnSession } from './store.ts'

export const endSession = command.account.endSession.handler(async ({ input, context: { work } }) => {
  authorize(work, 'session.end-own')
  if (!(await endOwnSession(work, input.sessionId))) throw notFound()
  return { done: true }
})

export const endOtherSessions = command.account.endOtherSessions.handler(
  async ({ context: { work, sessionId } }) => {
    authorize(work, 'session.end-own')
    if (sessionId === null) throw unauthorized()
    await endOwnOtherSessions(work, sessionId)
    return { done: true }
  },
)

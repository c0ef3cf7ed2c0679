// Ending sessions in other places.

import { lockCurrentAccount } from '#server/auth/accounts.ts'
import { notFound, unauthorized } from '#server/lib/api-errors.ts'
import { command } from '#server/rpc/procedures.ts'
import { endOwnOtherSessions, endOwnSession } from './store.ts'

export const endSession = command.account.endSession.handler(async ({ input, context: { work } }) => {
  lockCurrentAccount(work)
  if (!(await endOwnSession(work, input.sessionId))) throw notFound()
  return { done: true }
})

export const endOtherSessions = command.account.endOtherSessions.handler(
  async ({ context: { work, sessionId } }) => {
    if (sessionId === null) throw unauthorized()
    lockCurrentAccount(work)
    await endOwnOtherSessions(work, sessionId)
    return { done: true }
  },
)

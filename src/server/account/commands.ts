// Signing out where one is not.

import { command } from '#server/api.ts'
import { notFound, unauthorized } from '#server/errors.ts'
import { allow } from '#server/work.ts'
import { endOwnOtherSessions, endOwnSession } from './store.ts'

export const endSession = command.account.endSession.handler(async ({ input, context: { work } }) => {
  allow(work, 'session.end-own')
  if (!(await endOwnSession(work, input.sessionId))) throw notFound()
  return { done: true }
})

export const endOtherSessions = command.account.endOtherSessions.handler(
  async ({ context: { work, sessionId } }) => {
    allow(work, 'session.end-own')
    if (sessionId === null) throw unauthorized()
    await endOwnOtherSessions(work, sessionId)
    return { done: true }
  },
)

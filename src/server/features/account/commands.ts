// Ending sessions in other places, and the owner's name.

import { sql } from 'kysely'
import { lockCurrentAccount } from '#server/auth/accounts.ts'
import { saveOwnerNameAsked } from '#server/features/companies/store.ts'
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

/** The owner's own name, by which customers and colleagues know them; until then it is the company's. */
export const setOwnerName = command.account.setName.handler(async ({ input, context: { work } }) => {
  const name = [input.firstName, input.lastName].filter(word => word !== undefined).join(' ')
  if (name !== '') await sql`select rename_own_company_account(${name}, ${work.now})`.execute(work.database)
  saveOwnerNameAsked(work)
  return { done: true }
})

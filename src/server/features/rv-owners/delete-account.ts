// An RV owner deletes their account. Their rigs are released, and their personal details remain only in companies'
// tickets, with what they wrote there.

import type { Actor } from '#domain/account/actor.ts'
import { assertNoBlockers } from '#domain/refusals/refusal.ts'
import { appendPlatformEntry } from '#server/audit/platform-audit.ts'
import { deleteAccount, lockOwnAccount, verifyPassword } from '#server/auth/delete-account.ts'
import { releaseAllRigs } from '#server/features/rig-claims/store.ts'
import { invalid, unauthorized } from '#server/lib/api-errors.ts'
import { enqueueEmailToAccount } from '#server/mail/outbox.ts'
import { consumeRateLimit, procedure, runCommand } from '#server/rpc/procedures.ts'
import { accountDeletedEmail } from './emails.ts'

const wrongPassword = () => invalid({ password: 'That isn’t your password.' })

/**
 * A founder's account cannot be deleted: its actions are logged under its name, and a new account with an email in
 * FOUNDERS would be a founder again.
 */
function accountIdOf(actor: Actor): string {
  if (actor.kind === 'founder') assertNoBlockers([{ code: 'account.founders' }])
  if (!('id' in actor)) throw unauthorized()
  return actor.id
}

export const deleteOwnAccount = procedure.rvOwners.deleteAccount.handler(async ({ input, context }) => {
  const { unitOfWorkServices, passwords, mailContext, execution } = context
  const account = accountIdOf(execution.actor)
  // Shares its limit with every endpoint that would confirm a guessed password.
  await consumeRateLimit(context, 'change-password')
  const verifiedHash = await verifyPassword(
    { database: unitOfWorkServices.database, passwords },
    account,
    input.password,
  )
  if (verifiedHash === null) throw wrongPassword()
  // Without a key: nobody is left to repeat it, and nothing about the password is stored.
  const once = { ...context, idempotencyKey: null }
  const { output } = await runCommand(once, 'rvOwners.deleteAccount', '', async work => {
    const email = await lockOwnAccount(work, verifiedHash)
    if (email === null) throw wrongPassword()
    await releaseAllRigs(work)
    await appendPlatformEntry(work, { verb: 'account.delete' })
    await enqueueEmailToAccount(work, mailContext, accountDeletedEmail(mailContext, email))
    await deleteAccount(work, verifiedHash)
    return { done: true } as const
  })
  return output
})

// The owner of an account deletes it. Their rigs are nobody's then, and who they are is written nowhere here but in
// what companies wrote: a ticket is its company's, and so is what its customer said on it.

import type { Actor } from '#domain/account/actor.ts'
import { assertNoBlockers } from '#domain/refusals/refusal.ts'
import { appendPlatformEntry } from '#server/audit/platform-audit.ts'
import { deleteAccount, lockOwnAccount, verifyPassword } from '#server/auth/delete-account.ts'
import { authorize } from '#server/db/unit-of-work.ts'
import { releaseAllRigs } from '#server/features/rig-claims/store.ts'
import { invalid, unauthorized } from '#server/lib/errors.ts'
import { enqueueEmailToAccount } from '#server/mail/outbox.ts'
import { consumeRateLimit, externalQuery, runCommand } from '#server/rpc/procedures.ts'
import { accountDeletedEmail } from './emails.ts'

const wrongPassword = () => invalid({ password: 'This is not your password.' })

/**
 * Whoever runs the platform does not vanish from it: what they did is told under their name. And the next account of an
 * email that is named in FOUNDERS would be a founder's again.
 */
function accountIdOf(actor: Actor): string {
  if (actor.kind === 'founder') assertNoBlockers([{ code: 'account.founders' }])
  if (!('id' in actor)) throw unauthorized()
  return actor.id
}

export const deleteOwnAccount = externalQuery.rvOwners.deleteAccount.handler(async ({ input, context }) => {
  const { unitOfWorkServices, passwords, mailContext, execution } = context
  const account = accountIdOf(execution.actor)
  // Counted with every other place that would tell a guesser when the password is right.
  await consumeRateLimit(context, 'change-password')
  const verifiedHash = await verifyPassword(
    { database: unitOfWorkServices.database, passwords },
    account,
    input.password,
  )
  if (verifiedHash === null) throw wrongPassword()
  // Without a key: nobody is there to repeat it, and nothing of the password is kept.
  const once = { ...context, idempotencyKey: null }
  const { output } = await runCommand(once, 'rvOwners.deleteAccount', '', async work => {
    authorize(work, 'rv-owner.change')
    const email = await lockOwnAccount(work, verifiedHash)
    if (email === null) throw wrongPassword()
    await releaseAllRigs(work)
    await appendPlatformEntry(work, { verb: 'account.leave' })
    await enqueueEmailToAccount(work, mailContext, accountDeletedEmail(mailContext, email))
    await deleteAccount(work, verifiedHash)
    return { done: true } as const
  })
  return output
})

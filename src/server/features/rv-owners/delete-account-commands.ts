// An RV owner deletes their account. Their rigs are released, and their personal details remain only in companies'
// tickets, with what they wrote there.

import { assertNoBlockers } from '#domain/refusals/refusal.ts'
import { appendPlatformEntry } from '#server/audit/platform-audit.ts'
import { deleteAccount, lockOwnAccount } from '#server/auth/delete-account.ts'
import { releaseAllRigs } from '#server/features/rig-claims/store.ts'
import { enqueueEmailToAccount } from '#server/mail/outbox.ts'
import { passwordProcedure, runCommand, wrongPassword } from '#server/rpc/procedures.ts'
import { accountDeletedEmail } from './emails.ts'

export const deleteOwnAccount = passwordProcedure.rvOwners.deleteAccount.handler(async ({ context }) => {
  const { mailContext, execution, verifiedHash } = context
  // A founder's actions are logged under its name, and a new account with an email in FOUNDERS would be a founder again.
  if (execution.actor.kind === 'founder') assertNoBlockers([{ code: 'account.founders' }])
  // Without a key: nobody is left to repeat it.
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

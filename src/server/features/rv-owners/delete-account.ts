// The owner of an account deletes it. Their rigs are nobody's then, and who they are is written nowhere here but in
// what companies wrote: a ticket is its company's, and so is what its customer said on it.

import type { Actor } from '#domain/account/actor.ts'
import { refuseIfAny } from '#domain/lib/refusal.ts'
import { addDeed } from '#server/audit/platform-audit.ts'
import { deleteAccount, holdOwnAccount, provenHash } from '#server/auth/delete-account.ts'
import { allow } from '#server/db/unit-of-work.ts'
import { letAllRigsGo } from '#server/features/rig-claims/store.ts'
import { writeToPerson } from '#server/mail/outbox.ts'
import { invalid, unauthorized } from '#server/rpc/errors.ts'
import { asCommand, countTry, lookup } from '#server/rpc/procedures.ts'
import { deletedLetter } from './emails.ts'

const notTheirs = () => invalid({ password: 'This is not your password.' })

/**
 * Whoever runs the platform does not vanish from it: what they did is told under their name. And the next account of an
 * email that is named in FOUNDERS would be a founder's again.
 */
function idOf(actor: Actor): string {
  if (actor.kind === 'founder') refuseIfAny([{ code: 'account.founders' }])
  if (!('id' in actor)) throw unauthorized()
  return actor.id
}

export const deleteOwnAccount = lookup.my.leave.handler(async ({ input, context }) => {
  const { workplace, passwords, post, occasion } = context
  const account = idOf(occasion.actor)
  // Counted with every other place that would tell a guesser when the password is right.
  await countTry(context, 'change-password')
  const proven = await provenHash({ database: workplace.database, passwords }, account, input.password)
  if (proven === null) throw notTheirs()
  // Without a key: nobody is there to repeat it, and nothing of the password is kept.
  const once = { ...context, idempotencyKey: null }
  const { output } = await asCommand(once, 'my.leave', '', async work => {
    allow(work, 'my.change')
    const email = await holdOwnAccount(work, proven)
    if (email === null) throw notTheirs()
    await letAllRigsGo(work)
    await addDeed(work, { verb: 'account.leave' })
    await writeToPerson(work, post, deletedLetter(post, email))
    await deleteAccount(work, proven)
    return { done: true } as const
  })
  return output
})

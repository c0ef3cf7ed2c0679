// A founder ends the claim of somebody whose rig it is not: until then a made-up ticket would keep its owner out.

import { allow } from '#server/db/unit-of-work.ts'
import { writeToPerson } from '#server/mail/outbox.ts'
import { notFound } from '#server/rpc/errors.ts'
import { command } from '#server/rpc/procedures.ts'
import { endStandingClaim } from './claims.ts'
import { claimEndedLetter } from './emails.ts'
import { heldBy } from './store.ts'

export const endClaim = command.founders.endClaim.handler(async ({ input, context }) => {
  const { work, post } = context
  allow(work, 'claim.end')
  const { vin, claimId, reason } = input
  const former = await endStandingClaim(work, heldBy(context), { vin, claimId: claimId ?? null, reason })
  if (former === null)
    throw notFound(
      claimId === undefined
        ? 'Nobody holds this rig.'
        : 'This claim has ended already. Look at it as it is now.',
    )
  await writeToPerson(work, post, claimEndedLetter(former, vin, reason))
  return { done: true }
})

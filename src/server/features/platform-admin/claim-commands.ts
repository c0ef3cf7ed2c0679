// A founder ends the claim of somebody whose rig it is not: until then a made-up ticket would keep its owner out.

import { authorize } from '#server/db/unit-of-work.ts'
import { notFound } from '#server/lib/errors.ts'
import { enqueueEmailToAccount } from '#server/mail/outbox.ts'
import { command } from '#server/rpc/procedures.ts'
import { endActiveClaim } from './claims.ts'
import { claimEndedEmail } from './emails.ts'
import { sessionIdOf } from './store.ts'

export const endClaim = command.platformAdmin.endClaim.handler(async ({ input, context }) => {
  const { work, mailContext } = context
  authorize(work, 'claim.end')
  const { vin, claimId, reason } = input
  const former = await endActiveClaim(work, sessionIdOf(context), { vin, claimId: claimId ?? null, reason })
  if (former === null)
    throw notFound(
      claimId === undefined
        ? 'Nobody holds this rig.'
        : 'This claim has ended already. Look at it as it is now.',
    )
  await enqueueEmailToAccount(work, mailContext, claimEndedEmail(former, vin, reason))
  return { done: true }
})

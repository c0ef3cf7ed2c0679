// A founder ends an unjustified claim: otherwise a made-up ticket would keep the owner out.

import { publishEndedClaim } from '#server/features/rig-claims/store.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { enqueueEmailToAccount } from '#server/mail/outbox.ts'
import { command } from '#server/rpc/procedures.ts'
import { endActiveClaim } from './claim-store.ts'
import { claimEndedEmail } from './emails.ts'
import { sessionIdOf } from './store.ts'

export const endClaim = command.platformAdmin.endClaim.handler(async ({ input, context }) => {
  const { work, mailContext } = context
  const { vin, claimId, reason } = input
  const former = await endActiveClaim(work, sessionIdOf(context), { vin, claimId: claimId ?? null, reason })
  if (former === null)
    throw notFound(
      claimId === undefined
        ? 'No one has claimed this rig.'
        : 'This claim has already ended. Reload to see the rig now.',
    )
  await enqueueEmailToAccount(
    work,
    mailContext,
    claimEndedEmail(former, vin, reason, mailContext.contactEmail),
  )
  await publishEndedClaim(work, vin)
  return { done: true }
})

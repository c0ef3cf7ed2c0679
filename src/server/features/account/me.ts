// The current user.

import { query } from '#server/rpc/procedures.ts'

export const getMe = query.me.handler(async ({ context: { work } }) => {
  const { actor } = work
  // A customer has a link, not an account.
  if (actor.kind === 'customer') return { kind: 'visitor' as const }
  return actor
})

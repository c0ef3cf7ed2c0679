// The current user.

import { query } from '#server/rpc/procedures.ts'

export const getMe = query.me.handler(async ({ context: { work } }) => {
  const { actor } = work
  // A customer has a link, and the operator a command line.
  if (actor.kind === 'customer' || actor.kind === 'operator') return { kind: 'visitor' as const }
  return actor
})

// Who is asking.

import { query } from '#server/rpc/procedures.ts'

export const getMe = query.me.handler(async ({ context: { work } }) => {
  const { actor } = work
  // A customer holds a link, which is no account.
  if (actor.kind === 'customer') return { kind: 'visitor' as const }
  return actor
})

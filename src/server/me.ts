// Who is asking.

import { query } from './api.ts'

export const me = query.me.handler(async ({ context: { work } }) => {
  const { actor } = work
  // A customer holds a link and a founder an entry in the settings; neither is a kind of account.
  if (actor.kind === 'customer' || actor.kind === 'founder') return { kind: 'visitor' as const }
  return actor
})

// A user's own account.

import { deviceOf } from '#domain/account/user-agent.ts'
import { query } from '#server/rpc/procedures.ts'
import { getAccountEnd, getOwnTwoFactor, listOwnPasskeys, listOwnSessions } from './store.ts'

export const getMe = query.me.handler(async ({ context: { work } }) => {
  const { actor } = work
  // A customer has a link, and the operator a command line.
  if (actor.kind === 'customer' || actor.kind === 'operator') return { kind: 'visitor' as const }
  return actor
})

export const listSessions = query.account.sessions.handler(async ({ context: { work, sessionId } }) => {
  return (await listOwnSessions(work)).map(({ sessionId: id, address, userAgent, ...times }) => ({
    id,
    device: deviceOf(userAgent ?? ''),
    address: address ?? '',
    isCurrent: id === sessionId,
    ...times,
  }))
})

export const getAccount = query.account.get.handler(async ({ context: { work } }) => {
  const { isOn, recoveryCodes } = await getOwnTwoFactor(work)
  const passkeys = (await listOwnPasskeys(work)).map(({ passkeyId: id, name, addedAt }) => ({
    id,
    name: name ?? 'Passkey',
    addedAt,
  }))
  return { hasTwoFactor: isOn, recoveryCodes, passkeys }
})

export const getWasDeleted = query.account.wasDeleted.handler(({ input, context: { work } }) =>
  getAccountEnd(work, input.account),
)

// The cast works through the product's own commands, each person under their own name and at their
// own moment, so a demo ticket has the same trail as a real one.

import { createRouterClient } from '@orpc/server'
import type { Actor } from '#domain/account/actor.ts'
import { argon2 } from '#server/auth/password-hashing.ts'
import { silentOutside } from '#server/config/services.ts'
import type { Workplace } from '#server/db/unit-of-work.ts'
import type { RequestContext } from '#server/rpc/procedures.ts'
import { router } from '#server/rpc/router.ts'

/** Every call of the contract, as `actor`, at `now`. */
export function deskOf(workplace: Workplace, actor: Actor, timeZone: string, now: Date) {
  const context: RequestContext = {
    workplace,
    outside: silentOutside,
    post: { url: () => 'http://localhost', reaches: false, wake: () => {} },
    phones: { publicKey: '', accepts: () => false, wake: () => {} },
    passwords: argon2,
    founders: [],
    counts: { count: async () => {}, forgive: async () => {}, within: async () => null },
    fingerprint: text => text,
    occasion: { actor, timeZone, now },
    sessionId: null,
    address: '',
    circumstances: { requestId: '', timeZone, now },
    log: () => {},
    named: () => {},
    bodyFault: null,
    visited: () => {},
    askToWait: () => {},
    proofs: { read: () => null, give: () => {} },
    idempotencyKey: null,
  }
  return createRouterClient(router, { context })
}

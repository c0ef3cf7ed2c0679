// Demo data is created through the product's own commands, by each person at their own time, so a demo ticket has the
// same log as a real one.

import { createRouterClient } from '@orpc/server'
import type { Actor } from '#domain/account/actor.ts'
import { router } from '#server/app/router.ts'
import { argon2 } from '#server/auth/password-hashing.ts'
import { createKeyedHash } from '#server/config/auth-secret.ts'
import { fakeServices } from '#server/config/external-services.ts'
import { NO_REPLICA } from '#server/db/read-replica.ts'
import type { UnitOfWorkServices } from '#server/db/unit-of-work.ts'
import { newCall, type RequestContext } from '#server/rpc/request-context.ts'

/** Every procedure of the contract, as `actor`, at `now`. */
export function createDemoClient(
  unitOfWorkServices: UnitOfWorkServices,
  actor: Actor,
  timeZone: string,
  now: Date,
) {
  const context: RequestContext = {
    unitOfWorkServices,
    readReplica: NO_REPLICA,
    externalServices: fakeServices,
    mailContext: { url: () => 'http://localhost', canDeliver: false, contactEmail: null, wake: () => {} },
    pushContext: { publicKey: '', accepts: () => false, wake: () => {} },
    passwords: argon2,
    withFileJournal: (_, change) => change(async () => {}),
    founders: [],
    rateLimiter: {
      consume: async () => 0,
      take: async (_action, _subjects, amount) => amount,
      refund: async () => {},
      consumeInTransaction: async () => null,
    },
    keyedHash: createKeyedHash('demo'),
    execution: { actor, timeZone, now, client: 'demo' },
    sessionId: null,
    address: '',
    errorContext: { requestId: '', timeZone, now },
    logError: () => {},
    session: {
      getCached: () => null,
      evict: () => {},
      lookUp: () => Promise.reject(new Error('Not over HTTP.')),
    },
    call: newCall(),
    recordWebVitals: () => {},
    setRetryAfter: () => {},
    verificationCookies: { read: () => null, set: () => {} },
    wasLoggedIn: () => false,
    idempotencyKey: null,
  }
  return createRouterClient(router, { context })
}

// One's own account: where it is signed in, and what else than the password guards it. What changes the
// latter are the sign-in library's own addresses.

import * as z from 'zod'
import { base, done, uuid } from './schema.ts'

const tags = ['Account']

const activeSession = z.object({
  id: uuid,
  /** `Chrome on Windows`; `Unknown device` when it does not say. */
  device: z.string(),
  /** The network address it signed in from; empty when that is not known. */
  address: z.string(),
  beganAt: z.date(),
  /** To within ten minutes. */
  lastUsedAt: z.date(),
  isThis: z.boolean(),
})

export const account = {
  get: base.route({ method: 'GET', path: '/account', summary: 'Get security settings', tags }).output(
    z.object({
      hasSecondStep: z.boolean(),
      /** How many recovery codes are not used yet. */
      recoveryCodes: z.number(),
      passkeys: z.array(z.object({ id: uuid, name: z.string(), addedAt: z.date() })),
    }),
  ),
  sessions: base
    .route({ method: 'GET', path: '/account/sessions', summary: 'List active sessions', tags })
    .output(z.array(activeSession)),
  endSession: base
    .route({
      method: 'DELETE',
      path: '/account/sessions/{sessionId}',
      summary: 'Log out one session',
      tags,
    })
    .input(z.object({ sessionId: uuid }))
    .output(done),
  endOtherSessions: base
    .route({
      method: 'POST',
      path: '/account/sessions/end-others',
      summary: 'Log out all other sessions',
      tags,
    })
    .output(done),
}

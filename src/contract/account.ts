// One's own account: sessions, two-factor and passkeys. The authentication library's endpoints change the latter.

import * as z from 'zod'
import { HOUR, limit, proceduresTagged, rateLimit } from './procedure/procedure.ts'
import { done, requiredName, text, uuid } from './shared-schemas.ts'

const procedure = proceduresTagged('Account')

const activeSession = z.object({
  id: uuid,
  /** `Chrome on Windows`; `Unknown device` if unknown. */
  device: z.string(),
  /** The IP address it logged in from; empty if unknown. */
  address: z.string(),
  signedInAt: z.date(),
  /** Accurate to ten minutes. */
  lastUsedAt: z.date(),
  isCurrent: z.boolean(),
})

/** As in the email. */
const byLink = z.object({ token: text(100) })

const emailConfirmation = z.object({
  email: z.string(),
  status: z.enum(['unconfirmed', 'confirmed', 'expired']),
})

/** The current actor. */
export const me = procedure({ permission: 'public', rateLimit: 'none' })
  .route({ method: 'GET', path: '/me', summary: 'Get the signed-in user', tags: ['Sign-in'] })
  .output(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('visitor') }),
      z.object({ kind: z.literal('unaffiliated'), id: uuid, name: z.string() }),
      z.object({ kind: z.literal('rv-owner'), id: uuid, name: z.string() }),
      z.object({ kind: z.literal('founder'), id: uuid, name: z.string() }),
      z.object({ kind: z.literal('owner'), id: uuid, name: z.string(), companyId: uuid }),
      z.object({
        kind: z.literal('employee'),
        id: uuid,
        name: z.string(),
        companyId: uuid,
        isServiceWriter: z.boolean(),
        isTechnician: z.boolean(),
      }),
    ]),
  )

export const account = {
  // A phone asks whose data it has to erase: nobody can log in with a deleted account.
  wasDeleted: procedure({
    permission: 'public',
    rateLimit: rateLimit(
      'scraping',
      limit('address', 120, HOUR, 'Each phone of a shop asks once in a while; an id can’t be guessed.'),
    ),
  })
    .route({
      method: 'GET',
      path: '/account/was-deleted',
      summary:
        'Get whether an account was deleted or deactivated, for a device that still holds something of it',
    })
    .input(z.object({ account: uuid }))
    .output(z.object({ deleted: z.boolean(), deactivated: z.boolean() })),
  get: procedure({ permission: 'session.see-own', rateLimit: 'none' })
    .route({ method: 'GET', path: '/account', summary: 'Get security settings' })
    .output(
      z.object({
        hasTwoFactor: z.boolean(),
        /** The number of unused recovery codes. */
        recoveryCodes: z.number(),
        passkeys: z.array(z.object({ id: uuid, name: z.string(), addedAt: z.date() })),
      }),
    ),
  sessions: procedure({ permission: 'session.see-own', rateLimit: 'none' })
    .route({ method: 'GET', path: '/account/sessions', summary: 'List active sessions' })
    .output(z.array(activeSession)),
  endSession: procedure({ permission: 'session.end-own', rateLimit: 'none' })
    .route({ method: 'DELETE', path: '/account/sessions/{sessionId}', summary: 'Log out one session' })
    .input(z.object({ sessionId: uuid }))
    .output(done),
  endOtherSessions: procedure({ permission: 'session.end-own', rateLimit: 'none' })
    .route({ method: 'POST', path: '/account/sessions/end-others', summary: 'Log out all other sessions' })
    .output(done),
  sendConfirmation: procedure({
    permission: 'company.change',
    rateLimit: rateLimit(
      'server',
      limit('account', 5, HOUR, 'Each sends an email; keeps one mailbox from being flooded.'),
    ),
  })
    .route({
      method: 'POST',
      path: '/confirm-email',
      summary: 'Email the owner another link that confirms their email',
    })
    .output(
      z.object({
        /** Whether emails reach mailboxes; otherwise they are files for the operator. */
        canMail: z.boolean(),
      }),
    ),
  setName: procedure({ permission: 'company.change', rateLimit: 'none' })
    .route({ method: 'PUT', path: '/account/name', summary: 'Set the owner’s own name, or skip it' })
    .input(
      /** Without a name the account keeps the company's, and is not asked again. */
      z.object({ firstName: requiredName(80).optional(), lastName: requiredName(80).optional() }),
    )
    .output(done),
  // By the link in an email, like the next three.
  previewConfirmation: procedure({
    permission: 'public',
    rateLimit: rateLimit(
      'server',
      limit('address', 300, HOUR, 'A link can’t be guessed; this only limits the load.'),
    ),
  })
    .route({
      method: 'GET',
      path: '/confirm-email/{token}',
      summary: 'Get the email of a confirmation link, without confirming it',
    })
    .input(byLink)
    .output(emailConfirmation),
  confirmEmail: procedure({
    permission: 'public',
    rateLimit: rateLimit(
      'server',
      limit('address', 60, HOUR, 'Once is enough; a lost response means a few retries.'),
    ),
  })
    .route({
      method: 'POST',
      path: '/confirm-email/{token}',
      summary: 'Confirm the email that the link was sent to',
    })
    .input(byLink)
    .output(emailConfirmation),
  previewEmailRelease: procedure({
    permission: 'public',
    rateLimit: rateLimit(
      'server',
      limit('address', 300, HOUR, 'A link can’t be guessed; this only limits the load.'),
    ),
  })
    .route({
      method: 'GET',
      path: '/release-email/{token}',
      summary: 'Get the email that the link frees, and which company uses it, without freeing it',
    })
    .input(byLink)
    /** `companyName` is null once the link has freed the email; `isOwner`: the account is its owner's. */
    .output(z.object({ email: z.string(), companyName: z.string().nullable(), isOwner: z.boolean() })),
  releaseEmail: procedure({
    permission: 'public',
    rateLimit: rateLimit(
      'server',
      limit('address', 60, HOUR, 'Once is enough; a lost response means a few retries.'),
    ),
  })
    .route({
      method: 'POST',
      path: '/release-email/{token}',
      summary: 'Free an email for another account, from one that its mailbox never confirmed',
    })
    .input(byLink)
    .output(z.object({ email: z.string() })),
}

// Declares a procedure: who may call it and how often, then its path, input and output.

import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { Action } from '#domain/account/permission.ts'

const requestId = z.string().optional()

/** A field's path (`customerDetails.email`) to its error message. */
const fields = z.record(z.string(), z.string())

/** Why a step was refused: a stable code and a sentence. */
const blocker = z.object({ code: z.string(), message: z.string() })

/** Every error a procedure can answer with, and the sentence it has unless the procedure says more. */
export const ERRORS = {
  UNAUTHORIZED: { status: 401, message: 'Log in first.', data: z.object({ requestId }) },
  FORBIDDEN: { status: 403, message: 'Your role does not allow this.', data: z.object({ requestId }) },
  NOT_FOUND: {
    status: 404,
    message: 'Not found.',
    data: z.object({ requestId, obstacles: z.array(blocker).optional() }),
  },
  INVALID: {
    status: 400,
    message: 'Some of what was entered is not valid.',
    data: z.object({ requestId, fields }),
  },
  REFUSED: {
    status: 409,
    message: 'This is not possible right now.',
    data: z.object({ requestId, obstacles: z.array(blocker) }),
  },
  TOO_MANY: {
    status: 429,
    message: 'Too many attempts. Wait a moment.',
    data: z.object({ requestId, retryAfterSeconds: z.number() }),
  },
  /** The database is unavailable, or the disk is full: retry later. */
  SERVICE_UNAVAILABLE: {
    status: 503,
    message: 'We can’t reach our database right now. Nothing was changed. Try again in a moment.',
    data: z.object({ requestId, retryAfterSeconds: z.number() }),
  },
} as const

// Rate limits have their reasons. They fit a busy day of a shop with thirty people behind one IP address; more than that is
// scraping or password guessing.

/** Seconds. */
export const MINUTE = 60
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** What attempts are counted by. `visitor` is the IP address of a client that is not signed in. */
export type Per = 'address' | 'visitor' | 'account' | 'company' | 'email' | 'device' | 'link' | 'vin'

export type Limit = {
  readonly per: Per
  /** Attempts, or what `of` says. */
  readonly max: number
  readonly of?: 'bytes' | 'pixels' | 'rows'
  readonly withinSeconds: number
  readonly why: string
}

export type RateLimit = {
  /**
   * When a count cannot be read or written, visitors are refused. Signed-in users are let through, so that a
   * failing count does not stop a shop, except where the limit protects a password.
   */
  readonly protects: 'password' | 'scraping' | 'server'
  readonly limits: readonly Limit[]
}

export const limit = (per: Per, max: number, withinSeconds: number, why: string): Limit => ({
  per,
  max,
  withinSeconds,
  why,
})

/** What the limits protect, and the limits. */
export const rateLimit = (protects: RateLimit['protects'], ...limits: readonly Limit[]): RateLimit => ({
  protects,
  limits,
})

/** `byLink`: of the customer whose link is in the input, once their ticket is known. */
type ProcedurePermission = Action | 'public' | { readonly byLink: Action }

export type ProcedureMeta<Limit extends RateLimit | 'none' = RateLimit | 'none'> = {
  /**
   * Checked before the input: a client without it learns nothing from input errors. One that depends on a ticket is checked
   * again by the command, once it has the ticket.
   */
  readonly permission: ProcedurePermission
  /** A limit costs a round trip: steps of a ticket have none. */
  readonly rateLimit: Limit
}

/** The start of each procedure with this tag in the API's description. */
export const proceduresTagged =
  (tag: string) =>
  <const Limit extends RateLimit | 'none'>(meta: ProcedureMeta<Limit>) =>
    oc
      .$meta(meta)
      .$route({ tags: [tag] })
      .errors(ERRORS)

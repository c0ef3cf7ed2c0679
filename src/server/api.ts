// The guards of the contract: a command is one transaction with its trail and happens once, a query
// cannot write, a lookup asks the outside and opens no transaction. Every procedure goes through one.

import { implement } from '@orpc/server'
import * as z from 'zod'
import { contract } from '#contract/index.ts'
import { once } from './answers.ts'
import { type Circumstances, invalid } from './errors.ts'
import type { Outside } from './outside/outside.ts'
import { asOnePiece, type Occasion, type Workplace } from './work.ts'

/** What the HTTP layer knows of a request before any procedure runs. */
export type RequestContext = {
  readonly workplace: Workplace
  readonly outside: Outside
  /** A keyed hash: bodies hold passwords, so a bare one could be tried out against a stolen copy. */
  readonly fingerprint: (text: string) => string
  readonly occasion: Omit<Occasion, 'actorKey'>
  /** The caller's network address. */
  readonly address: string
  readonly circumstances: Circumstances
  /** Hears of what nobody expected. */
  readonly log: (fault: unknown) => void
  /** As sent; null without one: then the command is not deduplicated. */
  readonly idempotencyKey: string | null
}

/**
 * Input is checked before a transaction is opened, and output inside it: an answer that the
 * contract does not declare is never stored for a repeat either.
 */
const api = implement(contract)
  .$config({ initialInputValidationIndex: -Infinity, initialOutputValidationIndex: Infinity })
  .$context<RequestContext>()

function actorKeyOf({ occasion, address, fingerprint }: RequestContext, body: string): string {
  const { actor } = occasion
  return 'id' in actor ? actor.id : `visitor ${fingerprint(`${address} ${body}`)}`
}

const uuid = z.uuid()

export const command = api.use(async ({ context, next, path }, input) => {
  const { workplace, occasion, fingerprint, idempotencyKey: key } = context
  if (key !== null && !uuid.safeParse(key).success)
    throw invalid({ 'Idempotency-Key': 'This is not a UUID.' })
  const body = JSON.stringify(input) ?? ''
  const actorKey = actorKeyOf(context, body)
  return asOnePiece(workplace, { ...occasion, actorKey }, 'command', async work => {
    const run = async () => (await next({ context: { work } })).output
    const answer = await (key === null ? run() : once(work, key, path.join('.'), fingerprint(body), run))
    return { output: answer, context: { work } }
  })
})

/** Nothing slow or remote is ever waited for inside a transaction, so there is none here. */
export const lookup = api

export const query = api.use(({ context, next }) => {
  const { workplace, occasion } = context
  const actorKey = actorKeyOf(context, '')
  return asOnePiece(workplace, { ...occasion, actorKey }, 'query', async work => next({ context: { work } }))
})

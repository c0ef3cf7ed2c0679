// The guards of the contract: a command is one transaction with its trail and happens once, a query
// cannot write, a lookup asks the outside and opens no transaction. Every procedure goes through one.

import { implement } from '@orpc/server'
import * as z from 'zod'
import { contract } from '#contract/index.ts'
import { once } from './answers.ts'
import { type Circumstances, invalid } from './errors.ts'
import type { Post } from './letters.ts'
import type { Outside } from './outside/outside.ts'
import { asOnePiece, type Occasion, type Work, type Workplace } from './work.ts'

/** What the HTTP layer knows of a request before any procedure runs. */
export type RequestContext = {
  readonly workplace: Workplace
  readonly outside: Outside
  readonly post: Post
  /** A keyed hash: bodies hold passwords, so a bare one could be tried out against a stolen copy. */
  readonly fingerprint: (text: string) => string
  readonly occasion: Omit<Occasion, 'actorKey'>
  /** The caller's network address. */
  readonly address: string
  readonly circumstances: Circumstances
  /** Hears of what nobody expected. */
  readonly log: (fault: unknown) => void
  /** Hears the name of the procedure that was asked for. */
  readonly named: (procedure: string) => void
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

/** The request's key, or null without one. Throws INVALID when it is not a UUID. */
export function checkedKey({ idempotencyKey: key }: RequestContext): string | null {
  if (key !== null && !uuid.safeParse(key).success)
    throw invalid({ 'Idempotency-Key': 'This is not a UUID.' })
  return key
}

/**
 * Runs `task` as a command: one piece of work that happens once under the request's key. `name` and
 * `body` are what was asked. A repeat gets the answer as it was kept, with its times as text.
 */
export async function asCommand<T>(
  context: RequestContext,
  name: string,
  body: string,
  task: (work: Work) => Promise<T>,
): Promise<{ output: T; context: { work: Work } }> {
  const { workplace, occasion, fingerprint } = context
  const key = checkedKey(context)
  const actorKey = actorKeyOf(context, body)
  return asOnePiece(workplace, { ...occasion, actorKey }, 'command', async work => {
    const run = () => task(work)
    const output = await (key === null ? run() : once(work, key, name, fingerprint(body), run))
    return { output: output as T, context: { work } }
  })
}

/** Runs `task` as a query: one piece of work that cannot write. */
export function asQuery<T>(context: RequestContext, task: (work: Work) => Promise<T>): Promise<T> {
  const { workplace, occasion } = context
  return asOnePiece(workplace, { ...occasion, actorKey: actorKeyOf(context, '') }, 'query', task)
}

export const command = api.use(({ context, next, path }, input) =>
  asCommand(
    context,
    path.join('.'),
    JSON.stringify(input) ?? '',
    async work => (await next({ context: { work } })).output,
  ),
)

/** Nothing slow or remote is ever waited for inside a transaction, so there is none here. */
export const lookup = api

export const query = api.use(({ context, next }) =>
  asQuery(context, async work => next({ context: { work } })),
)

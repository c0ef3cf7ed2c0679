// The guards of the contract: a command is one transaction with its trail and happens once, a query
// cannot write, a lookup asks the outside and opens no transaction. Every procedure goes through one.

import { implement } from '@orpc/server'
import * as z from 'zod'
import { contract } from '#contract/index.ts'
import type { Visit } from '#contract/web-vitals.ts'
import type { Signature } from '#domain/account/actor.ts'
import { refuseFounders, usablePasswordHash } from '#server/auth/accounts.ts'
import type { Passwords } from '#server/auth/password-hashing.ts'
import type { Outside } from '#server/config/services.ts'
import { allow, asOnePiece, type Occasion, type Work, type Workplace } from '#server/db/unit-of-work.ts'
import type { Phones } from '#server/features/push-subscriptions/store.ts'
import { type Counts, whoTries } from '#server/http/middleware/rate-limiter.ts'
import { type Deed, isLimited } from '#server/http/middleware/rate-limits.ts'
import type { Post } from '#server/mail/outbox.ts'
import { type Circumstances, invalid } from './errors.ts'
import { claiming, keep, once } from './idempotency.ts'
import { RIGHTS } from './procedure-permissions.ts'

export type Proofs = {
  readonly read: (name: string) => string | null
  readonly give: (name: string, value: string) => void
}

/** What the HTTP layer knows of a request before any procedure runs. */
export type RequestContext = {
  readonly workplace: Workplace
  readonly outside: Outside
  readonly post: Post
  readonly phones: Phones
  readonly passwords: Passwords
  /** The emails that only their founder may have an account under, in lower case. */
  readonly founders: readonly string[]
  readonly counts: Counts
  /** A keyed hash: bodies hold passwords, so a bare one could be tried out against a stolen copy. */
  readonly fingerprint: (text: string) => string
  readonly occasion: Omit<Occasion, 'actorKey'>
  /** Where the caller is signed in; null for a visitor. */
  readonly sessionId: string | null
  /** The caller's network address. */
  readonly address: string
  readonly circumstances: Circumstances
  /** Hears of what nobody expected. */
  readonly log: (fault: unknown) => void
  /** Hears the name of the procedure that was asked for. */
  readonly named: (procedure: string) => void
  /** Why what was sent cannot be used; null when nothing speaks against it yet. */
  readonly bodyFault: Error | null
  /** Hears how fast a page was. */
  readonly visited: (visit: Visit) => void
  /** Hears how long the asker has to wait. */
  readonly askToWait: (seconds: number) => void
  /** What the asker's browser keeps for us, unseen by scripts: by which links it has answered. */
  readonly proofs: Proofs
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
  const piece = { ...occasion, actorKey }
  const claim = key === null ? null : { actor: actorKey, key, command: name, bodyHash: fingerprint(body) }
  let begun: Work | undefined
  const run = () =>
    asOnePiece(
      workplace,
      piece,
      'command',
      async work => {
        begun = work
        const output = await task(work)
        if (claim !== null) keep(work, claim, output)
        return output
      },
      claim === null ? [] : [claiming(claim, occasion.now)],
    )
  const output = await (claim === null
    ? run()
    : once(claim, run, question => asOnePiece(workplace, piece, 'query', question)))
  return { output, context: { work: begun as Work } }
}

/**
 * The same request as of somebody who is not signed in: at another company's door everybody is a visitor.
 * `by` is the name that they gave.
 */
export const asVisitor = (context: RequestContext, by?: Signature): RequestContext => ({
  ...context,
  occasion: { ...context.occasion, actor: { kind: 'visitor' }, timeZone: 'UTC', by },
})

/** Runs `task` as a query: one piece of work that cannot write. */
export function asQuery<T>(context: RequestContext, task: (work: Work) => Promise<T>): Promise<T> {
  const { workplace, occasion } = context
  return asOnePiece(workplace, { ...occasion, actorKey: actorKeyOf(context, '') }, 'query', task)
}

/** Asked before what was sent is checked. Throws unless somebody like this may ask for `name` at all. */
export function permit({ occasion, bodyFault }: RequestContext, name: string): void {
  const right = RIGHTS[name as keyof typeof RIGHTS]
  if (right !== null) allow(occasion, right)
  if (bodyFault !== null) throw bodyFault
}

/** Counts one try of `deed` for whoever asks. Throws TOO_MANY when it is one too many. */
export const countTry = (
  { counts, occasion: { actor }, address }: RequestContext,
  deed: Deed,
  bytes?: number,
): Promise<void> => counts.count(deed, whoTries(actor, address), bytes)

/** What is limited is counted before a transaction is opened; what is not costs no round trip. */
export const counted = api.use(async ({ context, next, path }) => {
  const name = path.join('.')
  if (isLimited(name)) await countTry(context, name)
  return next()
})

export const inOnePiece = api.middleware(({ context, next, path }, input) =>
  asCommand(
    context,
    path.join('.'),
    JSON.stringify(input) ?? '',
    async work => (await next({ context: { work } })).output,
  ),
)

export const command = counted.use(inOnePiece)

/** A command that makes an account of a company. The slow hash is made first: nobody waits for the connection it would hold. */
export const accountCommand = counted
  .use(async ({ context, next }, input) => {
    const passwordHash = await usablePasswordHash(
      context.passwords,
      input as { email: string; password: string },
    )
    refuseFounders(context, (input as { email: string }).email)
    return next({ context: { passwordHash } })
  })
  .use(inOnePiece)

/** Nothing slow or remote is ever waited for inside a transaction, so there is none here. */
export const lookup = counted

export const inOneLook = api.middleware(({ context, next }) =>
  asQuery(context, async work => next({ context: { work } })),
)

export const query = counted.use(inOneLook)

/** A query that looks for what was typed: counted, where it does. */
export const search = counted
  .use(async ({ context, next }, input) => {
    const { q } = (input ?? {}) as { q?: string }
    if (q !== undefined && q !== '') await countTry(context, 'tickets.search')
    return next()
  })
  .use(inOneLook)

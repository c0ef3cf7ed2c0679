// Making an account of one's own. Who asks learns nothing of who has one: the answer is the same, and so is
// what is read and written for it. The account is there once the letter's link was used.

import { Refusal } from '#domain/lib/refusal.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import { addDeed } from '#server/audit/platform-audit.ts'
import { usablePasswordHash } from '#server/auth/accounts.ts'
import { notFound } from '#server/rpc/errors.ts'
import { asCommand, asQuery, asVisitor, lookup, type RequestContext } from '#server/rpc/procedures.ts'
import { accountOf, beginJoin, findJoiningEmail, hashOfJoin } from './signup-token.ts'
import { addRvOwner } from './store.ts'

export const askToJoin = lookup.my.join.handler(async ({ input: { email, to }, context }) => {
  const visitor = asVisitor(context)
  const { post } = context
  await context.counts.count('my.join', { email })
  const { output } = await asCommand(visitor, 'my.join', JSON.stringify({ email, to }), async work => {
    await beginJoin(work, post, email, to)
    return { reaches: post.reaches }
  })
  return output
})

const SPENT = 'This link is too old, was already used, or is not whole.'

const spent = () => new Refusal([{ code: 'join.spent' }])

const emailBehind = (context: RequestContext, token: string): Promise<string | null> =>
  asQuery(asVisitor(context), work => findJoiningEmail(work, token))

export const lookAtJoin = lookup.my.look.handler(async ({ input, context }) => {
  const email = await emailBehind(context, input.token)
  if (email === null) throw notFound(SPENT)
  return { email }
})

export const confirmJoin = lookup.my.confirm.handler(async ({ input, context }) => {
  const { token, password, ...details } = input
  const id = accountOf(token)
  const email = await emailBehind(context, token)
  // The slow hash is made before the transaction; a link that opens nothing costs none.
  const passwordHash =
    email === null ? null : await usablePasswordHash(context.passwords, { email, password })
  const actor = { kind: 'rv-owner', id, name: fullName(details) } as const
  const joining = { ...context, occasion: { ...context.occasion, actor, timeZone: 'UTC' } }
  const { output } = await asCommand(joining, 'my.confirm', JSON.stringify(input), async work => {
    // Asked again here: a repeat is known for one by the work's first question.
    const opens = await findJoiningEmail(work, token)
    if (opens === null || passwordHash === null) throw spent()
    const account = { id, link: hashOfJoin(token), passwordHash }
    const joined = await addRvOwner(work, account, { ...details, address: null })
    if (joined === null) throw spent()
    await addDeed(work, { verb: 'account.join' })
    return { email: joined }
  })
  return output
})

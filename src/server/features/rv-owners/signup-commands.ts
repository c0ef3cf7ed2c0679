// Signing up. The response, reads and writes are the same whether or not the account exists. The account is created
// when the emailed link is used.

import { Refusal } from '#domain/refusals/refusal.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import { appendPlatformEntry } from '#server/audit/platform-audit.ts'
import { hashNewPassword } from '#server/auth/accounts.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { formatPhone } from '#server/lib/phone-format.ts'
import { asAnonymous, procedure, runCommand, runQuery } from '#server/rpc/procedures.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import { accountIdFromToken, findSignupEmail, hashSignupToken, startSignup } from './signup-token.ts'
import { addRvOwner } from './store.ts'

export const requestSignup = procedure.rvOwners.requestSignup.handler(
  async ({ input: { email, to }, context }) => {
    const visitor = asAnonymous(context)
    const { mailContext } = context
    await context.rateLimiter.consume('rvOwners.requestSignup', { email })
    const { output } = await runCommand(
      visitor,
      'rvOwners.requestSignup',
      JSON.stringify({ email, to }),
      async work => {
        await startSignup(work, mailContext, email, to)
        return { canMail: mailContext.canDeliver }
      },
    )
    return output
  },
)

const LINK_SPENT = 'This link is expired, already used, or incomplete.'

const linkSpent = () => new Refusal([{ code: 'signup.used' }])

const emailOfToken = (context: RequestContext, token: string): Promise<string | null> =>
  runQuery(asAnonymous(context), work => findSignupEmail(work, token))

export const previewSignup = procedure.rvOwners.preview.handler(async ({ input, context }) => {
  const email = await emailOfToken(context, input.token)
  if (email === null) throw notFound(LINK_SPENT)
  return { email }
})

export const confirmSignup = procedure.rvOwners.confirmSignup.handler(async ({ input, context }) => {
  const { token, password, ...details } = input
  const id = accountIdFromToken(token)
  const email = await emailOfToken(context, token)
  // The password is hashed before the transaction; an invalid link costs no hash.
  const passwordHash = email === null ? null : await hashNewPassword(context.passwords, { email, password })
  const actor = { kind: 'rv-owner', id, name: fullName(details) } as const
  const rvOwnerContext = { ...context, execution: { ...context.execution, actor, timeZone: 'UTC' } }
  const { output } = await runCommand(
    rvOwnerContext,
    'rvOwners.confirmSignup',
    JSON.stringify(input),
    async work => {
      // Checked again: a repeat is detected by the transaction's first query.
      const currentEmail = await findSignupEmail(work, token)
      if (currentEmail === null || passwordHash === null) throw linkSpent()
      const account = { id, tokenHash: hashSignupToken(token), passwordHash }
      const confirmedEmail = await addRvOwner(work, account, {
        ...details,
        phone: formatPhone(details.phone),
        address: null,
      })
      if (confirmedEmail === null) throw linkSpent()
      await appendPlatformEntry(work, { verb: 'account.create' })
      return { email: confirmedEmail }
    },
  )
  return output
})

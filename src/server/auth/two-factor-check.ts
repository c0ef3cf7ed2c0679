// What somebody types in the second step, before the sign-in library sees it.

import { getSessionFromCtx } from 'better-auth/api'
import * as z from 'zod'
import { uuid } from '#contract/schema.ts'
import type { Database } from '#server/db/client.ts'
import { badRequest, type HookContext } from './hook-errors.ts'
import { hashedRecoveryCode, isFirstUse } from './two-factor.ts'

const SIX_DIGITS = /^\d{6}$/
const codeBody = z.object({ code: z.string().max(100) })

/**
 * Whose second step this is: whoever sets it up, or whose password was right; null when nobody's. Tries are
 * counted on the way in only, so nobody who is in may go on guessing.
 */
async function accountInTwoFactor(hookContext: HookContext): Promise<string | null> {
  const session = await getSessionFromCtx(hookContext)
  if (session !== null) {
    const { id, twoFactorEnabled } = session.user as typeof session.user & { twoFactorEnabled?: boolean }
    if (twoFactorEnabled || hookContext.path !== '/two-factor/verify-totp')
      throw badRequest('You are already logged in.')
    return id
  }
  return accountOfChallenge(hookContext)
}

/** Whose password was right a moment ago in this browser; null when nobody's. */
export async function accountOfChallenge(hookContext: HookContext): Promise<string | null> {
  const { createAuthCookie, secret, internalAdapter } = hookContext.context
  const challenge = await hookContext.getSignedCookie(createAuthCookie('two_factor').name, secret)
  const account = challenge ? (await internalAdapter.findVerificationValue(challenge))?.value : null
  // Other things are kept under signed names as well.
  return uuid.safeParse(account).data ?? null
}

/** What is typed in the second step, as the library is to see it. */
export async function prepareCode(hookContext: HookContext, database: Database) {
  const input = codeBody.safeParse(hookContext.body)
  const account = await accountInTwoFactor(hookContext)
  if (!input.success || account === null) return
  if (hookContext.path === '/two-factor/verify-backup-code') {
    const code = await hashedRecoveryCode(database, account, input.data.code)
    return { context: { body: { code, trustDevice: false, disableSession: false } } }
  }
  const code = input.data.code.replace(/\s/g, '')
  // The library's own clock is the one on the wall. What was tried before is refused by it, and counted,
  // as any wrong code is.
  const isFirst = SIX_DIGITS.test(code) && (await isFirstUse(database, account, code, new Date()))
  return { context: { body: { code: isFirst ? code : '', trustDevice: false } } }
}

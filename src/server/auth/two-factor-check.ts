// What somebody types in the second step, before the sign-in library sees it.

import { getSessionFromCtx } from 'better-auth/api'
import * as z from 'zod'
import { uuid } from '#contract/schema.ts'
import type { Database } from '#server/db/client.ts'
import { type Asking, refuse } from './hook-errors.ts'
import { hashedRecoveryCode, isFirstTry } from './two-factor.ts'

const SIX_DIGITS = /^\d{6}$/
const typedCode = z.object({ code: z.string().max(100) })

/**
 * Whose second step this is: whoever sets it up, or whose password was right; null when nobody's. Tries are
 * counted on the way in only, so nobody who is in may go on guessing.
 */
async function accountBehind(asking: Asking): Promise<string | null> {
  const signedIn = await getSessionFromCtx(asking)
  if (signedIn !== null) {
    const { id, twoFactorEnabled } = signedIn.user as typeof signedIn.user & { twoFactorEnabled?: boolean }
    if (twoFactorEnabled || asking.path !== '/two-factor/verify-totp')
      throw refuse('This is for signing in, and you are signed in.')
    return id
  }
  return challengedAccount(asking)
}

/** Whose password was right a moment ago in this browser; null when nobody's. */
export async function challengedAccount(asking: Asking): Promise<string | null> {
  const { createAuthCookie, secret, internalAdapter } = asking.context
  const challenge = await asking.getSignedCookie(createAuthCookie('two_factor').name, secret)
  const account = challenge ? (await internalAdapter.findVerificationValue(challenge))?.value : null
  // Other things are kept under signed names as well.
  return uuid.safeParse(account).data ?? null
}

/** What is typed in the second step, as the library is to see it. */
export async function checkedCode(asking: Asking, database: Database) {
  const typed = typedCode.safeParse(asking.body)
  const account = await accountBehind(asking)
  if (!typed.success || account === null) return
  if (asking.path === '/two-factor/verify-backup-code') {
    const code = await hashedRecoveryCode(database, account, typed.data.code)
    return { context: { body: { code, trustDevice: false, disableSession: false } } }
  }
  const code = typed.data.code.replace(/\s/g, '')
  // The library's own clock is the one on the wall. What was tried before is refused by it, and counted,
  // as any wrong code is.
  const isFirst = SIX_DIGITS.test(code) && (await isFirstTry(database, account, code, new Date()))
  return { context: { body: { code: isFirst ? code : '', trustDevice: false } } }
}

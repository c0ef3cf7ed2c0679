// Checks a two-factor code before the authentication library does.

import { APIError, getSessionFromCtx } from 'better-auth/api'
import * as z from 'zod'
import { uuid } from '#contract/shared-schemas.ts'
import type { Database } from '#server/db/database.ts'
import { badRequest, type HookContext } from './hook-context.ts'
import { hashedRecoveryCode, isFirstUse } from './two-factor.ts'

const SIX_DIGITS = /^\d{6}$/
const codeBody = z.object({ code: z.string().max(100) })

/**
 * The account of a code: of the user setting it up, or of a recent correct password; null for none. Attempts are
 * limited only during login, and a logged-in user cannot use this to guess.
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

/** The account whose password was verified a moment ago in this browser; null for none. */
export async function accountOfChallenge(hookContext: HookContext): Promise<string | null> {
  const { createAuthCookie, secret, internalAdapter } = hookContext.context
  const challenge = await hookContext.getSignedCookie(createAuthCookie('two_factor').name, secret)
  const account = challenge ? (await internalAdapter.findVerificationValue(challenge))?.value : null
  // The library stores other things under signed names as well.
  return uuid.safeParse(account).data ?? null
}

const usedCode = () => new APIError('UNAUTHORIZED', { code: 'INVALID_CODE', message: 'Invalid code' })

/** Converts a typed code to what the library expects. */
export async function prepareTwoFactorCode(hookContext: HookContext, database: Database) {
  const input = codeBody.safeParse(hookContext.body)
  const account = await accountInTwoFactor(hookContext)
  if (!input.success || account === null) return
  if (hookContext.path === '/two-factor/verify-backup-code') {
    const code = await hashedRecoveryCode(database, account, input.data.code)
    return { context: { body: { code, trustDevice: false, disableSession: false } } }
  }
  const code = input.data.code.replace(/\s/g, '')
  const isCode = SIX_DIGITS.test(code)
  // Not by the library: of two requests with one code it would let in neither if the repeat came to it first. The
  // library uses the real clock.
  if (isCode && !(await isFirstUse(database, account, code, new Date()))) throw usedCode()
  return { context: { body: { code: isCode ? code : '', trustDevice: false } } }
}

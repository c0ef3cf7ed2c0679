// The library's sign-in by email, for all emails that the contract accepts: its own refuses some that browsers take.

import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import * as z from 'zod'

const wrongEmailOrPassword = () =>
  new APIError('UNAUTHORIZED', {
    code: 'INVALID_EMAIL_OR_PASSWORD',
    message: 'Invalid email or password',
  })

const endpoint = createAuthEndpoint(
  '/sign-in/email',
  // What it is called with passed the contract.
  { method: 'POST', body: z.object({ email: z.string(), password: z.string() }) },
  async c => {
    const { email, password } = c.body
    const { internalAdapter, password: passwords } = c.context
    const found = await internalAdapter.findUserByEmail(email, { includeAccounts: true })
    const hash = found?.accounts.find(({ providerId }) => providerId === 'credential')?.password
    if (found === null || !hash) {
      // Takes as long as a wrong password.
      await passwords.hash(password)
      throw wrongEmailOrPassword()
    }
    if (!(await passwords.verify({ hash, password }))) throw wrongEmailOrPassword()
    const { user } = found
    const session = await internalAdapter.createSession(user.id)
    await setSessionCookie(c, { session, user })
    return c.json({ redirect: false, token: session.token, user })
  },
)

/** Replaces the library's endpoint: those of plugins come after its own, by their names. */
export const signInByEmail = (): BetterAuthPlugin => ({
  id: 'sign-in-by-email',
  endpoints: { signInEmail: endpoint },
})

// A browser that an account has logged in from gets a cookie. Guessing elsewhere uses up the email's limit, while
// known browsers have their own, so nobody is locked out for long. (OWASP calls it a device cookie.) It replaces no
// password.

import { randomBytes, timingSafeEqual } from 'node:crypto'
import { generateCookie } from 'hono/cookie'

const COOKIE = 'rigwright.device'
const YEAR_SECONDS = 365 * 24 * 60 * 60
/** For people who share one tablet. */
const MAX_DEVICES = 8

/** A request's cookie; null without it. */
type CookieReader = { readonly cookie: (name: string) => string | null }

export type KnownDevices = {
  /** This browser's name among those that `email` has logged in from; null for an unknown one. */
  readonly read: (request: CookieReader, email: string) => string | null
  /** The cookie that marks this browser as known to `email`; null if it is already. */
  readonly cookieFor: (request: CookieReader, email: string) => string | null
}

const constantTimeEquals = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** `isHttps`: the cookie is Secure. */
export function createKnownDevices(keyedHash: (text: string) => string, isHttps: boolean): KnownDevices {
  const host = isHttps ? ('host' as const) : undefined
  const cookieName = isHttps ? `__Host-${COOKIE}` : COOKIE
  const readEntries = (request: CookieReader): string[] =>
    (request.cookie(cookieName) ?? '').split('~').slice(0, MAX_DEVICES)
  const signatureFor = (name: string, email: string): string => keyedHash(`device ${name} ${email}`)
  const verifiedName = (entry: string, email: string): string | null => {
    const [name = '', signature = ''] = entry.split('.')
    return constantTimeEquals(signature, signatureFor(name, email)) ? name : null
  }
  const read: KnownDevices['read'] = (request, email) =>
    readEntries(request)
      .map(entry => verifiedName(entry, email))
      .find(name => name !== null) ?? null
  return {
    read,
    cookieFor: (request, email) => {
      if (read(request, email) !== null) return null
      const name = randomBytes(12).toString('base64url')
      const entries = [
        `${name}.${signatureFor(name, email)}`,
        ...readEntries(request).filter(entry => entry !== ''),
      ]
      return generateCookie(COOKIE, entries.slice(0, MAX_DEVICES).join('~'), {
        path: '/',
        httpOnly: true,
        sameSite: 'Lax',
        secure: isHttps,
        maxAge: YEAR_SECONDS,
        ...(host !== undefined && { prefix: host }),
      })
    },
  }
}

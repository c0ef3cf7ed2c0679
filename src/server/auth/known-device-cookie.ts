// A browser that an account has signed in from carries a mark of it. Guessers elsewhere use up the tries of
// the email; whoever has a mark has tries of their own, so nobody is locked out of their own account for long.
// (OWASP calls it a device cookie.) A mark opens nothing: the password is asked as ever.

import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { generateCookie, getCookie } from 'hono/cookie'

const COOKIE = 'rigwright.device'
const YEAR_SECONDS = 365 * 24 * 60 * 60
/** Of the people who share one tablet. */
const MAX_DEVICES = 8

export type KnownDevices = {
  /** What this browser is called among those that `email` has signed in from; null for a stranger. */
  readonly read: (c: Context, email: string) => string | null
  /** The cookie that marks this browser as one of `email`; null where it has one. */
  readonly cookieFor: (c: Context, email: string) => string | null
}

const constantTimeEquals = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** `isHttps`: the cookie goes by https alone. */
export function createKnownDevices(keyedHash: (text: string) => string, isHttps: boolean): KnownDevices {
  const host = isHttps ? ('host' as const) : undefined
  const readEntries = (c: Context): string[] =>
    (getCookie(c, COOKIE, host) ?? '').split('~').slice(0, MAX_DEVICES)
  const signatureFor = (name: string, email: string): string => keyedHash(`device ${name} ${email}`)
  const verifiedName = (entry: string, email: string): string | null => {
    const [name = '', signature = ''] = entry.split('.')
    return constantTimeEquals(signature, signatureFor(name, email)) ? name : null
  }
  const read: KnownDevices['read'] = (c, email) =>
    readEntries(c)
      .map(entry => verifiedName(entry, email))
      .find(name => name !== null) ?? null
  return {
    read,
    cookieFor: (c, email) => {
      if (read(c, email) !== null) return null
      const name = randomBytes(12).toString('base64url')
      const entries = [
        `${name}.${signatureFor(name, email)}`,
        ...readEntries(c).filter(entry => entry !== ''),
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

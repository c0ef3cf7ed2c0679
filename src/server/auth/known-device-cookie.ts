// A browser that an account has signed in from carries a mark of it. Guessers elsewhere use up the tries of
// the email; whoever has a mark has tries of their own, so nobody is locked out of their own account for long.
// (OWASP calls it a device cookie.) A mark opens nothing: the password is asked as ever.

import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { generateCookie, getCookie } from 'hono/cookie'

const COOKIE = 'rigwright.device'
const YEAR_SECONDS = 365 * 24 * 60 * 60
/** Of the people who share one tablet. */
const MOST_MARKS = 8

export type DeviceMarks = {
  /** What this browser is called among those that `email` has signed in from; null for a stranger. */
  readonly read: (c: Context, email: string) => string | null
  /** The cookie that marks this browser as one of `email`; null where it has one. */
  readonly markOf: (c: Context, email: string) => string | null
}

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** `isHttps`: the cookie goes by https alone. */
export function openDeviceMarks(fingerprint: (text: string) => string, isHttps: boolean): DeviceMarks {
  const host = isHttps ? ('host' as const) : undefined
  const marksOf = (c: Context): string[] => (getCookie(c, COOKIE, host) ?? '').split('~').slice(0, MOST_MARKS)
  const sealOf = (name: string, email: string): string => fingerprint(`device ${name} ${email}`)
  const nameOf = (mark: string, email: string): string | null => {
    const [name = '', seal = ''] = mark.split('.')
    return isSame(seal, sealOf(name, email)) ? name : null
  }
  const read: DeviceMarks['read'] = (c, email) =>
    marksOf(c)
      .map(mark => nameOf(mark, email))
      .find(name => name !== null) ?? null
  return {
    read,
    markOf: (c, email) => {
      if (read(c, email) !== null) return null
      const name = randomBytes(12).toString('base64url')
      const marks = [`${name}.${sealOf(name, email)}`, ...marksOf(c).filter(mark => mark !== '')]
      return generateCookie(COOKIE, marks.slice(0, MOST_MARKS).join('~'), {
        ...{ path: '/', httpOnly: true, sameSite: 'Lax', secure: isHttps, maxAge: YEAR_SECONDS },
        ...(host !== undefined && { prefix: host }),
      })
    },
  }
}

// Who holds a session, in one question to the database instead of three. It knows the plain case alone: a
// cookie that the sign-in library signed, of a session that stands and was noted as used just now. Anything
// else, also every refusal, is the library's to decide.

import { createHmac, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, sql } from 'kysely'
import type { Database } from '#server/db/client.ts'
import { formatCall } from '#server/db/pipelined-transaction.ts'
import { TOUCH_INTERVAL_MS } from './session-policy.ts'

export type Membership = {
  readonly kind: 'owner' | 'employee'
  readonly companyId: string
  readonly timeZone: string
  readonly isServiceWriter: boolean
  readonly isTechnician: boolean
}

/** `membership` is null for an account of no company. */
export type SessionUser = {
  readonly id: string
  readonly name: string
  readonly membership: Membership | null
  readonly sessionId: string
}

type CookieHeaders = Pick<Headers, 'get' | 'has'>

export type SessionLookup = {
  /** Answers with null when the library has to be asked. */
  readonly read: (headers: CookieHeaders) => Promise<SessionUser | null>
  /**
   * The same, and in the same message one row of `also`: a function that anybody may ask, called with literals.
   * Nothing of it counts before it is clear who asks.
   */
  readonly readWith: <Row>(
    headers: CookieHeaders,
    extraSql: string,
  ) => Promise<{ sessionUser: SessionUser; row: Row } | null>
  /** Who held it a moment ago. It counts for nothing before the database has said that it is still so. */
  readonly getCached: (headers: CookieHeaders) => CachedSession | null
}

export type CachedSession = {
  readonly sessionUser: SessionUser & { readonly membership: Membership }
  /** A call that fails unless everything is still as remembered. */
  readonly revalidateSql: string
  readonly evict: () => void
}

type SessionLookupOptions = {
  readonly database: Database
  readonly secret: string
  readonly cookieName: string
}

/** The signed token that came along, as it stands there: nobody has looked at its signature yet. */
function signedCookie(headers: CookieHeaders, { cookieName }: SessionLookupOptions): string | null {
  const cookies = headers.get('cookie')
  // A bearer's token is the library's own affair.
  if (cookies === null || headers.has('authorization')) return null
  const own = cookies
    .split(';')
    .map(cookie => cookie.trim())
    .find(cookie => cookie.startsWith(`${cookieName}=`))
  return own?.slice(cookieName.length + 1) ?? null
}

/** The token of what is signed to the letter as the library signs it: `token.signature`. */
function verifySignature(signed: string, { secret }: SessionLookupOptions): string | null {
  const [, token, signature] = /^([A-Za-z0-9]+)\.([\w%]+)$/.exec(signed) ?? []
  if (token === undefined || signature === undefined) return null
  const actual = Buffer.from(signature)
  const expected = Buffer.from(
    encodeURIComponent(createHmac('sha256', secret).update(token).digest('base64')),
  )
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? token : null
}

type SessionRow = { id: string; name: string; sessionId: string } & {
  [Name in keyof Membership]: Membership[Name] | null
}

const toSessionUser = ({ id, name, sessionId, ...membership }: SessionRow): SessionUser => {
  const { kind, companyId, timeZone, isServiceWriter, isTechnician } = membership
  const fields = { kind, companyId, timeZone, isServiceWriter, isTechnician }
  return { id, name, sessionId, membership: kind === null ? null : (fields as Membership) }
}

type SignedToken = { readonly cookie: string; readonly token: string }

/** What came along, once its signature was looked at. */
function verifiedToken(headers: CookieHeaders, options: SessionLookupOptions): SignedToken | null {
  const cookie = signedCookie(headers, options)
  const token = cookie === null ? null : verifySignature(cookie, options)
  return cookie === null || token === null ? null : { cookie, token }
}

/** For so long, so that what is remembered is hardly ever wrong. */
const CACHE_TTL_MS = 60_000
const MAX_CACHED = 5000

/** From when on a session that stands at `now` was noted as used. */
const usedSince = (now: Date): Date => new Date(now.getTime() - TOUCH_INTERVAL_MS)

export function createSessionLookup(options: SessionLookupOptions): SessionLookup {
  const { database } = options

  // By what was signed: the same to the letter needs no second look at its signature.
  const cache = new Map<
    string,
    { readonly token: string; readonly sessionUser: SessionUser; readonly until: number }
  >()

  function addToCache({ cookie, token }: SignedToken, sessionUser: SessionUser): SessionUser {
    if (sessionUser.membership === null) return sessionUser
    const [oldest] = cache.keys()
    if (cache.size >= MAX_CACHED && oldest !== undefined) cache.delete(oldest)
    cache.set(cookie, { token, sessionUser, until: Date.now() + CACHE_TTL_MS })
    return sessionUser
  }

  /** The holder, and the rest of the row of what is asked along; null when the library has to be asked. */
  async function lookUp<Also>(
    headers: CookieHeaders,
    extraSql = '',
  ): Promise<{ sessionUser: SessionUser; row: Also } | null> {
    const verified = verifiedToken(headers, options)
    if (verified === null) return null
    const now = new Date()
    const call = formatCall('find_session', [verified.token, now, usedSince(now)])
    const { rows } = await database.executeQuery<SessionRow & Also>(
      CompiledQuery.raw(`SELECT * FROM ${call}${extraSql}`),
    )
    const [row] = rows
    return row === undefined ? null : { sessionUser: addToCache(verified, toSessionUser(row)), row }
  }

  return {
    read: async headers => (await lookUp(headers))?.sessionUser ?? null,
    readWith: (headers, extraSql) => lookUp(headers, `, ${extraSql}`),
    getCached: headers => {
      const cookie = signedCookie(headers, options)
      const cached = cookie === null ? undefined : cache.get(cookie)
      if (cookie === null || cached === undefined) return null
      const evict = () => void cache.delete(cookie)
      const now = new Date()
      const { token, sessionUser } = cached
      const { membership } = sessionUser
      if (cached.until < now.getTime() || membership === null) {
        evict()
        return null
      }
      // It was noted as used by what is remembered, so it may have grown older by as long as that lasts.
      const usedAfter = new Date(usedSince(now).getTime() - CACHE_TTL_MS)
      const { companyId, timeZone, isServiceWriter, isTechnician } = membership
      const revalidateSql = formatCall('assert_session', [
        token,
        now,
        usedAfter,
        sessionUser.id,
        sessionUser.name,
        sessionUser.sessionId,
        companyId,
        timeZone,
        isServiceWriter,
        isTechnician,
      ])
      return { sessionUser: { ...sessionUser, membership }, revalidateSql, evict }
    },
  }
}

const BATCH_DELAY_MS = 200

/** Answers with null when the library has to be asked. */
export type BatchedSessionLookup = SessionLookup['read']

/**
 * The same for those who are asked again and again: thousands of open pages are asked for in one question with all
 * who come within a moment.
 */
export function createBatchedSessionLookup(options: SessionLookupOptions): BatchedSessionLookup {
  const { database } = options
  let tokens = new Set<string>()
  let batch: Promise<Map<string, SessionUser>> | null = null

  async function runBatch(): Promise<Map<string, SessionUser>> {
    await sleep(BATCH_DELAY_MS)
    const batchTokens = [...tokens]
    tokens = new Set()
    batch = null
    const now = new Date()
    const { rows } = await sql<SessionRow & { token: string }>`
      select asked.token, holder.* from unnest(${batchTokens}::text[]) as asked (token),
        lateral find_session(asked.token, ${now}, ${usedSince(now)}) as holder
    `.execute(database)
    return new Map(rows.map(({ token, ...row }) => [token, toSessionUser(row)]))
  }

  return async headers => {
    const token = verifiedToken(headers, options)?.token
    if (token === undefined) return null
    tokens.add(token)
    batch ??= runBatch()
    return (await batch).get(token) ?? null
  }
}

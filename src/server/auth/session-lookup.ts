// Finds a session's user in one query instead of three. It handles only the plain case: a signed cookie of a valid
// session that was touched recently. Everything else, including every refusal, is left to the library.

import { createHmac, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import { formatCall } from '#server/db/pipelined-transaction.ts'
import { TOUCH_INTERVAL_MS } from './session-expiry.ts'

export type Membership = {
  readonly kind: 'owner' | 'employee'
  readonly companyId: string
  readonly timeZone: string
  readonly isServiceWriter: boolean
  readonly isTechnician: boolean
}

/** `membership` is null for an account without a company. */
export type SessionUser = {
  readonly id: string
  readonly name: string
  readonly membership: Membership | null
  readonly sessionId: string
}

type CookieHeaders = Pick<Headers, 'get' | 'has'>

export type SessionLookup = {
  /** Returns null if the library has to be asked. */
  readonly read: (headers: CookieHeaders) => Promise<SessionUser | null>
  /**
   * The same with one row of `extraSql`, the call of a public function with literals, in one message. The row counts
   * only once the session is known.
   */
  readonly readWith: <Row>(
    headers: CookieHeaders,
    extraSql: string,
  ) => Promise<{ sessionUser: SessionUser; row: Row } | null>
  /** A cached session. It counts only after the database has confirmed it. */
  readonly getCached: (headers: CookieHeaders) => CachedSession | null
}

export type CachedSession = {
  readonly sessionUser: SessionUser & { readonly membership: Membership }
  /** An SQL call that fails unless the cached session is still valid. */
  readonly revalidateSql: string
  readonly evict: () => void
}

type SessionLookupOptions = {
  readonly database: Database
  readonly secret: string
  readonly cookieName: string
}

/** The token of the request's cookie, signature not verified. */
function signedCookie(headers: CookieHeaders, { cookieName }: SessionLookupOptions): string | null {
  const cookies = headers.get('cookie')
  // Bearer tokens are left to the library.
  if (cookies === null || headers.has('authorization')) return null
  const sessionCookie = cookies
    .split(';')
    .map(cookie => cookie.trim())
    .find(cookie => cookie.startsWith(`${cookieName}=`))
  return sessionCookie?.slice(cookieName.length + 1) ?? null
}

/** The token of `token.signature`, if signed exactly as the library does. */
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

/** The token of the request, signature verified. */
function verifiedToken(headers: CookieHeaders, options: SessionLookupOptions): SignedToken | null {
  const cookie = signedCookie(headers, options)
  const token = cookie === null ? null : verifySignature(cookie, options)
  return cookie === null || token === null ? null : { cookie, token }
}

/** Short, so that the cache is rarely wrong. */
const CACHE_TTL_MS = 60_000
const MAX_CACHED = 5000

/** A session valid at `now` was touched after this time. */
const usedSince = (now: Date): Date => new Date(now.getTime() - TOUCH_INTERVAL_MS)

export function createSessionLookup(options: SessionLookupOptions): SessionLookup {
  const { database } = options

  // By the signed value: an identical one needs no second verification.
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

  /** The session's user, and the row requested along with it; null if the library has to be asked. */
  async function lookUp<ExtraRow>(
    headers: CookieHeaders,
    extraSql = '',
  ): Promise<{ sessionUser: SessionUser; row: ExtraRow } | null> {
    const verified = verifiedToken(headers, options)
    if (verified === null) return null
    const now = new Date()
    const call = formatCall('find_session', [verified.token, now, usedSince(now)])
    const { rows } = await database.executeQuery<SessionRow & ExtraRow>(
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
      // The cache keeps it for a while, so its last touch may be older by that much.
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

/** Returns null if the library has to be asked. */
export type BatchedSessionLookup = SessionLookup['read']

/** The same for frequent checks: requests within a moment are batched into one query, for thousands of open pages. */
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

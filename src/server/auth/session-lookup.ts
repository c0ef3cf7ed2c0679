// Finds a session's user in one query instead of three. It handles only the plain case: the signed cookie or bearer
// token of a valid session that was touched recently. Everything else, including every refusal, is left to the library.

import { createHmac, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { AcrossCompanies } from '#server/db/cluster-nodes.ts'
import type { SessionCheck } from '#server/db/pipelined-transaction.ts'
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

/** A request's header; undefined without it. */
type HeaderReader = (name: string) => string | undefined

/** A session's user, as last looked up. */
type FoundSession = {
  readonly sessionUser: SessionUser
  /** Confirms it in a transaction. */
  readonly sessionCheck: SessionCheck
}

export type SessionLookup = {
  /** Returns null if the library has to be asked. */
  readonly read: (header: HeaderReader) => Promise<FoundSession | null>
  /** A cached session. It counts only after the database has confirmed it. */
  readonly getCached: (header: HeaderReader) => FoundSession | null
  /** Forgets the request's session. */
  readonly evict: (header: HeaderReader) => void
}

type SessionLookupOptions = AcrossCompanies & {
  readonly secret: string
  readonly cookieName: string
}

/** The `token.signature` of the request's bearer token or else its cookie, not verified. */
function signedToken(header: HeaderReader, { cookieName }: SessionLookupOptions): string | null {
  const authorization = header('authorization')
  // A proxy may ask for a password of its own in this header.
  if (authorization !== undefined && /^bearer\s/i.test(authorization)) {
    const [, token] = /^bearer\s+(\S+\.\S+)$/i.exec(authorization) ?? []
    if (token === undefined) return null
    return token.includes('%') ? token : encodeURIComponent(token)
  }
  const sessionCookie = (header('cookie') ?? '')
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

type VerifiedToken = { readonly signed: string; readonly token: string }

/** The token of the request, signature verified. */
function verifiedToken(header: HeaderReader, options: SessionLookupOptions): VerifiedToken | null {
  const signed = signedToken(header, options)
  const token = signed === null ? null : verifySignature(signed, options)
  return signed === null || token === null ? null : { signed, token }
}

/** Short, so that the cache is rarely wrong. */
const CACHE_TTL_MS = 60_000
const MAX_CACHED = 5000

/** A session valid at `now` was touched after this time. */
const usedSince = (now: Date): Date => new Date(now.getTime() - TOUCH_INTERVAL_MS)

/** The check whether the session and its account are as they were looked up. */
function checkFor(token: string, { id, name, sessionId, membership }: SessionUser): SessionCheck {
  const now = new Date()
  // The cache keeps it for a while, so its last touch may be older by that much.
  const usedAfter = new Date(usedSince(now).getTime() - CACHE_TTL_MS)
  const { companyId = null, timeZone = null, isServiceWriter = null, isTechnician = null } = membership ?? {}
  const account = [id, name, sessionId, companyId, timeZone, isServiceWriter, isTechnician]
  const call = { name: 'is_current_session', values: [token, now, usedAfter, ...account] }
  return { call, isConfirmed: false }
}

/** Whether a machine of the database is away. */
const isDegraded = ({ clusterNodes }: SessionLookupOptions): boolean =>
  clusterNodes?.list().some(({ isUp }) => !isUp) ?? false

/** Throws SERVICE_UNAVAILABLE if the session's company is on a machine that is away, instead of waiting for it. */
async function assertReachable(
  token: string,
  { database, clusterNodes }: SessionLookupOptions,
): Promise<void> {
  const { rows } = await sql<{ company: string }>`
    select a.company from auth_session s join account_company a on a.account_id = s.user_id
    where s.token = ${token}`.execute(database)
  for (const { company } of rows) await clusterNodes?.assertReachable(company)
}

export function createSessionLookup(options: SessionLookupOptions): SessionLookup {
  const { database } = options

  // By the signed value: an identical one needs no second verification.
  const cache = new Map<
    string,
    { readonly token: string; readonly sessionUser: SessionUser; readonly until: number }
  >()

  function addToCache({ signed, token }: VerifiedToken, sessionUser: SessionUser): void {
    if (sessionUser.membership === null) return
    const [oldest] = cache.keys()
    if (cache.size >= MAX_CACHED && oldest !== undefined) cache.delete(oldest)
    cache.set(signed, { token, sessionUser, until: Date.now() + CACHE_TTL_MS })
  }

  return {
    read: async header => {
      const verified = verifiedToken(header, options)
      if (verified === null) return null
      if (isDegraded(options)) await assertReachable(verified.token, options)
      const now = new Date()
      const { rows } = await sql<SessionRow>`
        select * from find_session(${verified.token}, ${now}, ${usedSince(now)})
      `.execute(database)
      const [row] = rows
      if (row === undefined) return null
      const sessionUser = toSessionUser(row)
      addToCache(verified, sessionUser)
      return { sessionUser, sessionCheck: checkFor(verified.token, sessionUser) }
    },
    getCached: header => {
      const signed = signedToken(header, options)
      const cached = signed === null ? undefined : cache.get(signed)
      if (cached === undefined || cached.until < Date.now()) return null
      const { token, sessionUser } = cached
      return { sessionUser, sessionCheck: checkFor(token, sessionUser) }
    },
    evict: header => {
      const signed = signedToken(header, options)
      if (signed !== null) cache.delete(signed)
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

  async function findAll(these: readonly string[]): Promise<Map<string, SessionUser>> {
    const now = new Date()
    const { rows } = await sql<SessionRow & { token: string }>`
      select asked.token, holder.* from unnest(${[...these]}::text[]) as asked (token),
        lateral find_session(asked.token, ${now}, ${usedSince(now)}) as holder
    `.execute(database)
    return new Map(rows.map(({ token, ...row }) => [token, toSessionUser(row)]))
  }

  async function runBatch(): Promise<Map<string, SessionUser>> {
    await sleep(BATCH_DELAY_MS)
    const batchTokens = [...tokens]
    tokens = new Set()
    batch = null
    return findAll(batchTokens)
  }

  /** While a machine of the database is away, each is looked up alone: only those of its companies fail. */
  async function find(token: string): Promise<SessionUser | undefined> {
    if (isDegraded(options)) {
      await assertReachable(token, options)
      return (await findAll([token])).get(token)
    }
    tokens.add(token)
    batch ??= runBatch()
    return (await batch).get(token)
  }

  return async header => {
    const token = verifiedToken(header, options)?.token
    if (token === undefined) return null
    const sessionUser = await find(token)
    return sessionUser === undefined ? null : { sessionUser, sessionCheck: checkFor(token, sessionUser) }
  }
}

// Who holds a session, in one question to the database instead of three. It knows the plain case alone: a
// cookie that the sign-in library signed, of a session that stands and was noted as used just now. Anything
// else, also every refusal, is the library's to decide.

import { createHmac, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, sql } from 'kysely'
import type { Database } from '#server/db/client.ts'
import { callOf } from '#server/db/pipelined-transaction.ts'
import { NOTED_EVERY_MS } from './session-policy.ts'

export type Standing = {
  readonly kind: 'owner' | 'employee'
  readonly companyId: string
  readonly timeZone: string
  readonly isServiceWriter: boolean
  readonly isTechnician: boolean
}

/** `standing` is null for an account of no company. */
export type Holder = {
  readonly id: string
  readonly name: string
  readonly standing: Standing | null
  readonly sessionId: string
}

type Cookies = Pick<Headers, 'get' | 'has'>

export type SessionReader = {
  /** Answers with null when the library has to be asked. */
  readonly read: (headers: Cookies) => Promise<Holder | null>
  /**
   * The same, and in the same message one row of `also`: a function that anybody may ask, called with literals.
   * Nothing of it counts before it is clear who asks.
   */
  readonly readAlso: <Row>(headers: Cookies, also: string) => Promise<{ holder: Holder; row: Row } | null>
  /** Who held it a moment ago. It counts for nothing before the database has said that it is still so. */
  readonly remember: (headers: Cookies) => Remembered | null
}

export type Remembered = {
  readonly holder: Holder & { readonly standing: Standing }
  /** A call that fails unless everything is still as remembered. */
  readonly confirming: string
  readonly forget: () => void
}

export type ReaderOptions = {
  readonly database: Database
  readonly secret: string
  readonly cookieName: string
}

/** The signed token that came along, as it stands there: nobody has looked at its signature yet. */
function signedIn(headers: Cookies, { cookieName }: ReaderOptions): string | null {
  const cookies = headers.get('cookie')
  // A bearer's token is the library's own affair.
  if (cookies === null || headers.has('authorization')) return null
  const mine = cookies
    .split(';')
    .map(cookie => cookie.trim())
    .find(cookie => cookie.startsWith(`${cookieName}=`))
  return mine?.slice(cookieName.length + 1) ?? null
}

/** The token of what is signed to the letter as the library signs it: `token.signature`. */
function tokenIn(signed: string, { secret }: ReaderOptions): string | null {
  const [, token, signature] = /^([A-Za-z0-9]+)\.([\w%]+)$/.exec(signed) ?? []
  if (token === undefined || signature === undefined) return null
  const given = Buffer.from(signature)
  const right = Buffer.from(encodeURIComponent(createHmac('sha256', secret).update(token).digest('base64')))
  return given.length === right.length && timingSafeEqual(given, right) ? token : null
}

type Row = { id: string; name: string; sessionId: string } & {
  [Name in keyof Standing]: Standing[Name] | null
}

const holderOf = ({ id, name, sessionId, ...standing }: Row): Holder => {
  const { kind, companyId, timeZone, isServiceWriter, isTechnician } = standing
  const isOf = { kind, companyId, timeZone, isServiceWriter, isTechnician }
  return { id, name, sessionId, standing: kind === null ? null : (isOf as Standing) }
}

type Signed = { readonly signed: string; readonly token: string }

/** What came along, once its signature was looked at. */
function provenIn(headers: Cookies, options: ReaderOptions): Signed | null {
  const signed = signedIn(headers, options)
  const token = signed === null ? null : tokenIn(signed, options)
  return signed === null || token === null ? null : { signed, token }
}

/** For so long, so that what is remembered is hardly ever wrong. */
const REMEMBERED_MS = 60_000
const MOST_REMEMBERED = 5000

/** From when on a session that stands at `now` was noted as used. */
const notedAfter = (now: Date): Date => new Date(now.getTime() - NOTED_EVERY_MS)

export function openSessionReader(options: ReaderOptions): SessionReader {
  const { database } = options

  // By what was signed: the same to the letter needs no second look at its signature.
  const remembered = new Map<
    string,
    { readonly token: string; readonly holder: Holder; readonly until: number }
  >()

  function keepInMind({ signed, token }: Signed, holder: Holder): Holder {
    if (holder.standing === null) return holder
    const [oldest] = remembered.keys()
    if (remembered.size >= MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest)
    remembered.set(signed, { token, holder, until: Date.now() + REMEMBERED_MS })
    return holder
  }

  /** The holder, and the rest of the row of what is asked along; null when the library has to be asked. */
  async function ask<Also>(headers: Cookies, also = ''): Promise<{ holder: Holder; row: Also } | null> {
    const proven = provenIn(headers, options)
    if (proven === null) return null
    const now = new Date()
    const question = callOf('session_holder', [proven.token, now, notedAfter(now)])
    const { rows } = await database.executeQuery<Row & Also>(
      CompiledQuery.raw(`SELECT * FROM ${question}${also}`),
    )
    const [row] = rows
    return row === undefined ? null : { holder: keepInMind(proven, holderOf(row)), row }
  }

  return {
    read: async headers => (await ask(headers))?.holder ?? null,
    readAlso: (headers, also) => ask(headers, `, ${also}`),
    remember: headers => {
      const signed = signedIn(headers, options)
      const found = signed === null ? undefined : remembered.get(signed)
      if (signed === null || found === undefined) return null
      const forget = () => void remembered.delete(signed)
      const now = new Date()
      const { token, holder } = found
      const { standing } = holder
      if (found.until < now.getTime() || standing === null) {
        forget()
        return null
      }
      // It was noted as used by what is remembered, so it may have grown older by as long as that lasts.
      const noted = new Date(notedAfter(now).getTime() - REMEMBERED_MS)
      const { companyId, timeZone, isServiceWriter, isTechnician } = standing
      const confirming = callOf('confirm_holder', [
        ...[token, now, noted, holder.id, holder.name, holder.sessionId],
        ...[companyId, timeZone, isServiceWriter, isTechnician],
      ])
      return { holder: { ...holder, standing }, confirming, forget }
    },
  }
}

const ROLL_MS = 200

/** Answers with null when the library has to be asked. */
export type RollCall = SessionReader['read']

/**
 * The same for those who are asked again and again: thousands of open pages are asked for in one question with all
 * who come within a moment.
 */
export function openRollCall(options: ReaderOptions): RollCall {
  const { database } = options
  let tokens = new Set<string>()
  let call: Promise<Map<string, Holder>> | null = null

  async function callRoll(): Promise<Map<string, Holder>> {
    await sleep(ROLL_MS)
    const asked = [...tokens]
    tokens = new Set()
    call = null
    const now = new Date()
    const { rows } = await sql<Row & { token: string }>`
      select asked.token, holder.* from unnest(${asked}::text[]) as asked (token),
        lateral session_holder(asked.token, ${now}, ${notedAfter(now)}) as holder
    `.execute(database)
    return new Map(rows.map(({ token, ...row }) => [token, holderOf(row)]))
  }

  return async headers => {
    const token = provenIn(headers, options)?.token
    if (token === undefined) return null
    tokens.add(token)
    call ??= callRoll()
    return (await call).get(token) ?? null
  }
}

// Who holds a session, in one question to the database instead of three. It knows the plain case alone: a
// cookie that the sign-in library signed, of a session that stands and was noted as used just now. Anything
// else, also every refusal, is the library's to decide.

import { createHmac, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#server/database/open.ts'
import { NOTED_EVERY_MS } from './session-rules.ts'

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

/** Answers with null when the library has to be asked. */
export type SessionReader = (headers: Headers) => Promise<Holder | null>

export type ReaderOptions = {
  readonly database: Database
  readonly secret: string
  readonly cookieName: string
}

/** The token of a cookie that is signed to the letter as the library signs it: `token.signature`. */
function tokenIn(cookies: string, name: string, secret: string): string | null {
  const mine = cookies
    .split(';')
    .map(cookie => cookie.trim())
    .find(cookie => cookie.startsWith(`${name}=`))
  const [, token, signature] = /^([A-Za-z0-9]+)\.([\w%]+)$/.exec(mine?.slice(name.length + 1) ?? '') ?? []
  if (token === undefined || signature === undefined) return null
  const given = Buffer.from(signature)
  const right = Buffer.from(encodeURIComponent(createHmac('sha256', secret).update(token).digest('base64')))
  return given.length === right.length && timingSafeEqual(given, right) ? token : null
}

type Row = { id: string; name: string; sessionId: string } & {
  [Name in keyof Standing]: Standing[Name] | null
}

const holderOf = ({ id, name, sessionId, ...standing }: Row): Holder => ({
  ...{ id, name, sessionId },
  standing: standing.kind === null ? null : (standing as Standing),
})

function tokenOf(headers: Headers, { cookieName, secret }: ReaderOptions): string | null {
  const cookies = headers.get('cookie')
  // A bearer's token is the library's own affair.
  if (cookies === null || headers.has('authorization')) return null
  return tokenIn(cookies, cookieName, secret)
}

export function openSessionReader(options: ReaderOptions): SessionReader {
  const { database } = options
  return async headers => {
    const token = tokenOf(headers, options)
    if (token === null) return null
    const now = new Date()
    const { rows } = await sql<Row>`
      select u.id, u.name, held.id as session_id, s.* from auth_session held
      join auth_user u on u.id = held.user_id
      left join lateral account_standing(u.id) s on true
      where held.token = ${token} and held.expires_at > ${now}
        and held.updated_at > ${new Date(now.getTime() - NOTED_EVERY_MS)}
    `.execute(database)
    const [row] = rows
    return row === undefined ? null : holderOf(row)
  }
}

const ROLL_MS = 200

/**
 * The same for those who are asked again and again: thousands of open pages are asked for in one question with all
 * who come within a moment.
 */
export function openRollCall(options: ReaderOptions): SessionReader {
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
      select held.token, u.id, u.name, held.id as session_id, s.* from auth_session held
      join auth_user u on u.id = held.user_id
      left join lateral account_standing(u.id) s on true
      where held.token = any(${asked}::text[]) and held.expires_at > ${now}
        and held.updated_at > ${new Date(now.getTime() - NOTED_EVERY_MS)}
    `.execute(database)
    return new Map(rows.map(({ token, ...row }) => [token, holderOf(row)]))
  }

  return async headers => {
    const token = tokenOf(headers, options)
    if (token === null) return null
    tokens.add(token)
    call ??= callRoll()
    return (await call).get(token) ?? null
  }
}

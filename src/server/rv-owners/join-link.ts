// The link of a letter that lets somebody make an account: once, within a day.

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Post } from '#server/letters.ts'
import { hashOfToken, newToken } from '#server/sign-in/one-time-token.ts'
import type { Work } from '#server/work.ts'
import { leadingTo } from './letters.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const hashOf = (token: string): string => hashOfToken('join', token)

/**
 * The id of the account that a link makes: the same however often its form is sent, so that a repeat is known
 * for one. Nobody can tell it from what is kept of the link.
 */
export function accountOf(token: string): string {
  const hash = createHash('sha256').update(`account:${token}`).digest('hex')
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')
}

/** Keeps a fresh link for this email, and answers with it and with whether somebody has the email already. */
export async function beginJoin(
  work: Work,
  post: Post,
  email: string,
  to: string | undefined,
): Promise<{ readonly link: string; readonly isTaken: boolean }> {
  const token = newToken()
  const until = new Date(work.now.getTime() + DAY_MS)
  const { rows } = await sql<{ isTaken: boolean }>`
    select begin_join(${email}, ${hashOf(token)}, ${work.now}, ${until}) as is_taken`.execute(work.database)
  return { link: `${post.url()}/join/${token}${leadingTo(to)}`, isTaken: rows[0]?.isTaken ?? false }
}

type Found = { email: string | null }

/** The email that a link was sent to; null for one that opens nothing. */
export async function findJoiningEmail(work: Work, token: string): Promise<string | null> {
  const { rows } = await sql<Found>`select joining_email(${hashOf(token)}, ${work.now}) as email`.execute(
    work.database,
  )
  return rows[0]?.email ?? null
}

/** The same, and uses the link up with every other that was sent there. */
export async function takeJoin(work: Work, token: string): Promise<string | null> {
  const { rows } = await sql<Found>`select take_join(${hashOf(token)}, ${work.now}) as email`.execute(
    work.database,
  )
  return rows[0]?.email ?? null
}

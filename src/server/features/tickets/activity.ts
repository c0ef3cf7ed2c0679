// What happened to one ticket, out of the trail.

import { sql } from 'kysely'
import * as z from 'zod'
import { coalesced, type Detail, ONE_LINE_MS } from '#domain/tickets/activity.ts'
import { allow, type Work } from '#server/db/unit-of-work.ts'
import { readBookmark, writeBookmark } from '#server/lib/pagination.ts'
import { query } from '#server/rpc/procedures.ts'
import { getTicket } from './store.ts'

const LINES_ON_A_PAGE = 50
/** Text that is saved while it is typed leaves many rows for one line. */
const ROWS_FOR_A_PAGE = 400

const place = z.tuple([z.number().int(), z.int32(), z.iso.datetime()])
type Place = z.infer<typeof place>

const placeIn = ([version, seq]: Place) => sql`(${version}::bigint, ${seq}::int)`

const rowsOf = (work: Work, ticketId: number) =>
  work
    .from('change')
    .where('kind', '=', 'ticket')
    .where('id', '=', String(ticketId))
    .select(['version', 'seq', 'at', 'actor', 'actorName', 'verb', 'detail'])
    .orderBy('version', 'desc')
    .orderBy('seq', 'desc')

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

const entryOf = ({ version, seq, at, actor, actorName, verb, detail }: Row) => ({
  ...{ version, seq, at, verb },
  by: { id: actor, name: actorName },
  detail: detail as Detail | null,
})

type Entry = ReturnType<typeof entryOf>

/** The rows that an older one may still belong to: newer than the page, by less than a line is long. */
async function linesAbove(work: Work, ticketId: number, end: Place): Promise<Row[]> {
  const latest = new Date(new Date(end[2]).getTime() + ONE_LINE_MS)
  return rowsOf(work, ticketId)
    .where(sql<boolean>`(version, seq) >= ${placeIn(end)}`)
    .where('at', '<=', latest)
    .execute()
}

const isBelow = ({ version, seq }: Entry, end: Place): boolean =>
  version < end[0] || (version === end[0] && seq < end[1])

export const readActivity = query.tickets.activity.handler(async ({ input, context: { work } }) => {
  allow(work, 'ticket.see')
  const { ticketId, before } = input
  allow(work, 'ticket.see', await getTicket(work, ticketId))
  const end = before === undefined ? null : readBookmark(before, place, 'before')
  const above = end === null ? [] : await linesAbove(work, ticketId, end)
  const below = rowsOf(work, ticketId).limit(ROWS_FOR_A_PAGE + 1)
  const rows = await (end === null
    ? below
    : below.where(sql<boolean>`(version, seq) < ${placeIn(end)}`)
  ).execute()
  const read = rows.slice(0, ROWS_FOR_A_PAGE)
  const lines = coalesced([...above, ...read].map(entryOf)).filter(line => end === null || isBelow(line, end))
  const entries = lines.slice(0, LINES_ON_A_PAGE)
  const isCut = lines.length > entries.length
  const last = isCut ? entries.at(-1) : read.at(-1)
  const hasMore = isCut || rows.length > read.length
  const next =
    hasMore && last !== undefined ? writeBookmark([last.version, last.seq, last.at.toISOString()]) : null
  return { entries, next }
})

// A ticket's activity, from the change log.

import { sql } from 'kysely'
import * as z from 'zod'
import { may } from '#domain/account/permission.ts'
import {
  type ActivityDetail,
  coalesceEntries,
  MERGE_WINDOW_MS,
  MONEY_VERBS,
} from '#domain/tickets/activity.ts'
import { withAmounts } from '#server/audit/logged-amounts.ts'
import { authorize, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { decodeCursor, encodeCursor } from '#server/lib/pagination.ts'
import { query } from '#server/rpc/procedures.ts'
import { getTicket } from './store.ts'

const PAGE_SIZE = 50
/** Text saved while typing leaves many rows for one entry. */
const ROWS_PER_READ = 400

const cursorShape = z.tuple([z.number().int(), z.int32(), z.iso.datetime()])
type ActivityPosition = z.infer<typeof cursorShape>

const positionOf = ([version, seq]: ActivityPosition) => sql`(${version}::bigint, ${seq}::int)`

const selectRows = (work: UnitOfWork, ticketId: number) =>
  work
    .from('changeLog')
    .where('kind', '=', 'ticket')
    .where('id', '=', String(ticketId))
    .where('verb', 'not in', may(work.actor, 'billing.use') ? [''] : MONEY_VERBS)
    .select(['version', 'seq', 'at', 'actor', 'actorName', 'verb', 'detail'])
    .orderBy('version', 'desc')
    .orderBy('seq', 'desc')

/** The highest number of a job line that was deleted; 0 if none was. */
export async function highestDeletedJob(work: UnitOfWork, ticketId: number): Promise<number> {
  const { highest } = await work
    .from('changeLog')
    .where('kind', '=', 'ticket')
    .where('id', '=', String(ticketId))
    .where('verb', '=', 'ticket.remove-job')
    .select(sql<number | null>`max((detail->>'jobNumber')::int)`.as('highest'))
    .executeTakeFirstOrThrow()
  return highest ?? 0
}

type ActivityRow = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number]

const toEntry = ({ version, seq, at, actor, actorName, verb, detail }: ActivityRow) => ({
  version,
  seq,
  at,
  verb,
  by: { id: actor, name: actorName },
  detail: detail as ActivityDetail | null,
})

type ActivityEntry = ReturnType<typeof toEntry>

/** Rows that an older one may be merged into: newer than the page, within the merge window. */
async function listRowsAbove(
  work: UnitOfWork,
  ticketId: number,
  end: ActivityPosition,
): Promise<ActivityRow[]> {
  const latest = new Date(new Date(end[2]).getTime() + MERGE_WINDOW_MS)
  return selectRows(work, ticketId)
    .where(sql<boolean>`(version, seq) >= ${positionOf(end)}`)
    .where('at', '<=', latest)
    .execute()
}

const isBelow = ({ version, seq }: ActivityEntry, end: ActivityPosition): boolean =>
  version < end[0] || (version === end[0] && seq < end[1])

export const listActivity = query.tickets.activity.handler(async ({ input, context: { work } }) => {
  const { ticketId, before } = input
  authorize(work, 'ticket.see', await getTicket(work, ticketId))
  const end = before === undefined ? null : decodeCursor(before, cursorShape, 'before')
  const above = end === null ? [] : await listRowsAbove(work, ticketId, end)
  const below = selectRows(work, ticketId).limit(ROWS_PER_READ + 1)
  const rows = await (end === null
    ? below
    : below.where(sql<boolean>`(version, seq) < ${positionOf(end)}`)
  ).execute()
  const read = rows.slice(0, ROWS_PER_READ)
  const lines = coalesceEntries([...above, ...read].map(toEntry)).filter(
    line => end === null || isBelow(line, end),
  )
  const entries = lines.slice(0, PAGE_SIZE)
  const isCut = lines.length > entries.length
  const last = isCut ? entries.at(-1) : read.at(-1)
  const hasMore = isCut || rows.length > read.length
  const next =
    hasMore && last !== undefined ? encodeCursor([last.version, last.seq, last.at.toISOString()]) : null
  return { entries: await withAmounts(work, entries), next }
})

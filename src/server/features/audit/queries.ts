// The company's activity log, for its owner.

import { sql } from 'kysely'
import * as z from 'zod'
import type { SignInEvent } from '#domain/audit/audit-sentences.ts'
import type { SpreadsheetDetail } from '#domain/spreadsheet-import/import-run.ts'
import type { ActivityDetail } from '#domain/tickets/activity.ts'
import { withAmounts } from '#server/audit/logged-amounts.ts'
import { decodeCursor, paginate } from '#server/lib/pagination.ts'
import { query } from '#server/rpc/procedures.ts'

const PAGE_SIZE = 50

const auditCursor = z.tuple([z.number().int(), z.int32()])

export const listAuditEntries = query.audit.list.handler(async ({ input, context: { work } }) => {
  let select = work
    .from('changeLog')
    .select(['version', 'seq', 'at', 'actor', 'actorName', 'kind', 'id', 'verb', 'detail'])
    .orderBy('version', 'desc')
    .orderBy('seq', 'desc')
    .limit(PAGE_SIZE + 1)
  if (input.before !== undefined) {
    const [version, seq] = decodeCursor(input.before, auditCursor, 'before')
    select = select.where(sql<boolean>`(version, seq) < (${version}::bigint, ${seq}::int)`)
  }
  const { page, next } = paginate(await select.execute(), PAGE_SIZE, row => [row.version, row.seq])
  const entries = page.map(({ actor, actorName, detail, ...entry }) => ({
    ...entry,
    by: { id: actor, name: actorName },
    detail: detail as (ActivityDetail & { employee?: string } & Partial<SpreadsheetDetail>) | null,
  }))
  return { entries: await withAmounts(work, entries), timeZone: work.timeZone, next }
})

const signInCursor = z.tuple([z.iso.datetime(), z.uuid()])

export const listSignIns = query.audit.listSignIns.handler(async ({ input, context: { work } }) => {
  let select = work
    .from('signIn')
    .select(['signInId', 'name', 'event', 'at', 'address', 'device'])
    .orderBy('at', 'desc')
    .orderBy('signInId', 'desc')
    .limit(PAGE_SIZE + 1)
  if (input.before !== undefined) {
    const [at, id] = decodeCursor(input.before, signInCursor, 'before')
    select = select.where(sql<boolean>`(at, sign_in_id) < (${at}::timestamptz, ${id}::uuid)`)
  }
  const { page, next } = paginate(await select.execute(), PAGE_SIZE, row => [
    row.at.toISOString(),
    row.signInId,
  ])
  const signIns = page.map(({ signInId: id, event, ...entry }) => ({
    id,
    event: event as SignInEvent,
    ...entry,
  }))
  return { signIns, timeZone: work.timeZone, next }
})

// The company's trail, for its owner.

import { sql } from 'kysely'
import * as z from 'zod'
import type { SignInEvent } from '#domain/audit/entry.ts'
import type { Detail } from '#domain/tickets/activity.ts'
import { allow } from '#server/db/unit-of-work.ts'
import { cutPage, readBookmark } from '#server/lib/pagination.ts'
import { query } from '#server/rpc/procedures.ts'

const LINES_ON_A_PAGE = 50

const placeOfDeed = z.tuple([z.number().int(), z.int32()])

export const listDeeds = query.trail.deeds.handler(async ({ input, context: { work } }) => {
  allow(work, 'trail.see')
  let rows = work
    .from('change')
    .select(['version', 'seq', 'at', 'actor', 'actorName', 'kind', 'id', 'verb', 'detail'])
    .orderBy('version', 'desc')
    .orderBy('seq', 'desc')
    .limit(LINES_ON_A_PAGE + 1)
  if (input.before !== undefined) {
    const [version, seq] = readBookmark(input.before, placeOfDeed, 'before')
    rows = rows.where(sql<boolean>`(version, seq) < (${version}::bigint, ${seq}::int)`)
  }
  const { page, next } = cutPage(await rows.execute(), LINES_ON_A_PAGE, row => [row.version, row.seq])
  const deeds = page.map(({ actor, actorName, detail, ...deed }) => ({
    ...deed,
    by: { id: actor, name: actorName },
    detail: detail as (Detail & { employee?: string }) | null,
  }))
  return { deeds, timeZone: work.timeZone, next }
})

const placeOfSignIn = z.tuple([z.iso.datetime(), z.uuid()])

export const listSignIns = query.trail.signIns.handler(async ({ input, context: { work } }) => {
  allow(work, 'trail.see')
  let rows = work
    .from('signIn')
    .select(['signInId', 'name', 'event', 'at', 'address', 'device'])
    .orderBy('at', 'desc')
    .orderBy('signInId', 'desc')
    .limit(LINES_ON_A_PAGE + 1)
  if (input.before !== undefined) {
    const [at, id] = readBookmark(input.before, placeOfSignIn, 'before')
    rows = rows.where(sql<boolean>`(at, sign_in_id) < (${at}::timestamptz, ${id}::uuid)`)
  }
  const { page, next } = cutPage(await rows.execute(), LINES_ON_A_PAGE, row => [
    row.at.toISOString(),
    row.signInId,
  ])
  const signIns = page.map(({ signInId: id, event, ...line }) => ({
    id,
    event: event as SignInEvent,
    ...line,
  }))
  return { signIns, timeZone: work.timeZone, next }
})

// What the owner is yet to be emailed, in the database.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import {
  GATHER_MS,
  NOTICE_KINDS,
  type Notice,
  type NoticeTimings,
  noticeDueAt,
  shortenNotice,
  timingOf,
} from '#domain/notices/notice.ts'
import { type AcrossCompanies, listInReach } from '#server/db/cluster-nodes.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { getPreferences } from '#server/features/preferences/store.ts'

const COLUMNS = ['noticeId', 'ticketId', 'content', 'at'] as const

/** Queues an email to the owner, unless they want none about this. `timeZone` is the company's. */
export async function addNotice(
  work: UnitOfWork,
  { ticketId, content }: Notice,
  timeZone = work.timeZone,
): Promise<void> {
  const { kind } = content
  const { notices } = await getPreferences(work)
  const dueAt = noticeDueAt(timingOf(content, notices), work.now, timeZone)
  if (dueAt === null) return
  const row = { noticeId: randomUUID(), ticketId, kind, at: work.now, dueAt }
  work.insert('ownerNotice', { ...row, content: JSON.stringify(shortenNotice(content)) })
}

/** Every company with notices that are due. */
export async function listCompaniesWithDueNotices(services: AcrossCompanies, now: Date) {
  const among = await listInReach(services)
  const { rows } = await sql<{ companyId: string; timeZone: string; isConfirmed: boolean }>`
    select * from due_notices(${now}, ${among}::uuid[])`.execute(services.database)
  return rows
}

/**
 * Locks the oldest notices that are due, and those that will be within a minute; the notices of a moment go into one
 * email. Of two servers, one gets them.
 */
export const lockDueNotices = (work: UnitOfWork, limit: number) =>
  work
    .from('ownerNotice')
    .select([...COLUMNS, 'kind', 'dueAt'])
    .where('dueAt', '<=', new Date(work.now.getTime() + GATHER_MS))
    .orderBy('at')
    .orderBy('noticeId')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()

export const deleteNotices = (work: UnitOfWork, noticeIds: readonly string[]): void =>
  work.write(work.remove('ownerNotice').where('noticeId', 'in', [...noticeIds]))

const wantedKinds = (timings: NoticeTimings) => [
  'card',
  ...NOTICE_KINDS.filter(kind => timings[kind] !== 'off'),
]

/** The newest notices that the owner still wants. */
export const listNotices = (work: UnitOfWork, timings: NoticeTimings, limit: number) =>
  work
    .from('ownerNotice')
    .select(COLUMNS)
    .where(sql<boolean>`kind = any(${wantedKinds(timings)}::text[])`)
    .orderBy('at', 'desc')
    .orderBy('noticeId')
    .limit(limit)
    .execute()

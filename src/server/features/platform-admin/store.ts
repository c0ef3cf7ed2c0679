// Founders' access across companies. The database identifies them by their session (020-founder.sql): no
// company's unit of work can name one.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod'
import { ADMIN_VERBS, type AdminEntryDetail, type AdminVerb } from '#domain/platform-admin/admin-sentences.ts'
import type { CustomerRV } from '#domain/rigs/rig.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { listIncludingSuspended } from '#server/features/companies/store.ts'
import { unauthorized } from '#server/lib/api-errors.ts'
import { containing } from '#server/lib/like-pattern.ts'
import { decodeCursor, paginate } from '#server/lib/pagination.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'

const PAGE_SIZE = 30

/** The session id that the database functions require. */
export function sessionIdOf({ sessionId }: Pick<RequestContext, 'sessionId'>): string {
  if (sessionId === null) throw unauthorized()
  return sessionId
}

type CompanyPageRequest = { readonly q: string; readonly after: string | undefined }

const nameCursor = z.tuple([z.string().refine(name => !name.includes('\0')), z.uuid()])

async function listByEmail(work: UnitOfWork, sessionId: string, { q, after }: CompanyPageRequest) {
  const pattern = containing(q.toLowerCase())
  const [name, company] = after === undefined ? [null, null] : decodeCursor(after, nameCursor)
  const { rows } = await sql<{ companyId: string; lowered: string }>`
    select * from companies_by_email(${sessionId}, ${pattern}, ${name}, ${company}, ${PAGE_SIZE + 1})`.execute(
    work.database,
  )
  const { page, next } = paginate(rows, PAGE_SIZE, ({ lowered, companyId }) => [lowered, companyId])
  const ids = page.map(({ companyId }) => companyId)
  const cards = await work.database
    .selectFrom('directory')
    .select(['companyId', 'companyName', 'companyAddress', 'companyPhone', 'imageUrl', 'trusted', 'verified'])
    .where('companyId', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  const companies = ids.flatMap(id =>
    cards
      .filter(({ companyId }) => companyId === id)
      .map(({ companyId: companyUUID, imageUrl: imageURL, ...card }) => ({ ...card, companyUUID, imageURL })),
  )
  return { companies, next }
}

type AdminCompanyRow = {
  companyId: string
  email: string
  pendingStatus: boolean
  suspendedAt: Date | null
  timeZone: string
}

/**
 * A page of all companies, by name: those whose name or city has these words, or, with an @, whose email has them.
 */
export async function listAllCompanies(work: UnitOfWork, sessionId: string, request: CompanyPageRequest) {
  const { q, after } = request
  const { companies, next } = q.includes('@')
    ? await listByEmail(work, sessionId, request)
    : await listIncludingSuspended(work, q, { after, limit: PAGE_SIZE })
  const { rows } = await sql<AdminCompanyRow>`
    select * from company_statuses(${sessionId}, ${companies.map(({ companyUUID }) => companyUUID)}::uuid[])`.execute(
    work.database,
  )
  const rowsById = new Map(rows.map(({ companyId, ...status }) => [companyId, status]))
  const withStatus = companies.flatMap(company => {
    const status = rowsById.get(company.companyUUID)
    return status === undefined ? [] : [{ ...company, ...status }]
  })
  return { companies: withStatus, next }
}

/** The number of tickets of the current company. */
export async function countTickets(work: UnitOfWork): Promise<number> {
  const { count } = await work
    .from('ticket')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Ends all sessions of a company that was just suspended. */
export async function endCompanySessions(work: UnitOfWork, sessionId: string): Promise<void> {
  await sql`select end_company_sessions(${sessionId}, ${work.companyId})`.execute(work.database)
}

type EntryPosition = { readonly at: Date; readonly ticketId: number; readonly companyUUID: string }

/**
 * At most `limit` entries of a rig before this cursor, newest first, with their companies, even if they left the list.
 */
export async function listEntries(
  work: UnitOfWork,
  vin: string,
  before: EntryPosition | null,
  limit: number,
) {
  const older =
    before === null
      ? sql<boolean>`true`
      : sql<boolean>`(completed_timestamp, ticket_id, work_history.company_id)
          < (${before.at}, ${before.ticketId}, ${before.companyUUID})`
  const rows = await work.database
    .selectFrom('workHistory')
    .leftJoin('directory', 'directory.companyId', 'workHistory.companyId')
    .select(['workHistory.companyId', 'directory.companyName', 'ticketId'])
    .select(['completedTimestamp', 'workHistory.timeZone', 'technician'])
    .where('vin', '=', vin)
    .where(older)
    .orderBy('completedTimestamp', 'desc')
    .orderBy('ticketId', 'desc')
    .orderBy('workHistory.companyId', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ companyId, ...entry }) => ({ ...entry, companyUUID: companyId }))
}

type EntryMove = {
  readonly ticketId: number
  readonly from: string
  readonly to: string
  /** If `to` is no VIN: which of the company's rigs it is. */
  readonly ownRig: string | null
  readonly facts: AdminEntryDetail
}

/** Moves an entry of the current company, and logs it; false if there is none. */
export async function moveEntry(
  work: UnitOfWork,
  sessionId: string,
  { ticketId, from, to, ownRig, facts }: EntryMove,
): Promise<boolean> {
  const { rows } = await sql<{ isMoved: boolean }>`
    select correct_vin(${sessionId}, ${randomUUID()}, ${work.now}, ${work.companyId}, ${ticketId}, ${from}, ${to},
                       ${ownRig}::uuid, ${JSON.stringify(facts)}::jsonb) as is_moved`.execute(work.database)
  return rows[0]?.isMoved ?? false
}

/** Adds the rig that an entry was moved to; a known one stays unchanged. */
export async function addCorrectedRig(
  work: UnitOfWork,
  sessionId: string,
  { vin, make, model, year, axleAmount }: CustomerRV,
): Promise<void> {
  await sql`
    select add_corrected_rig(${sessionId}, ${vin}, ${make}, ${model}, ${year}, ${axleAmount}, ${work.companyId},
                             ${work.now})`.execute(work.database)
}

type PlatformAuditRow = {
  entryId: string
  at: Date
  actor: string
  actorName: string
  verb: AdminVerb
  companyUuid: string | null
  ticketId: number | null
  vin: string | null
  detail: AdminEntryDetail | null
}

/** At most `limit` entries of the founders' log before this cursor, newest first. */
export async function listPlatformAuditRows(
  work: UnitOfWork,
  sessionId: string,
  before: { readonly at: string; readonly entryId: string } | null,
  limit: number,
): Promise<PlatformAuditRow[]> {
  const { rows } = await sql<PlatformAuditRow>`
    select * from founder_audit(${sessionId}, ${[...ADMIN_VERBS]}::text[], ${before?.at ?? null}, ${before?.entryId ?? null}, ${limit})`.execute(
    work.database,
  )
  return rows
}

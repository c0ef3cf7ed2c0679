// What founders read and do beyond one company. The database knows them by the session that asks (028-founders.sql):
// no piece of work of a company can name one of theirs.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod'
import { FOUNDER_VERBS, type FounderFacts, type FounderVerb } from '#domain/platform-admin/audit.ts'
import type { Work } from '#server/db/unit-of-work.ts'
import { listWithSuspended } from '#server/features/companies/store.ts'
import { cutPage, readBookmark } from '#server/lib/pagination.ts'
import { unauthorized } from '#server/rpc/errors.ts'
import type { RequestContext } from '#server/rpc/procedures.ts'

export const ON_A_PAGE = 30

/** The session that the functions of the database ask for. */
export function heldBy({ sessionId }: Pick<RequestContext, 'sessionId'>): string {
  if (sessionId === null) throw unauthorized()
  return sessionId
}

type Page = { readonly q: string; readonly after: string | undefined }

const byName = z.tuple([z.string().refine(name => !name.includes('\0')), z.uuid()])

async function listByEmail(work: Work, held: string, { q, after }: Page) {
  const form = `%${q.toLowerCase().replace(/[\\%_]/g, sign => `\\${sign}`)}%`
  const [name, company] = after === undefined ? [null, null] : readBookmark(after, byName)
  const { rows } = await sql<{ companyId: string; lowered: string }>`
    select * from companies_by_email(${held}, ${form}, ${name}, ${company}, ${ON_A_PAGE + 1})`.execute(
    work.database,
  )
  const { page, next } = cutPage(rows, ON_A_PAGE, ({ lowered, companyId }) => [lowered, companyId])
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

type Standing = {
  companyId: string
  email: string
  pendingStatus: boolean
  suspendedAt: Date | null
  timeZone: string
}

/** A page of all companies, by name: those whose name or town has these words, or, with an @, whose email has it. */
export async function listAllCompanies(work: Work, held: string, asked: Page) {
  const { q, after } = asked
  const { companies, next } = q.includes('@')
    ? await listByEmail(work, held, asked)
    : await listWithSuspended(work, q, { after, limit: ON_A_PAGE })
  const { rows } = await sql<Standing>`
    select * from company_standings(${held}, ${companies.map(({ companyUUID }) => companyUUID)}::uuid[])`.execute(
    work.database,
  )
  const standings = new Map(rows.map(({ companyId, ...standing }) => [companyId, standing]))
  const seen = companies.flatMap(company => {
    const standing = standings.get(company.companyUUID)
    return standing === undefined ? [] : [{ ...company, ...standing }]
  })
  return { companies: seen, next }
}

/** How many tickets the company at work has. */
export async function countTickets(work: Work): Promise<number> {
  const { count } = await work
    .from('ticket')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Signs everybody of a company that has just been suspended out. */
export async function endCompanySessions(work: Work, held: string): Promise<void> {
  await sql`select end_company_sessions(${held}, ${work.companyId})`.execute(work.database)
}

type PlaceOfEntry = { readonly at: Date; readonly ticketId: number; readonly companyUUID: string }

/** At most `most` entries of a rig before this place, newest first, with whose they are: also of who has left the list. */
export async function listEntries(work: Work, vin: string, before: PlaceOfEntry | null, most: number) {
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
    .limit(most)
    .execute()
  return rows.map(({ companyId, ...entry }) => ({ ...entry, companyUUID: companyId }))
}

type Move = {
  readonly ticketId: number
  readonly from: string
  readonly to: string
  readonly facts: FounderFacts
}

/** Moves an entry of the company at work, and leaves the deed of it; false where there is none. */
export async function moveEntry(
  work: Work,
  held: string,
  { ticketId, from, to, facts }: Move,
): Promise<boolean> {
  const { rows } = await sql<{ isMoved: boolean }>`
    select correct_vin(${held}, ${randomUUID()}, ${work.now}, ${work.companyId}, ${ticketId}, ${from}, ${to},
                       ${JSON.stringify(facts)}::jsonb) as is_moved`.execute(work.database)
  return rows[0]?.isMoved ?? false
}

type DeedRow = {
  deedId: string
  at: Date
  actor: string
  actorName: string
  verb: FounderVerb
  companyUuid: string | null
  ticketId: number | null
  vin: string | null
  detail: FounderFacts | null
}

/** At most `most` deeds of all founders before this place, newest first. */
export async function listFounderDeeds(
  work: Work,
  held: string,
  before: { readonly at: string; readonly deedId: string } | null,
  most: number,
): Promise<DeedRow[]> {
  const { rows } = await sql<DeedRow>`
    select * from founder_deeds(${held}, ${[...FOUNDER_VERBS]}::text[], ${before?.at ?? null}, ${before?.deedId ?? null}, ${most})`.execute(
    work.database,
  )
  return rows
}

// Reports for a buyer. The signed link names the report and its claim, so invalid links never reach the database; it
// expires, and ends when its owner turns it off, and with the claim.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { daysAfter, REPORT_DAYS } from '#domain/rig-claims/claim-code.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { type KeyedHash, signToken, verifyToken } from '#server/lib/signed-token.ts'

type ReportRow = {
  readonly reportId: string
  readonly claimId: string
  readonly createdAt: Date
  readonly endsAt: Date
}

const reportNotFound = () =>
  notFound('This link was turned off, has expired, or is incomplete. Ask the seller for a new one.')

/** A report as its owner sees it. */
export const toReportDto = (keyedHash: KeyedHash, { reportId, claimId, createdAt, endsAt }: ReportRow) => ({
  reportId,
  createdAt,
  endsAt,
  // The token has two ids: the claim instead of a company.
  path: `/rig-report/${signToken(keyedHash, 'report', { companyId: claimId, id: reportId })}`,
})

export async function addReport(work: UnitOfWork, claimId: string, vin: string): Promise<ReportRow> {
  const report = {
    reportId: randomUUID(),
    claimId,
    createdAt: work.now,
    endsAt: daysAfter(work.now, REPORT_DAYS),
  }
  await work.database
    .insertInto('rigReport')
    .values({ ...report, vin, accountId: work.by.id, revokedAt: null })
    .execute()
  return report
}

/** The active reports of a claim, newest first. */
export const listReports = (work: UnitOfWork, claimId: string): Promise<ReportRow[]> =>
  work.database
    .selectFrom('rigReport')
    .select(['reportId', 'claimId', 'createdAt', 'endsAt'])
    .where('claimId', '=', claimId)
    .where('accountId', '=', work.by.id)
    .where('revokedAt', 'is', null)
    .where('endsAt', '>', work.now)
    .orderBy('createdAt', 'desc')
    .limit(50)
    .execute()

export async function revokeReport(work: UnitOfWork, claimId: string, reportId: string): Promise<void> {
  const { numUpdatedRows } = await work.database
    .updateTable('rigReport')
    .set({ revokedAt: work.now })
    .where('reportId', '=', reportId)
    .where('claimId', '=', claimId)
    .where('accountId', '=', work.by.id)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound('This link is already turned off.')
}

/** The report of a link, while it is active; otherwise NOT_FOUND. */
export async function getReport(work: UnitOfWork, keyedHash: KeyedHash, token: string) {
  const subject = verifyToken(keyedHash, 'report', token)
  if (subject === null) throw reportNotFound()
  const { companyId: claimId, id: reportId } = subject
  const { rows } = await sql<{ vin: string; createdAt: Date; endsAt: Date; openedFrom: Date | null }>`
    select * from valid_rig_report(${reportId}, ${claimId}, ${work.now})`.execute(work.database)
  const [report] = rows
  if (report === undefined) throw reportNotFound()
  return { ...report, reportId }
}

// RV owners' queries, and a buyer's by report link.

import { claimStateOf } from '#domain/rig-claims/claim-state.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { asAnonymous, procedure, query, runQuery } from '#server/rpc/procedures.ts'
import { getReport, listReports, toReportDto } from './reports.ts'
import { getRigRecord } from './rig-record.ts'
import { getOwnClaim, listOwnRigs } from './store.ts'

export const listMyRigs = query.rigClaims.list.handler(({ context: { work } }) => {
  return listOwnRigs(work)
})

export const getMyRig = query.rigClaims.get.handler(
  async ({ input: { vin }, context: { work, keyedHash } }) => {
    const { claimId, claimedAt, openedFrom, transferUntil } = await getOwnClaim(work, vin)
    const record = await getRigRecord(work, { vin, reportId: null }, `/api/my/rigs/${vin}`)
    const reports = await listReports(work, claimId)
    const { lastCompanyUUID } = record
    return {
      ...record,
      bookAgainAt: lastCompanyUUID === null ? null : await findBookable(work, lastCompanyUUID),
      claimedAt,
      openedFrom,
      state: claimStateOf({ openedFrom, hasDispute: record.visits.some(hasOwnDispute) }),
      transferUntil: transferUntil !== null && transferUntil > work.now ? transferUntil : null,
      reports: reports.map(report => toReportDto(keyedHash, report)),
    }
  },
)

/** The company, unless it is suspended. */
async function findBookable(work: UnitOfWork, companyUUID: string) {
  work.enterCompany(companyUUID)
  const { companyName, suspension } = await getCompany(work)
  return suspension === null ? { companyUUID, companyName } : null
}

type Visit = Awaited<ReturnType<typeof getRigRecord>>['visits'][number]

const hasOwnDispute = ({ notes }: Visit): boolean =>
  notes.some(({ kind, isMine }) => isMine && kind === 'dispute')

/** The same for everyone, whatever else they may see. */
export const getPublicReport = procedure.rigClaims.getReport.handler(({ input: { token }, context }) =>
  runQuery(asAnonymous(context), async work => {
    const { vin, reportId, createdAt, endsAt, openedFrom } = await getReport(work, context.keyedHash, token)
    const record = await getRigRecord(work, { vin, reportId }, `/api/rig-reports/${token}`)
    return { ...record, createdAt, endsAt, openedFrom }
  }),
)

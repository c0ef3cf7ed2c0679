// What whoever owns rigs reads of them, and a buyer by a report's link.

import { allow } from '#server/db/unit-of-work.ts'
import { asQuery, asVisitor, lookup, query } from '#server/rpc/procedures.ts'
import { getReport, listReports, reportAnswer } from './reports.ts'
import { readRecord } from './rig-record.ts'
import { getOwnClaim, listOwnRigs } from './store.ts'

export const listMyRigs = query.myRigs.list.handler(({ context: { work } }) => {
  allow(work, 'my.see')
  return listOwnRigs(work)
})

export const readMyRig = query.myRigs.get.handler(
  async ({ input: { vin }, context: { work, fingerprint } }) => {
    allow(work, 'my.see')
    const { claimId, claimedAt, openedFrom, transferUntil } = await getOwnClaim(work, vin)
    const record = await readRecord(work, { vin, reportId: null }, `/api/my/rigs/${vin}`)
    const reports = await listReports(work, claimId)
    return {
      ...record,
      ...{ claimedAt, openedFrom },
      offerUntil: transferUntil !== null && transferUntil > work.now ? transferUntil : null,
      reports: reports.map(report => reportAnswer(fingerprint, report)),
    }
  },
)

/** Whoever reads it, and whatever else they may see: by the link everybody sees the same. */
export const readReport = lookup.myRigs.report.handler(({ input: { token }, context }) =>
  asQuery(asVisitor(context), async work => {
    const { vin, reportId, madeAt, endsAt, openedFrom } = await getReport(work, context.fingerprint, token)
    const record = await readRecord(work, { vin, reportId }, `/api/rig-reports/${token}`)
    return { ...record, madeAt, endsAt, openedFrom }
  }),
)

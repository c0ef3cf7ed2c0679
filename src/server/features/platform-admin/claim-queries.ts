// What founders read of claims: what holders dispute, of all rigs.

import * as z from 'zod'
import { ticketId } from '#contract/schema.ts'
import { allow } from '#server/db/unit-of-work.ts'
import { cutPage, readBookmark } from '#server/lib/pagination.ts'
import { query } from '#server/rpc/procedures.ts'
import { listDisputes } from './claims.ts'
import { heldBy } from './store.ts'

const ON_A_PAGE = 30
const vinOfPlace = z.string().regex(/^[A-Z0-9-]{1,17}$/)
const placeOfDispute = z.tuple([z.iso.datetime(), vinOfPlace, z.uuid(), ticketId, z.uuid()])

export const seeDisputes = query.founders.disputes.handler(async ({ input, context }) => {
  const { work } = context
  allow(work, 'platform.see')
  const place = input.before === undefined ? null : readBookmark(input.before, placeOfDispute, 'before')
  const before = place && {
    ...{ writtenAt: place[0], vin: place[1], companyUuid: place[2], ticketId: place[3], claimId: place[4] },
  }
  const found = await listDisputes(work, heldBy(context), before, ON_A_PAGE + 1)
  const { page, next } = cutPage(found, ON_A_PAGE, dispute => [
    ...[dispute.writtenAt.toISOString(), dispute.vin, dispute.companyUuid, dispute.ticketId, dispute.claimId],
  ])
  const disputes = page.map(({ companyUuid: companyUUID, ...dispute }) => ({ ...dispute, companyUUID }))
  return { disputes, next }
})

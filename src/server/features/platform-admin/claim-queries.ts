// Founders' claim queries: disputes of all rigs.

import * as z from 'zod'
import { ticketId } from '#contract/shared-schemas.ts'
import { decodeCursor, paginate } from '#server/lib/pagination.ts'
import { query } from '#server/rpc/procedures.ts'
import { listDisputes } from './claim-store.ts'
import { sessionIdOf } from './store.ts'

const PAGE_SIZE = 30
const cursorVin = z.string().regex(/^[A-Z0-9-]{1,17}$/)
const disputeCursor = z.tuple([z.iso.datetime(), cursorVin, z.uuid(), ticketId, z.uuid()])

export const listRigDisputes = query.platformAdmin.listDisputes.handler(async ({ input, context }) => {
  const { work } = context
  const cursor = input.before === undefined ? null : decodeCursor(input.before, disputeCursor, 'before')
  const before = cursor && {
    writtenAt: cursor[0],
    vin: cursor[1],
    companyUuid: cursor[2],
    ticketId: cursor[3],
    claimId: cursor[4],
  }
  const found = await listDisputes(work, sessionIdOf(context), before, PAGE_SIZE + 1)
  const { page, next } = paginate(found, PAGE_SIZE, dispute => [
    dispute.writtenAt.toISOString(),
    dispute.vin,
    dispute.companyUuid,
    dispute.ticketId,
    dispute.claimId,
  ])
  const disputes = page.map(({ companyUuid: companyUUID, ...dispute }) => ({ ...dispute, companyUUID }))
  return { disputes, next }
})

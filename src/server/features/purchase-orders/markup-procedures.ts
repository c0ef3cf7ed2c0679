// The price matrix: its owner lists what is added to the cost of parts, and the desk is proposed prices by it.

import { randomUUID } from 'node:crypto'
import { byVendorAndCost, MAX_MARKUPS, markupProblem } from '#domain/purchase-orders/markup.ts'
import { VENDOR_REMOVED } from '#domain/purchase-orders/vendor.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { lockCompany } from '#server/features/companies/store.ts'
import { invalid, notFound } from '#server/lib/api-errors.ts'
import { command, query } from '#server/rpc/procedures.ts'
import { lockVendor } from './vendor-store.ts'

const listMarkups = async (work: UnitOfWork) =>
  (await work.from('partMarkup').select(['markupId', 'vendorId', 'costFrom', 'percent']).execute()).sort(
    byVendorAndCost,
  )

export const listOwnMarkups = query.markups.list.handler(({ context: { work } }) => listMarkups(work))

const recordChange = (work: UnitOfWork, verb: 'add' | 'remove'): void =>
  work.recordChange({ kind: 'company', id: work.companyId, verb: `company.${verb}-markup`, card: null })

const TOO_MANY = `A company has at most ${MAX_MARKUPS} markups. Remove one first.`

export const addMarkup = command.markups.add.handler(async ({ input, context: { work } }) => {
  // Of two who add the same one, one is second.
  await lockCompany(work)
  const { vendorId } = input
  if (vendorId !== null && (await lockVendor(work, vendorId)) === null)
    throw invalid({ vendorId: VENDOR_REMOVED })
  const others = await listMarkups(work)
  const problem = markupProblem(input, others) ?? (others.length >= MAX_MARKUPS ? TOO_MANY : null)
  if (problem !== null) throw invalid({ costFrom: problem })
  const markupId = randomUUID()
  work.insert('partMarkup', { markupId, ...input, addedAt: work.now })
  recordChange(work, 'add')
  return { markupId }
})

export const removeMarkup = command.markups.remove.handler(
  async ({ input: { markupId }, context: { work } }) => {
    const { numDeletedRows } = await work
      .remove('partMarkup')
      .where('markupId', '=', markupId)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw notFound('This markup was removed already.')
    recordChange(work, 'remove')
    return { done: true }
  },
)

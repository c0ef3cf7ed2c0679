// The vendors of a company: its owner lists them, and the desk orders from them.

import { randomUUID } from 'node:crypto'
import { dayOf } from '#domain/lib/company-time.ts'
import {
  leadDaysOf,
  MAX_VENDORS,
  TOO_MANY_VENDORS,
  vendorNamed,
  vendorNameProblem,
  vendorRemovalProblem,
} from '#domain/purchase-orders/vendor.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { lockCompany } from '#server/features/companies/store.ts'
import { invalid, notFound } from '#server/lib/api-errors.ts'
import { command, query } from '#server/rpc/procedures.ts'
import {
  hasOrders,
  listAllVendors,
  listOpenOrders,
  listReceivedParts,
  listRemovedVendors,
  listVendors,
  lockVendor,
} from './vendor-store.ts'

export const listOwnVendors = query.vendors.list.handler(({ input: { show }, context: { work } }) =>
  show === 'all' ? listAllVendors(work) : listVendors(work),
)

export const listVendorLeadTimes = query.vendors.listLeadTimes.handler(async ({ context: { work } }) => {
  const dayAt = (at: number) => dayOf(new Date(at), work.timeZone)
  const parts = (await listReceivedParts(work)).map(({ vendorId, orderedAt, receivedAt }) => ({
    vendorId,
    orderedOn: dayAt(orderedAt),
    receivedOn: dayAt(receivedAt),
  }))
  return [...new Set(parts.map(({ vendorId }) => vendorId))].flatMap(vendorId => {
    const days = leadDaysOf(parts.filter(part => part.vendorId === vendorId))
    return days === null ? [] : [{ vendorId, days }]
  })
})

const recordChange = (work: UnitOfWork, verb: 'add' | 'change' | 'remove'): void =>
  work.recordChange({ kind: 'company', id: work.companyId, verb: `company.${verb}-vendor`, card: null })

export const addVendor = command.vendors.add.handler(async ({ input, context: { work } }) => {
  // Of two who add the same name, one is second.
  await lockCompany(work)
  const others = await listVendors(work)
  const problem =
    vendorNameProblem(input.name, others) ?? (others.length >= MAX_VENDORS ? TOO_MANY_VENDORS : null)
  if (problem !== null) throw invalid({ name: problem })
  // One of this name that was removed is added again, with its orders.
  const removed = vendorNamed(input.name, await listRemovedVendors(work))
  const vendorId = removed?.vendorId ?? randomUUID()
  if (removed === undefined) work.insert('vendor', { vendorId, ...input, addedAt: work.now })
  else work.save('vendor', { vendorId }, { ...input, removedAt: null })
  recordChange(work, 'add')
  return { vendorId }
})

const REMOVED_ALREADY = 'This vendor was removed already.'

export const changeVendor = command.vendors.change.handler(
  async ({ input: { vendorId, ...columns }, context: { work } }) => {
    await lockCompany(work)
    if ((await lockVendor(work, vendorId)) === null) throw notFound(REMOVED_ALREADY)
    const others = (await listVendors(work)).filter(other => other.vendorId !== vendorId)
    const problem = vendorNameProblem(columns.name, others)
    if (problem !== null) throw invalid({ name: problem })
    work.save('vendor', { vendorId }, columns)
    recordChange(work, 'change')
    return { done: true }
  },
)

export const removeVendor = command.vendors.remove.handler(
  async ({ input: { vendorId }, context: { work } }) => {
    if ((await lockVendor(work, vendorId)) === null) throw notFound(REMOVED_ALREADY)
    const problem = vendorRemovalProblem(await listOpenOrders(work, vendorId))
    if (problem !== null) throw invalid({ vendorId: problem })
    if (await hasOrders(work, vendorId)) work.save('vendor', { vendorId }, { removedAt: work.now })
    else await work.remove('vendor').where('vendorId', '=', vendorId).execute()
    work.write(work.remove('partMarkup').where('vendorId', '=', vendorId))
    recordChange(work, 'remove')
    return { done: true }
  },
)

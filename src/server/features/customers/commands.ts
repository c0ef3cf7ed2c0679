// What the desk changes of a company's customers.

import { canSeparate, SEPARATE_DAYS } from '#domain/customers/merge.ts'
import { toCoordinateColumns } from '#server/db/coordinate-columns.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { invalid, notFound } from '#server/lib/api-errors.ts'
import { formatPhone } from '#server/lib/phone-format.ts'
import { command } from '#server/rpc/procedures.ts'
import { CHOSEN_REMOVED, CUSTOMER_REMOVED, updateRecord } from './company-customer-store.ts'
import { lockGroups, saveMerges } from './merge-store.ts'

const record = (work: UnitOfWork, verb: string): void =>
  work.recordChange({ kind: 'company', id: work.companyId, verb: `company.${verb}`, card: null })

export const changeCustomer = command.customers.change.handler(async ({ input, context: { work } }) => {
  const { customerId, noEmail: _, coordinates, phone, otherPhones, otherEmails, ...changes } = input
  const columns = {
    ...changes,
    ...(phone !== undefined && { phone: formatPhone(phone) }),
    ...(otherPhones !== undefined && { otherPhones: [...new Set(otherPhones.map(formatPhone))] }),
    ...(otherEmails !== undefined && { otherEmails: [...new Set(otherEmails)] }),
    ...(coordinates !== undefined && toCoordinateColumns(coordinates)),
    ...((changes.agreesToEmail !== undefined || changes.agreesToText !== undefined) && {
      ...{ consentAt: work.now, consentByName: work.by.name },
    }),
  }
  if ((await updateRecord(work, customerId, columns)) === null) throw notFound(CUSTOMER_REMOVED)
  if (Object.keys(columns).length > 0) record(work, 'change-customer')
  return { done: true }
})

export const mergeCustomers = command.customers.merge.handler(async ({ input, context: { work } }) => {
  const { customerId, into } = input
  if (customerId === into) throw invalid({ into: 'Choose another customer: this is the same one.' })
  const records = await lockGroups(work, [customerId, into])
  const find = (id: string) => records.find(each => each.customerId === id)
  const [merged, target] = [find(customerId), find(into)]
  if (merged === undefined) throw notFound(CUSTOMER_REMOVED)
  if (target === undefined) throw invalid({ into: CHOSEN_REMOVED })
  const targetId = target.mergedInto ?? into
  if (merged.mergedInto === targetId || targetId === customerId) return { done: true }
  if (merged.mergedInto !== null)
    throw invalid({ into: 'This customer was merged into another one meanwhile. Separate the two first.' })
  const merge = { mergedWith: targetId, mergedAt: work.now }
  saveMerges(
    work,
    records,
    records.map(each => (each.customerId === customerId ? { ...each, ...merge } : each)),
  )
  record(work, 'merge-customers')
  return { done: true }
})

export const separateCustomers = command.customers.separate.handler(
  async ({ input: { customerId }, context: { work } }) => {
    const records = await lockGroups(work, [customerId])
    const merged = records.find(each => each.customerId === customerId)
    if (merged === undefined) throw notFound(CUSTOMER_REMOVED)
    if (merged.mergedAt === null) return { done: true }
    if (!canSeparate(merged.mergedAt, work.now))
      throw invalid({ customerId: `After ${SEPARATE_DAYS} days customers can’t be separated any more.` })
    const alone = { mergedWith: null, mergedAt: null }
    saveMerges(
      work,
      records,
      records.map(each => (each.customerId === customerId ? { ...each, ...alone } : each)),
    )
    record(work, 'separate-customers')
    return { done: true }
  },
)

// Rig lookups: shared rigs for the desk, and decoding a VIN for anyone.

import { SUGGESTION_THRESHOLD } from '#domain/rigs/rig.ts'
import { isSharedVin } from '#domain/rigs/vin.ts'
import { findServedCustomer, findSharedContact } from '#server/features/customers/store.ts'
import { findImportedCustomer } from '#server/features/imported-customers/store.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { externalQuery, query } from '#server/rpc/procedures.ts'
import { getOwnRig, listRigsFrom, NOT_ON_FILE } from './rigs-on-file.ts'
import { findRig } from './store.ts'

export const suggestRigs = query.rigs.suggest.handler(async ({ input, context: { work } }) => {
  return input.starts.length > SUGGESTION_THRESHOLD ? listRigsFrom(work, input.starts) : []
})

export const getRig = query.rigs.get.handler(async ({ input, context: { work } }) => {
  if (!isSharedVin(input.vin)) return getOwnRig(work, input.vin, input.ticketId)
  const rig = await findRig(work, input.vin)
  if (rig === null) throw notFound(NOT_ON_FILE)
  const customer = rig.assigned
    ? ((await findServedCustomer(work, rig.customerUuid)) ?? (await findSharedContact(work, input.vin)))
    : null
  return { ...rig, customer: customer ?? (await findImportedCustomer(work, input.vin)) }
})

export const decodeVin = externalQuery.rigs.decode.handler(
  ({ input, context: { execution, externalServices } }) => {
    return { vin: input.vin, decoded: externalServices.vinDecoder.decode(input.vin, execution.now) }
  },
)

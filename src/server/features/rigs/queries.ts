// Rig lookups: shared rigs for the desk, and decoding a VIN for anyone.

import { SUGGESTION_THRESHOLD } from '#domain/rigs/rig.ts'
import { findServedCustomer, findSharedContact } from '#server/features/customers/store.ts'
import { findImportedCustomer } from '#server/features/imported-customers/store.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { externalQuery, query } from '#server/rpc/procedures.ts'
import { findRig, listRigsFrom } from './store.ts'

export const suggestRigs = query.rigs.suggest.handler(async ({ input, context: { work } }) => {
  return input.starts.length > SUGGESTION_THRESHOLD ? listRigsFrom(work, input.starts) : []
})

export const getRig = query.rigs.get.handler(async ({ input, context: { work } }) => {
  const rig = await findRig(work, input.vin)
  if (rig === null) throw notFound('No rig with this VIN is on file.')
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

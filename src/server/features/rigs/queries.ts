// Rig lookups: shared rigs for the desk, and decoding a VIN for anyone.

import { sql } from 'kysely'
import { isFormerCustomer } from '#domain/customers/customer.ts'
import { pickFields } from '#domain/lib/pick-fields.ts'
import { MAX_SUGGESTIONS, SUGGESTION_THRESHOLD } from '#domain/rigs/rig.ts'
import { RIG_FIELDS } from '#domain/rigs/rig-fields.ts'
import { isSameCustomer } from '#domain/rigs/same-customer.ts'
import { isSharedVin } from '#domain/rigs/vin.ts'
import { CUSTOMER_COLUMNS, fromCustomerColumns } from '#server/db/customer-columns.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import {
  findServedCustomer,
  findSharedContact,
  listTicketsOfOwnRigs,
} from '#server/features/customers/store.ts'
import { findImportedCustomer } from '#server/features/imported-customers/store.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { externalQuery, query } from '#server/rpc/procedures.ts'
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

// The rigs on file for the desk: the shared ones, and the company's own ones with their customers.

const MAX_CHARACTER = '\u{10FFFF}'

// Byte by byte, like the indexes rig_prefix and own_rig_prefix: `starts` has no wildcards and no collation.
const hasPrefix = (starts: string) => sql<boolean>`vin ~>=~ ${starts} and vin ~<~ ${starts + MAX_CHARACTER}`
const BY_VIN = sql`vin using ~<~`

/** The first few rigs whose VIN begins with `starts`, ordered by VIN; the company's own ones with their customers. */
async function listRigsFrom(work: UnitOfWork, starts: string) {
  const shared = await work.database
    .selectFrom('rig')
    .select(['vin', 'make', 'model', 'year'])
    .where(hasPrefix(starts))
    .orderBy(BY_VIN)
    .limit(MAX_SUGGESTIONS)
    .execute()
  const pooled = await work
    .from('ownRig')
    .select(['vin', 'make', 'model', 'year'])
    .where(hasPrefix(starts))
    .orderBy(BY_VIN)
    .limit(MAX_SUGGESTIONS)
    .execute()
  const own =
    pooled.length === 0
      ? []
      : await listOwnRigs(
          work,
          pooled.map(({ vin }) => vin),
        )
  const rigs = [
    ...shared.filter(({ vin }) => isSharedVin(vin)),
    ...own.map(({ vin, make, model, year, ticketId, customerName }) => ({
      ...{ vin, make, model, year },
      ownRig: { ticketId, customerName },
    })),
    ...pooled.filter(({ vin }) => own.every(rig => rig.vin !== vin)),
  ]
  return rigs
    .sort((one, other) => (one.vin < other.vin ? -1 : Number(one.vin > other.vin)))
    .slice(0, MAX_SUGGESTIONS)
}

/** The company's own rigs under these texts, each by its newest ticket. */
async function listOwnRigs(work: UnitOfWork, texts: readonly string[]) {
  const newest: Awaited<ReturnType<typeof listTicketsOfOwnRigs>> = []
  for (const ticket of await listTicketsOfOwnRigs(work, texts))
    if (!newest.some(other => other.vin === ticket.vin && isSameCustomer(other, ticket))) newest.push(ticket)
  return newest.map(ticket => ({
    ...pickFields(ticket, ['ticketId', ...RIG_FIELDS]),
    customerName: `${ticket.firstName} ${ticket.lastName}`.trim(),
    customer: isFormerCustomer(ticket) ? null : fromCustomerColumns(pickFields(ticket, CUSTOMER_COLUMNS)),
  }))
}

const SEVERAL_OWN_RIGS =
  'More than one of your customers has an RV with this number. Choose one from the suggestions.'

/** The company's own rig under a text: of the customer of this ticket, or the only one. NOT_FOUND if it is not on file. */
async function getOwnRig(work: UnitOfWork, vin: string, ticketId: number | undefined) {
  const rigs = await listOwnRigs(work, [vin])
  const [only, ...others] = ticketId === undefined ? rigs : rigs.filter(rig => rig.ticketId === ticketId)
  if (others.length > 0) throw notFound(SEVERAL_OWN_RIGS)
  if (only !== undefined) {
    const { customerName: _, ticketId: newest, ...rig } = only
    return {
      ...rig,
      assigned: rig.customer !== null,
      ownRig: { ticketId: newest, customerName: only.customerName },
    }
  }
  const pooled = await work.from('ownRig').select(RIG_FIELDS).where('vin', '=', vin).executeTakeFirst()
  if (pooled === undefined || ticketId !== undefined) throw notFound(NOT_ON_FILE)
  return { ...pooled, assigned: false, customer: null }
}

const NOT_ON_FILE = 'No rig with this VIN is on file.'

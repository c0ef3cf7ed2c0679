// Address suggestions. Registration needs them without an account, so they are public; a company's past addresses are
// for its own desk.

import { sql } from 'kysely'
import { may } from '#domain/account/permission.ts'
import { toCoordinates } from '#server/db/coordinate-columns.ts'
import { runInTransaction, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { MIN_QUERY_LENGTH, type PastAddress, type SuggestOptions } from '#server/geocoding/geocoder.ts'
import { externalQuery, procedure } from '#server/rpc/procedures.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'

/** The addresses on the company's tickets that start like this, ignoring case, last used first. */
export async function listAddressesFrom(
  work: UnitOfWork,
  start: string,
  limit: number,
): Promise<PastAddress[]> {
  const lowered = sql<string>`lower(${start})`
  const rows = await work
    .from('ticket')
    .where('addressKey', '<>', '')
    .where('addressKey', '>=', lowered)
    // Above every text with this prefix, because no text contains the last Unicode character.
    .where('addressKey', '<', sql<string>`${lowered} || chr(1114111)`)
    .distinctOn('addressKey')
    .select(['address', 'latitude', 'longitude', 'transitionedAt'])
    .orderBy('addressKey')
    .orderBy('transitionedAt', 'desc')
    .execute()
  rows.sort((one, other) => other.transitionedAt.getTime() - one.transitionedAt.getTime())
  return rows.slice(0, limit).map(row => ({ address: row.address ?? '', coordinates: toCoordinates(row) }))
}

const MAX_PAST_ADDRESSES = 3

/** The company's location and past addresses, for its desk. Its transaction ends before a provider is called. */
async function companySuggestions(
  { unitOfWorkServices, execution }: RequestContext,
  q: string,
): Promise<SuggestOptions> {
  if (!may(execution.actor, 'address.suggest-own')) return {}
  return runInTransaction(unitOfWorkServices, { ...execution, actorKey: null }, 'query', async work => ({
    near: (await getCompany(work)).coordinates,
    own: await listAddressesFrom(work, q, MAX_PAST_ADDRESSES),
  }))
}

export const getMap = externalQuery.addressSearch.getMap.handler(({ context }) => {
  return { tiles: context.externalServices.tiles }
})

export const suggestAddresses = procedure.addressSearch.suggest.handler(
  async ({ input: { q }, context, signal }) => {
    if (q.length < MIN_QUERY_LENGTH) return []
    return context.externalServices.geocoder.suggest(q, { ...(await companySuggestions(context, q)), signal })
  },
)

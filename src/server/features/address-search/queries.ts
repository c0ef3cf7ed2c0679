// Address suggestions. Registration needs them without an account, so they are public; a company's past addresses are
// for its own desk.

import { may } from '#domain/account/permission.ts'
import { runInTransaction } from '#server/db/unit-of-work.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { MIN_QUERY_LENGTH, type SuggestOptions } from '#server/geocoding/geocoder.ts'
import { externalQuery, procedure } from '#server/rpc/procedures.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import { listAddressesFrom } from './store.ts'

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

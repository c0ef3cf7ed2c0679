// Suggesting addresses while they are typed. Register needs it before anybody has an account, so it
// is open to anyone; what a company has written before is for its own desk.

import { may } from '#domain/account/permission.ts'
import { allow, asOnePiece } from '#server/db/unit-of-work.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { listAddressesFrom } from '#server/features/tickets/store.ts'
import { type PlacesQuestion, SHORTEST_TEXT } from '#server/geocoding/geocoder.ts'
import { lookup, type RequestContext } from '#server/rpc/procedures.ts'

const MOST_OWN = 3

/** What the desk's own company adds: where it is, and its past addresses. Over before anybody else is asked. */
async function ownSide({ workplace, occasion }: RequestContext, q: string): Promise<PlacesQuestion> {
  if (!may(occasion.actor, 'place.suggest-own')) return {}
  return asOnePiece(workplace, { ...occasion, actorKey: '' }, 'query', async work => ({
    near: (await getCompany(work)).coordinates,
    own: await listAddressesFrom(work, q, MOST_OWN),
  }))
}

export const readMap = lookup.places.map.handler(({ context }) => {
  allow(context.occasion, 'directory.see')
  return { tiles: context.outside.tiles }
})

export const suggestPlaces = lookup.places.suggest.handler(async ({ input: { q }, context, signal }) => {
  allow(context.occasion, 'place.suggest')
  if (q.length < SHORTEST_TEXT) return []
  return context.outside.places.suggest(q, { ...(await ownSide(context, q)), signal })
})

// Which answers are stored for the next visit: what pages start with, never everything.

import { type DehydratedState, dehydrate, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { api } from './client.ts'
import { meQuery } from './session.ts'

const MAX_QUERIES = 50
const MAX_CHARACTERS = 1_500_000

const nameOf = ([name]: QueryKey): string => JSON.stringify(name)

const PUBLIC_QUERIES = [api.companies.list.key()].map(nameOf)
const ACCOUNT_QUERIES = [
  meQuery.queryKey,
  api.companies.mine.key(),
  api.workHistory.get.key(),
  api.tickets.board.key(),
  api.tickets.get.key(),
  api.tickets.activity.key(),
  api.clocks.mine.key(),
  api.clocks.list.key(),
  api.schedule.week.key(),
  api.employees.list.key(),
].map(nameOf)

export const isMeQuery = (key: QueryKey): boolean => nameOf(key) === nameOf(meQuery.queryKey)

/** Whether an answer to this is stored for `account`; null is a visitor. */
export const isPersisted = (key: QueryKey, account: string | null): boolean =>
  PUBLIC_QUERIES.includes(nameOf(key)) || (account !== null && ACCOUNT_QUERIES.includes(nameOf(key)))

/** The newest answers of `account`, within the storage limits. */
export function selectPersistedQueries(queries: QueryClient, account: string | null): DehydratedState {
  const dehydrated = dehydrate(queries, {
    // A stale answer may be another user's.
    shouldDehydrateQuery: ({ queryKey, state: { status, isInvalidated } }) =>
      status === 'success' && !isInvalidated && isPersisted(queryKey, account),
    shouldDehydrateMutation: () => false,
  })
  const newest = dehydrated.queries.toSorted(
    (one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt,
  )
  let remainingCharacters = MAX_CHARACTERS
  const persisted = newest.slice(0, MAX_QUERIES).filter(({ state: { data } }) => {
    remainingCharacters -= JSON.stringify(data)?.length ?? 0
    return remainingCharacters >= 0
  })
  return { mutations: [], queries: persisted }
}

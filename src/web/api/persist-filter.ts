// Which answers are kept for the next visit: what a page begins with, and never all of it.

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

/** Whether an answer to this would be kept for `account`; null is a visitor. */
export const isPersisted = (key: QueryKey, account: string | null): boolean =>
  PUBLIC_QUERIES.includes(nameOf(key)) || (account !== null && ACCOUNT_QUERIES.includes(nameOf(key)))

/** What `account` has seen, newest first, as much as may be kept of it. */
export function selectPersistedQueries(queries: QueryClient, account: string | null): DehydratedState {
  const dehydrated = dehydrate(queries, {
    // What has to be asked again may be of whoever was here before.
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

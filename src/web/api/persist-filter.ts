// Which answers are kept for the next visit: what a page begins with, and never all of it.

import { type DehydratedState, dehydrate, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { api } from './client.ts'
import { meQuery } from './session.ts'

const MOST_QUERIES = 50
const MOST_CHARACTERS = 1_500_000

const nameOf = ([name]: QueryKey): string => JSON.stringify(name)

const PUBLIC = [api.companies.list.key()].map(nameOf)
const OWN = [
  ...[meQuery.queryKey, api.companies.mine.key(), api.workHistory.get.key()],
  ...[api.tickets.board.key(), api.tickets.get.key(), api.tickets.activity.key()],
  ...[api.clocks.mine.key(), api.clocks.list.key(), api.schedule.week.key(), api.employees.list.key()],
].map(nameOf)

export const isMe = (key: QueryKey): boolean => nameOf(key) === nameOf(meQuery.queryKey)

/** Whether an answer to this would be kept for `account`; null is a visitor. */
export const isKept = (key: QueryKey, account: string | null): boolean =>
  PUBLIC.includes(nameOf(key)) || (account !== null && OWN.includes(nameOf(key)))

/** What `account` has seen, newest first, as much as may be kept of it. */
export function worthKeeping(queries: QueryClient, account: string | null): DehydratedState {
  const seen = dehydrate(queries, {
    // What has to be asked again may be of whoever was here before.
    shouldDehydrateQuery: ({ queryKey, state: { status, isInvalidated } }) =>
      status === 'success' && !isInvalidated && isKept(queryKey, account),
    shouldDehydrateMutation: () => false,
  })
  const newest = seen.queries.toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
  let left = MOST_CHARACTERS
  const kept = newest.slice(0, MOST_QUERIES).filter(({ state: { data } }) => {
    left -= JSON.stringify(data)?.length ?? 0
    return left >= 0
  })
  return { mutations: [], queries: kept }
}

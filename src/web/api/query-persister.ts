// Cached answers are shown before the server has responded, and then updated. They are stored in this browser per
// account, and deleted when another account, or one with fewer rights, is logged in.

import { ORPCError } from '@orpc/client'
import {
  type DehydratedState,
  dehydrate,
  hydrate,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { api } from './client.ts'
import {
  deletePersistedCache,
  type PersistedCache,
  readPersistedCache,
  writePersistedCache,
} from './persisted-cache.ts'
import { meQuery, onOtherTab } from './session.ts'

const MAX_AGE_MS = 7 * 24 * 60 * 60_000
const SAVE_DELAY_MS = 2000
/** The first paint of a page that came without answers waits for it at most this long: a busy device is slow to open its database. */
const RESTORE_TIMEOUT_MS = 500
/** The file name contains a hash of its content. */
const BUILD_ID = import.meta.url

/** The account as far as the page knows; undefined if unknown. */
function accountOfCache(queries: QueryClient): string | null | undefined {
  const actor = queries.getQueryData(meQuery.queryKey)
  if (actor === undefined) return undefined
  return 'id' in actor ? actor.id : null
}

/** An ended session refuses nothing to its person, who may log in again. */
const isRefused = (error: unknown): boolean =>
  error instanceof ORPCError && error.status < 500 && error.status !== 401

/** Another source of stored answers. */
type StoredAnswers = {
  readonly read: (build: string) => Promise<PersistedCache | undefined>
  readonly timeoutMs: number
}

const serializedActor = (queries: QueryClient): string | undefined =>
  JSON.stringify(queries.getQueryData(meQuery.queryKey))

/**
 * Fills `queries` with the stored answers of this browser's account, and stores new ones from then on. Resolves when
 * the page may render. `onActorChange` is called if the user or role is not the expected one: route guards may have let
 * them in wrongly.
 */
export async function persistQueries(
  queries: QueryClient,
  onActorChange: () => void,
  { read, timeoutMs }: StoredAnswers = { read: readPersistedCache, timeoutMs: RESTORE_TIMEOUT_MS },
): Promise<void> {
  /** Stored answers that the server has not confirmed yet; and whose they are. */
  const unconfirmed = new Set<string>()
  let unconfirmedAccount: string | null | undefined
  let unconfirmedActor: string | undefined
  /** The account as confirmed by the server. Nothing is stored before. */
  let account = accountOfCache(queries)
  let timer: ReturnType<typeof setTimeout> | undefined

  const stop = (): void => {
    clearTimeout(timer)
    timer = undefined
  }
  const save = (): void => {
    stop()
    if (account === undefined) return
    writePersistedCache({
      build: BUILD_ID,
      account,
      at: Date.now(),
      state: selectPersistedQueries(queries, account),
    })
  }
  const scheduleSave = (): void => {
    timer ??= setTimeout(save, SAVE_DELAY_MS)
  }
  const onActorConfirmed = (): void => {
    const before = account === undefined ? unconfirmedAccount : account
    account = accountOfCache(queries)
    unconfirmedAccount = undefined
    if (unconfirmedActor !== undefined && unconfirmedActor !== serializedActor(queries)) onActorChange()
    unconfirmedActor = undefined
    if (before === undefined || before === account) return
    stop()
    deletePersistedCache()
    // Remove another user's data from the screen.
    const foreignHashes = new Set(unconfirmed)
    unconfirmed.clear()
    void queries.resetQueries({
      predicate: ({ queryHash, queryKey }) => foreignHashes.has(queryHash) && !isMeQuery(queryKey),
    })
  }

  queries.getQueryCache().subscribe(event => {
    if (event.type !== 'updated') return
    const { queryHash, queryKey, state } = event.query
    if (event.action.type === 'success') {
      unconfirmed.delete(queryHash)
      if (isMeQuery(queryKey)) onActorConfirmed()
      if (account !== undefined && isPersisted(queryKey, account)) scheduleSave()
    }
    // Refused to the current user: the stored answer is no longer theirs.
    if (event.action.type === 'error' && isRefused(state.error) && unconfirmed.delete(queryHash))
      event.query.setState({ ...state, data: undefined, dataUpdatedAt: 0 })
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && timer !== undefined) save()
  })
  // A login, logout or password change, in any tab: recheck the user.
  onOtherTab(() => {
    stop()
    account = undefined
    deletePersistedCache()
  })

  async function restore(): Promise<void> {
    const stored = await read(BUILD_ID)
    if (stored === undefined) return
    const currentAccount = accountOfCache(queries)
    const isUsable = stored.build === BUILD_ID && stored.at > Date.now() - MAX_AGE_MS
    if (!isUsable || (currentAccount !== undefined && currentAccount !== stored.account))
      return deletePersistedCache()
    // Answers in the page are newer, and so are refusals; stored ones are refetched at once.
    const missing = stored.state.queries.filter(({ queryKey }) => {
      const state = queries.getQueryState(queryKey)
      return state?.data === undefined && !isRefused(state?.error)
    })
    for (const { queryHash } of missing) unconfirmed.add(queryHash)
    if (currentAccount === undefined) unconfirmedAccount = stored.account
    const stale = missing.map(query => ({ ...query, state: { ...query.state, isInvalidated: true } }))
    hydrate(queries, { mutations: [], queries: stale })
    if (currentAccount === undefined) unconfirmedActor = serializedActor(queries)
  }
  const restored = restore()
    .catch(deletePersistedCache)
    // Answers embedded in the page are stored as well, although they are not refetched.
    .then(() => account !== undefined && scheduleSave())
  await Promise.race([restored, new Promise(resolve => setTimeout(resolve, timeoutMs))])
}

// Which answers are stored for the next visit: what pages start with, never everything.

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

const isMeQuery = (key: QueryKey): boolean => nameOf(key) === nameOf(meQuery.queryKey)

/** Whether an answer to this is stored for `account`; null is a visitor. */
const isPersisted = (key: QueryKey, account: string | null): boolean =>
  PUBLIC_QUERIES.includes(nameOf(key)) || (account !== null && ACCOUNT_QUERIES.includes(nameOf(key)))

/** The newest answers of `account`, within the storage limits. */
function selectPersistedQueries(queries: QueryClient, account: string | null): DehydratedState {
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

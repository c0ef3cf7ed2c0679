// What somebody saw last is on screen again before the server has answered, and corrects itself once it
// has. It stands in this browser under the account that saw it, and goes the moment that account is not,
// or may not be, the one who is here.

import { ORPCError } from '@orpc/client'
import { hydrate, type QueryClient } from '@tanstack/react-query'
import { deletePersistedCache, readPersistedCache, writePersistedCache } from './idb-store.ts'
import { isMeQuery, isPersisted, selectPersistedQueries } from './persist-filter.ts'
import { meQuery, onOtherTab } from './session.ts'

const MAX_AGE_MS = 7 * 24 * 60 * 60_000
const SAVE_DELAY_MS = 2000
/** The first paint waits for it no longer than this. */
const RESTORE_TIMEOUT_MS = 50
/** The file that this stands in is named by what is in it. */
const BUILD_ID = import.meta.url

/** Who is here as far as the page knows; undefined before it knows. */
function accountOfCache(queries: QueryClient): string | null | undefined {
  const actor = queries.getQueryData(meQuery.queryKey)
  if (actor === undefined) return undefined
  return 'id' in actor ? actor.id : null
}

const serializedActor = (queries: QueryClient): string | undefined =>
  JSON.stringify(queries.getQueryData(meQuery.queryKey))

/**
 * Fills `queries` with what this browser's account saw last, and keeps what it sees from then on.
 * Resolves when the page may be drawn. `onOther` hears that somebody else is here than was believed, or the
 * same person in another role: the guards of the routes have let in whom they may not.
 */
export async function persistQueries(queries: QueryClient, onActorChange: () => void): Promise<void> {
  /** What stands there from last time, and no server has said again; and whose it is. */
  const unconfirmed = new Set<string>()
  let unconfirmedAccount: string | null | undefined
  let unconfirmedActor: string | undefined
  /** Who is here, by the server's own word. Nothing is kept before. */
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
    // Nothing of somebody else's stays on screen.
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
    // Refused to whoever is here: what they saw last time is theirs no longer.
    const isRefused = state.error instanceof ORPCError && state.error.status < 500
    if (event.action.type === 'error' && isRefused && unconfirmed.delete(queryHash))
      event.query.setState({ ...state, data: undefined, dataUpdatedAt: 0 })
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && timer !== undefined) save()
  })
  // Somebody signed in or out, or changed their password, here or in another tab: who is here is asked anew.
  onOtherTab(() => {
    stop()
    account = undefined
    deletePersistedCache()
  })

  async function restore(): Promise<void> {
    const stored = await readPersistedCache()
    if (stored === undefined) return
    const currentAccount = accountOfCache(queries)
    const isUsable = stored.build === BUILD_ID && stored.at > Date.now() - MAX_AGE_MS
    if (!isUsable || (currentAccount !== undefined && currentAccount !== stored.account))
      return deletePersistedCache()
    // What the page has already is newer; what is taken up is asked for again at once.
    const missing = stored.state.queries.filter(
      ({ queryKey }) => queries.getQueryData(queryKey) === undefined,
    )
    for (const { queryHash } of missing) unconfirmed.add(queryHash)
    if (currentAccount === undefined) unconfirmedAccount = stored.account
    const stale = missing.map(query => ({ ...query, state: { ...query.state, isInvalidated: true } }))
    hydrate(queries, { mutations: [], queries: stale })
    if (currentAccount === undefined) unconfirmedActor = serializedActor(queries)
  }
  const restored = restore()
    .catch(deletePersistedCache)
    // What came with the page is kept as well, though nothing of it is asked again.
    .then(() => account !== undefined && scheduleSave())
  await Promise.race([restored, new Promise(resolve => setTimeout(resolve, RESTORE_TIMEOUT_MS))])
}

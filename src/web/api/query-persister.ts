// What somebody saw last is on screen again before the server has answered, and corrects itself once it
// has. It stands in this browser under the account that saw it, and goes the moment that account is not,
// or may not be, the one who is here.

import { ORPCError } from '@orpc/client'
import { hydrate, type QueryClient } from '@tanstack/react-query'
import { forgetKept, readKept, writeKept } from './idb-store.ts'
import { isKept, isMe, worthKeeping } from './persist-filter.ts'
import { hearTabs, meQuery } from './session.ts'

const OLDEST_MS = 7 * 24 * 60 * 60_000
const PAUSE_MS = 2000
/** The first paint waits for it no longer than this. */
const PATIENCE_MS = 50
/** The file that this stands in is named by what is in it. */
const BUILD = import.meta.url

/** Who is here as far as the page knows; undefined before it knows. */
function accountIn(queries: QueryClient): string | null | undefined {
  const actor = queries.getQueryData(meQuery.queryKey)
  if (actor === undefined) return undefined
  return 'id' in actor ? actor.id : null
}

const standingIn = (queries: QueryClient): string | undefined =>
  JSON.stringify(queries.getQueryData(meQuery.queryKey))

/**
 * Fills `queries` with what this browser's account saw last, and keeps what it sees from then on.
 * Resolves when the page may be drawn. `onOther` hears that somebody else is here than was believed, or the
 * same person in another role: the guards of the routes have let in whom they may not.
 */
export async function keepQueries(queries: QueryClient, onOther: () => void): Promise<void> {
  /** What stands there from last time, and no server has said again; and whose it is. */
  const believed = new Set<string>()
  let believedAccount: string | null | undefined
  let believedStanding: string | undefined
  /** Who is here, by the server's own word. Nothing is kept before. */
  let account = accountIn(queries)
  let timer: ReturnType<typeof setTimeout> | undefined

  const stop = (): void => {
    clearTimeout(timer)
    timer = undefined
  }
  const save = (): void => {
    stop()
    if (account === undefined) return
    writeKept({ build: BUILD, account, at: Date.now(), state: worthKeeping(queries, account) })
  }
  const keepSoon = (): void => {
    timer ??= setTimeout(save, PAUSE_MS)
  }
  const meet = (): void => {
    const before = account === undefined ? believedAccount : account
    account = accountIn(queries)
    believedAccount = undefined
    if (believedStanding !== undefined && believedStanding !== standingIn(queries)) onOther()
    believedStanding = undefined
    if (before === undefined || before === account) return
    stop()
    forgetKept()
    // Nothing of somebody else's stays on screen.
    const strange = new Set(believed)
    believed.clear()
    void queries.resetQueries({
      predicate: ({ queryHash, queryKey }) => strange.has(queryHash) && !isMe(queryKey),
    })
  }

  queries.getQueryCache().subscribe(event => {
    if (event.type !== 'updated') return
    const { queryHash, queryKey, state } = event.query
    if (event.action.type === 'success') {
      believed.delete(queryHash)
      if (isMe(queryKey)) meet()
      if (account !== undefined && isKept(queryKey, account)) keepSoon()
    }
    // Refused to whoever is here: what they saw last time is theirs no longer.
    const isRefused = state.error instanceof ORPCError && state.error.status < 500
    if (event.action.type === 'error' && isRefused && believed.delete(queryHash))
      event.query.setState({ ...state, data: undefined, dataUpdatedAt: 0 })
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && timer !== undefined) save()
  })
  // Somebody signed in or out, or changed their password, here or in another tab: who is here is asked anew.
  hearTabs(() => {
    stop()
    account = undefined
    forgetKept()
  })

  async function takeUp(): Promise<void> {
    const kept = await readKept()
    if (kept === undefined) return
    const here = accountIn(queries)
    const isUsable = kept.build === BUILD && kept.at > Date.now() - OLDEST_MS
    if (!isUsable || (here !== undefined && here !== kept.account)) return forgetKept()
    // What the page has already is newer; what is taken up is asked for again at once.
    const missing = kept.state.queries.filter(({ queryKey }) => queries.getQueryData(queryKey) === undefined)
    for (const { queryHash } of missing) believed.add(queryHash)
    if (here === undefined) believedAccount = kept.account
    const stale = missing.map(query => ({ ...query, state: { ...query.state, isInvalidated: true } }))
    hydrate(queries, { mutations: [], queries: stale })
    if (here === undefined) believedStanding = standingIn(queries)
  }
  const taken = takeUp()
    .catch(forgetKept)
    // What came with the page is kept as well, though nothing of it is asked again.
    .then(() => account !== undefined && keepSoon())
  await Promise.race([taken, new Promise(resolve => setTimeout(resolve, PATIENCE_MS))])
}

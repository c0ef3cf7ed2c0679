import type { QueryClient } from '@tanstack/react-query'
import { BAY_KEY, deleteBay } from '#web/api/persisted-cache.ts'
import { meQuery } from '#web/api/session.ts'
import { registerServiceWorker } from './bay-service-worker.ts'
import { fetchAhead } from './fetch-ahead.ts'
import { openPhotoCache } from './photo-cache.ts'
import { holdActor } from './session-end.ts'
import { isBayOf } from './stored-bay.ts'

let running: { readonly account: string; readonly stop: () => void } | null = null

/** Makes this device the bay of `account`, as long as the page is open: opens without a connection from now on. */
export function startBay(queries: QueryClient, account: string): void {
  const actor = queries.getQueryData(meQuery.queryKey)
  // Without its key they have logged out meanwhile, and in again.
  if ((running?.account === account && isBayOf(account)) || actor === undefined) return
  running?.stop()
  running = null
  const owner = localStorage.getItem(BAY_KEY)
  if (owner !== null && owner !== account) deleteBay()
  localStorage.setItem(BAY_KEY, account)
  holdActor(queries, actor)
  registerServiceWorker()
  // Over plain http there are no service workers, so nothing could open what would be stored.
  if (!isSecureContext) return
  void openPhotoCache().catch(() => {})
  running = { account, stop: fetchAhead(queries, account) }
}

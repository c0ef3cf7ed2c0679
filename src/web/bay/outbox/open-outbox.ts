// Opens this browser's outbox of an account: its store, its lock and channel between tabs, and when it sends. The page
// sends, because iPhones have no background sync; where there is one, it wakes the page.

import { runInOneTab } from '#web/api/browser/tab-lock.ts'
import { onReconnect } from '#web/api/on-reconnect.ts'
import { OUTBOX_COUNT_KEY } from '#web/api/persisted-cache.ts'
import { serverClockOffset } from '#web/api/server-clock.ts'
import { onOtherTab } from '#web/api/session.ts'
import { createIndexedDbStore } from './indexed-db-store.ts'
import { createOutbox } from './outbox.ts'
import { storedCountKey } from './outbox-store.ts'
import type {
  LastTransition,
  Outbox,
  OutboxChannel,
  OutboxCommand,
  OutboxCount,
  OutboxDrafts,
  OutboxLock,
  OutboxMessage,
} from './outbox-types.ts'

/** Of `registration.sync`. */
const SYNC_TAG = 'rigwright-outbox'

type BrowserOutboxOptions = {
  readonly account: string
  readonly commands: Readonly<Record<string, OutboxCommand>>
  readonly isSignedIn: () => Promise<boolean>
  readonly lastTransitionOf: (queue: string) => LastTransition | null
  readonly drafts: OutboxDrafts
}

const lockOf =
  (name: string): OutboxLock =>
  (task, isStolen) =>
    runInOneTab(name, { isStolen }, task)

function channelOf(name: string): OutboxChannel {
  const channel = new BroadcastChannel(name)
  let isOpen = true
  return {
    post: message => {
      if (isOpen) channel.postMessage(message)
    },
    subscribe: listener =>
      channel.addEventListener('message', ({ data }: MessageEvent<OutboxMessage>) => listener(data)),
    close: () => {
      isOpen = false
      channel.close()
    },
  }
}

function readLastCount(account: string): OutboxCount | null {
  const [stored, storeId, lost = 0] = localStorage.getItem(storedCountKey(account))?.split(' ') ?? []
  return stored === undefined || storeId === undefined
    ? null
    : { waiting: 0, stored: Number(stored), lost: Number(lost), storeId }
}

let isSyncWanted = false

/** Where the browser has background sync, it wakes the page when the line is back. */
async function requestSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const { sync } = (registration ?? {}) as { sync?: { register: (tag: string) => Promise<void> } }
  await sync?.register(SYNC_TAG)
}

/** Opens the outbox of `account`; `close` ends it, and leaves on this device what waits. */
export function openOutbox(options: BrowserOutboxOptions): Outbox {
  const { account } = options
  const name = `rigwright outbox ${account}`
  const outbox = createOutbox({
    ...options,
    store: createIndexedDbStore(),
    now: Date.now,
    clockOffset: serverClockOffset,
    isOnline: () => navigator.onLine,
    lock: lockOf(name),
    channel: channelOf(name),
    lastCount: readLastCount(account),
    onCount: ({ waiting, stored, lost, storeId }) => {
      try {
        localStorage.setItem(OUTBOX_COUNT_KEY, String(waiting))
        // Nothing was lost, and nothing can be: the account may just have been erased from this device.
        if (stored + lost === 0) localStorage.removeItem(storedCountKey(account))
        else localStorage.setItem(storedCountKey(account), `${stored} ${storeId} ${lost}`)
      } catch {
        // A full storage only costs the number.
      }
      if (waiting > 0 && !isSyncWanted) requestSync().catch(() => {})
      isSyncWanted = waiting > 0
    },
  })
  const closing = new AbortController()
  const { signal } = closing
  const flush = (): void => void outbox.flush()
  window.addEventListener('online', flush, { signal })
  window.addEventListener('pageshow', flush, { signal })
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible') flush()
    },
    { signal },
  )
  navigator.serviceWorker?.addEventListener(
    'message',
    ({ data }) => {
      if (data === SYNC_TAG) flush()
    },
    { signal },
  )
  const stopReconnect = onReconnect(outbox.handleReconnect)
  const stopSession = onOtherTab(outbox.handleSessionChange)
  return {
    ...outbox,
    close: () => {
      closing.abort()
      stopReconnect()
      stopSession()
      outbox.close()
    },
  }
}

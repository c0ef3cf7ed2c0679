// Registers the bay's service worker and takes its new versions: by itself when nothing waits to be sent, otherwise when
// the person agrees. A page that is open goes on with its own files until it is opened again.

import { useSyncExternalStore } from 'react'
import { OUTBOX_COUNT_KEY } from '#web/api/persisted-cache.ts'

const WORKER_PATH = '/bay-service-worker.js'
const FILES_CACHE_PREFIX = 'rigwright-bay-files '
/** Browsers look for a new version on a page load, but an installed app can stay open for weeks. */
const UPDATE_INTERVAL_MS = 60 * 60_000
const OUTBOX_CHECK_INTERVAL_MS = 30_000
/**
 * A request that the version before answers, at the moment of the takeover, keeps the new one waiting: in Chromium for
 * 30 seconds, or five minutes if it is not answered. A new page load ends that in the first case.
 */
const MAX_TAKEOVER_MS = 3000

let registration: ServiceWorkerRegistration | undefined
let isReady = false
const listeners = new Set<() => void>()

function showReady(): void {
  isReady = true
  for (const listener of listeners) listener()
}

const isOutboxEmpty = (): boolean => Number(localStorage.getItem(OUTBOX_COUNT_KEY) ?? 0) === 0

const activate = (worker: ServiceWorker): void => worker.postMessage('activate')

/** Takes a version that waits, if nothing is lost by it. */
function checkWaiting(): void {
  const waiting = registration?.waiting
  // Without an active one, it is the first, which does not wait.
  if (waiting == null || registration?.active == null) return
  if (isOutboxEmpty()) activate(waiting)
  else showReady()
}

/** Whether this page is of the newest version, as when it came from the server. */
async function isCurrent(): Promise<boolean> {
  const newest = (await caches.keys()).findLast(name => name.startsWith(FILES_CACHE_PREFIX))
  const files = await caches.open(newest ?? '')
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')]
  const known = await Promise.all(scripts.map(({ src }) => files.match(src, { ignoreVary: true })))
  return known.every(file => file !== undefined)
}

/** Registers the service worker for all pages of this site; customers' pages may have their own. */
async function register({ serviceWorker }: Navigator): Promise<void> {
  let hasController = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', async () => {
    if (hasController && !(await isCurrent())) showReady()
    hasController = true
  })
  await serviceWorker.register(WORKER_PATH, { scope: '/' })
  registration = await serviceWorker.getRegistration('/')
  if (registration === undefined) return
  registration.addEventListener('updatefound', () =>
    registration?.installing?.addEventListener('statechange', checkWaiting),
  )
  checkWaiting()
  setInterval(checkWaiting, OUTBOX_CHECK_INTERVAL_MS)
  setInterval(() => void registration?.update().catch(() => {}), UPDATE_INTERVAL_MS)
}

let isRegistered = false

/** Once for each page load. Only the build lists the files; and without https browsers have no service workers. */
export function registerServiceWorker(): void {
  if (isRegistered || import.meta.env.DEV || !('serviceWorker' in navigator)) return
  isRegistered = true
  // Refused or out of room: the bay works as before, with a connection.
  void register(navigator).catch(() => {})
}

/** Whether this page is not, or will not be, the newest version. */
export const useNewVersion = (): boolean =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isReady,
  )

/** The person agreed: reloads the page, with the new version unless the one before is still busy. */
export function takeNewVersion(): void {
  const reload = (): void => location.reload()
  const waiting = registration?.waiting
  if (waiting == null) {
    reload()
    return
  }
  navigator.serviceWorker.addEventListener('controllerchange', reload)
  activate(waiting)
  setTimeout(reload, MAX_TAKEOVER_MS)
}

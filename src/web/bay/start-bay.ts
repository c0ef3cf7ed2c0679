import type { QueryClient } from '@tanstack/react-query'
import { leadTabs } from '#web/api/browser/tab-lock.ts'
import { toAppError } from '#web/api/client.ts'
import { fetchWithTimeout } from '#web/api/fetch-with-timeout.ts'
import { deleteBay, PHOTOS_CACHE } from '#web/api/persisted-cache.ts'
import { BAY_KEY, meQuery } from '#web/api/session.ts'
import { requestIdle } from '#web/ui/request-idle.ts'
import { registerServiceWorker } from './bay-service-worker.ts'
import { photosOf, planTickets, ticketIdsOf } from './plan-tickets.ts'
import { holdActor } from './session-end.ts'
import {
  type BayRecord,
  boardOfMine,
  deleteTickets,
  isBayOf,
  listTicketIds,
  myClock,
  myStops,
  readBay,
  readTickets,
  type Ticket,
  ticketQuery,
  writeBay,
  writeTicket,
} from './stored-bay.ts'
import { type ChangeLog, startChangeLog } from './ticket-changes.ts'

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

// Fetches what the bay may need without a connection, when the browser is idle: the board, today's stops, the clock and
// every ticket that the person works on, of which only those that changed are fetched again.

/** What the page itself has just fetched is not fetched twice. */
const RECENT_MS = 2000
/** Several changes, as of one tap, are one round. */
const DELAY_MS = 1000
/** How often the time is stored at which everything was known to be current. */
const CONTACT_INTERVAL_MS = 60_000
/** About eight megabytes. */
const MAX_CHARACTERS = 8_000_000

const idle = (): Promise<void> => new Promise(resolve => void requestIdle(resolve))

const sizeOf = (ticket: Ticket): number => JSON.stringify(ticket).length

/** Null if it is not, or no longer, for this person. */
async function fetchTicket(queries: QueryClient, ticketId: number): Promise<Ticket | null> {
  await idle()
  try {
    return await queries.fetchQuery({ ...ticketQuery(ticketId), staleTime: RECENT_MS })
  } catch (error) {
    if (toAppError(error).code === 'NOT_FOUND') return null
    throw error
  }
}

type Round = { readonly queries: QueryClient; readonly log: ChangeLog }

/** Brings what is stored up to date, and returns it. */
async function runRound({ queries, log }: Round): Promise<BayRecord> {
  const { account } = log
  const changes = log.take()
  try {
    const actor = await queries.ensureQueryData(meQuery)
    const fetchedBoard = await queries.fetchQuery({ ...boardOfMine, staleTime: RECENT_MS })
    const fetchedClock = await queries.fetchQuery({ ...myClock, staleTime: RECENT_MS })
    const fetchedStops = await queries.fetchQuery({ ...myStops, staleTime: RECENT_MS })
    const before = { stored: await listTicketIds(), complete: (await readBay(account))?.ticketIds ?? [] }
    const { current, outdated, removed } = planTickets(
      ticketIdsOf({ board: fetchedBoard, stops: fetchedStops }, account),
      before,
      changes,
    )
    await deleteTickets(removed)
    for (const ticketId of removed)
      queries.removeQueries({ queryKey: ticketQuery(ticketId).queryKey, type: 'inactive' })
    const stored = new Map([...(await readTickets(account, current))].map(([id, { ticket }]) => [id, ticket]))
    let size = [...stored.values()].reduce((sum, ticket) => sum + sizeOf(ticket), 0)
    for (const ticketId of outdated) {
      if (size > MAX_CHARACTERS) break
      const ticket = await fetchTicket(queries, ticketId)
      if (ticket === null) continue
      size += sizeOf(ticket)
      stored.set(ticketId, ticket)
      await writeTicket(ticketId, { account, fetchedAt: Date.now(), ticket })
    }
    const ticketIds = [...current, ...outdated].filter(ticketId => stored.has(ticketId))
    const { version } = changes
    // As a command that was sent meanwhile has changed them.
    const board = queries.getQueryData(boardOfMine.queryKey) ?? fetchedBoard
    const clock = queries.getQueryData(myClock.queryKey) ?? fetchedClock
    const stops = queries.getQueryData(myStops.queryKey) ?? fetchedStops
    const bay = { account, at: Date.now(), version, actor, board, clock, stops, ticketIds }
    log.setStored(ticketIds)
    await writeBay(bay)
    await storePhotos(photosOf(ticketIds.flatMap(ticketId => stored.get(ticketId) ?? [])))
    return bay
  } catch (error) {
    log.putBack(changes)
    throw error
  }
}

/** Runs until `signal` aborts, or the device's bay is no longer this account's. */
function keepStored({ queries, log }: Round, signal: AbortSignal): Promise<void> {
  let last: BayRecord | null = null
  let isRunning = false
  let timer: ReturnType<typeof setTimeout> | undefined
  return new Promise(resolve => {
    const stop = (): void => {
      clearTimeout(timer)
      log.onMessage(() => {})
      resolve()
    }
    signal.addEventListener('abort', stop)
    const run = async (): Promise<void> => {
      if (signal.aborted || !isBayOf(log.account)) return stop()
      isRunning = true
      await idle()
      // Without a connection the next message of the stream tries again.
      last = await runRound({ queries, log }).catch(() => null)
      isRunning = false
      // What changed meanwhile.
      if (last !== null) onMessage()
    }
    const onMessage = (): void => {
      if (isRunning || signal.aborted) return
      const { isAll, ticketIds, version } = log.current()
      clearTimeout(timer)
      if (last === null || isAll || ticketIds.size > 0) {
        timer = setTimeout(run, DELAY_MS)
        return
      }
      if (Date.now() - last.at < CONTACT_INTERVAL_MS) return
      last = { ...last, at: Date.now(), version }
      void writeBay(last)
    }
    log.onMessage(onMessage)
    void run()
  })
}

/** Keeps what is stored for `account` up to date, in one tab at a time; returns how to stop. */
function fetchAhead(queries: QueryClient, account: string): () => void {
  const controller = new AbortController()
  const { signal } = controller
  // In the bay's shell it has run since the start.
  const log = startChangeLog(account, null, [])
  void leadTabs(`rigwright fetch-ahead ${account}`, signal, ended => keepStored({ queries, log }, ended))
  return () => {
    controller.abort()
    log.stop()
  }
}

// The small photos of the bay's tickets, which its service worker shows (static/bay-service-worker.js). They belong to
// the account whose bay is stored on this device, and are deleted with it (persisted-cache.ts).

/** The service worker reads from this that the device has a bay. */
const openPhotoCache = (): Promise<Cache> => caches.open(PHOTOS_CACHE)

/** Stores exactly these: fetches what is missing, and deletes the others. */
async function storePhotos(urls: readonly string[]): Promise<void> {
  if (!(await caches.has(PHOTOS_CACHE))) return
  const cache = await openPhotoCache()
  const pathOf = ({ url }: Request): string => url.slice(location.origin.length)
  const stored = await cache.keys()
  await Promise.all(stored.filter(request => !urls.includes(pathOf(request))).map(old => cache.delete(old)))
  const known = new Set(stored.map(pathOf))
  // One at a time: the page's own requests come first. One that is gone leaves a gap.
  for (const url of urls) if (!known.has(url)) await addPhoto(cache, url).catch(() => {})
}

/** With a timeout: a connection that was dropped silently must not hold up what is fetched later. */
async function addPhoto(cache: Cache, url: string): Promise<void> {
  const response = await fetchWithTimeout(url)
  if (response.ok) await cache.put(url, response)
}

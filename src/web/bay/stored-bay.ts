// What the bay shows without a connection, in this browser's IndexedDB: who works here, their board, their stops, their
// clock and their tickets, each apart. It outlives a new version of the product, and a session that ended; it is deleted when the
// person logs out or someone else logs in (persisted-cache.ts).

import type { InferContractRouterOutputs } from '@orpc/contract'
import { dehydrate, type QueryClient } from '@tanstack/react-query'
import { delMany, get, getMany, keys, promisifyRequest, set } from 'idb-keyval'
import type { Contract } from '#contract/index.ts'
import { MAX_COMMAND_AGE_DAYS } from '#domain/bay/command-age.ts'
import { api } from '#web/api/client.ts'
import { type PersistedCache, readPersistedCache, withStore } from '#web/api/persisted-cache.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { BAY_KEY, meQuery } from '#web/api/session.ts'
import { storeStreamCursors } from '#web/api/stream-cursor.ts'
import { holdActor } from './session-end.ts'
import { currentChangeLog, startChangeLog } from './ticket-changes.ts'

type Outputs = InferContractRouterOutputs<Contract>
export type Ticket = Outputs['tickets']['get']

/** To be raised when pages can no longer show what an earlier version has stored. */
export const FORMAT = 8
/** As long as what was tapped may wait to be sent. */
const MAX_AGE_MS = MAX_COMMAND_AGE_DAYS * 24 * 60 * 60_000
/** A browser whose database does not answer still gets the page. */
const READ_TIMEOUT_MS = 3000
const BAY_RECORD = 'bay'
const TICKET_PREFIX = 'bay ticket '

export const boardOfMine = api.tickets.board.queryOptions({ input: { whose: 'mine' } })
export const myStops = api.bookings.listStops.queryOptions()
export const myClock = api.clocks.mine.queryOptions()
export const ticketQuery = (ticketId: number) => api.tickets.get.queryOptions({ input: { ticketId } })

export type StoredTicket = { readonly account: string; readonly fetchedAt: number; readonly ticket: Ticket }
type FormattedTicket = StoredTicket & { readonly format: number }

export type BayRecord = {
  readonly account: string
  /** When all of it was last known to be as on the server. */
  readonly at: number
  /** The live stream's version up to which the tickets are complete; null if unknown. */
  readonly version: number | null
  readonly actor: Outputs['me']
  readonly board: Outputs['tickets']['board']
  readonly clock: Outputs['clocks']['mine']
  readonly stops: Outputs['bookings']['listStops']
  readonly ticketIds: readonly number[]
}

type StoredBay = BayRecord & { readonly format: number }

const ticketKeyOf = (ticketId: number): string => `${TICKET_PREFIX}${ticketId}`

/** Whether the bay of this device is still this account's: they may have logged out meanwhile, also in another tab. */
export const isBayOf = (account: string): boolean => localStorage.getItem(BAY_KEY) === account

/** What is stored for this account. */
export async function readBay(account: string): Promise<BayRecord | undefined> {
  const bay = await withStore(store => get<StoredBay>(BAY_RECORD, store))
  const isUsable =
    bay?.format === FORMAT && bay.account === account && bay.at > Date.now() - MAX_AGE_MS && isBayOf(account)
  return isUsable ? bay : undefined
}

export async function writeBay(bay: BayRecord): Promise<void> {
  if (isBayOf(bay.account)) await withStore(store => set(BAY_RECORD, { ...bay, format: FORMAT }, store))
}

export async function writeTicket(ticketId: number, stored: StoredTicket): Promise<void> {
  if (isBayOf(stored.account))
    await withStore(store => set(ticketKeyOf(ticketId), { ...stored, format: FORMAT }, store))
}

/** Changes what is stored under a key, if anything of this account is. */
function changeRecord<Stored extends { readonly account: string }>(
  records: IDBObjectStore,
  key: string,
  account: string,
  change: (stored: Stored) => Stored,
): void {
  const reading = records.get(key)
  reading.onsuccess = () => {
    const stored: Stored | undefined = reading.result
    if (stored?.account === account) records.put(change(stored), key)
  }
}

/** What of it a command changes. */
type Sent = Pick<BayRecord, 'clock' | 'board' | 'stops'>

/**
 * Changes the stored tickets, clock, stops and board as what was sent has: the page may be opened without a connection before
 * they are fetched again.
 */
export function changeStoredBay(
  account: string,
  changes: {
    readonly tickets: ReadonlyMap<number, (ticket: Ticket) => Ticket>
    readonly bay?: (bay: Sent) => Sent
  },
): void {
  if (!isBayOf(account)) return
  // No message may come for them: a repeated tap changes nothing on the server.
  const ticketIds = new Set(changes.tickets.keys())
  currentChangeLog()?.putBack({ version: null, isAll: false, ticketIds })
  // All or nothing: the page may end at any moment.
  void withStore(store =>
    store('readwrite', records => {
      for (const [ticketId, change] of changes.tickets)
        changeRecord<StoredTicket>(records, ticketKeyOf(ticketId), account, stored => ({
          ...stored,
          ticket: change(stored.ticket),
        }))
      const { bay: changeBay } = changes
      if (changeBay !== undefined)
        changeRecord<StoredBay>(records, BAY_RECORD, account, bay => ({ ...bay, ...changeBay(bay) }))
      return promisifyRequest(records.transaction)
    }),
  )
}

export const deleteTickets = (ticketIds: readonly number[]): Promise<unknown> =>
  withStore(store => delMany(ticketIds.map(ticketKeyOf), store))

/** Every stored ticket, also of a round that did not end and of a record that is no longer used. */
export async function listTicketIds(): Promise<readonly number[]> {
  const stored = (await withStore(store => keys(store))) ?? []
  return stored
    .map(String)
    .filter(key => key.startsWith(TICKET_PREFIX))
    .map(key => Number(key.slice(TICKET_PREFIX.length)))
}

export async function readTickets(
  account: string,
  ticketIds: readonly number[],
): Promise<ReadonlyMap<number, StoredTicket>> {
  const stored = await withStore(store =>
    getMany<FormattedTicket | undefined>(ticketIds.map(ticketKeyOf), store),
  )
  return new Map(
    ticketIds.flatMap((ticketId, index) => {
      const ticket = stored?.[index]
      return ticket?.account === account && ticket.format === FORMAT ? [[ticketId, ticket] as const] : []
    }),
  )
}

/** The stored answers as the query cache of another page would have them. */
async function toCache(bay: BayRecord, build: string): Promise<PersistedCache> {
  const { account, actor, at, board, clock, stops } = bay
  const tickets = await readTickets(account, bay.ticketIds)
  const queries = createQueryClient()
  const known = { updatedAt: at }
  queries.setQueryData(meQuery.queryKey, actor, known)
  queries.setQueryData(boardOfMine.queryKey, board, known)
  queries.setQueryData(myClock.queryKey, clock, known)
  queries.setQueryData(myStops.queryKey, stops, known)
  // Complete as of then, although some were fetched earlier.
  for (const [ticketId, { ticket }] of tickets)
    queries.setQueryData(ticketQuery(ticketId).queryKey, ticket, known)
  const state = dehydrate(queries, { shouldDehydrateQuery: () => true })
  queries.clear()
  return { build, account, at: Date.now(), state }
}

/**
 * For the bay's shell, before anything is fetched: reads what is stored. Returns how the page's query cache is restored,
 * and how long its first paint may wait for that: without these answers there is nothing to show.
 */
export async function openStoredBay(queries: QueryClient) {
  const account = localStorage.getItem(BAY_KEY)
  const late = new Promise<undefined>(resolve => setTimeout(resolve, READ_TIMEOUT_MS))
  const bay = account === null ? undefined : await Promise.race([readBay(account), late])
  if (bay !== undefined) {
    holdActor(queries, bay.actor)
    startChangeLog(bay.account, bay.version, bay.ticketIds)
    if (bay.version !== null)
      storeStreamCursors([{ stream: '/api/live', account: bay.account, version: bay.version }])
  }
  return {
    read: (build: string) => (bay === undefined ? readPersistedCache() : toCache(bay, build)),
    timeoutMs: READ_TIMEOUT_MS,
  }
}

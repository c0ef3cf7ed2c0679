// This device's outbox of the signed-in account. Its code is loaded with the first page that needs it: pages of the
// bay, and then every page of a device that has one, so that what waits is sent from anywhere.

import type { QueryClient } from '@tanstack/react-query'
import { randomUuid } from '#web/api/browser/uuid.ts'
import { api, OFFLINE_MESSAGE } from '#web/api/client.ts'
import type { Board, Stops } from '#web/api/live/apply-change.ts'
import { BAY_DEVICE_KEY } from '#web/bay/outbox/bay-device.ts'
import type { Outbox, OutboxEntry } from '#web/bay/outbox/outbox-types.ts'
import { reasonOf } from '#web/bay/outbox/refusal-reason.ts'
import { AT_ONCE_MS, restoreDrafts } from '#web/bay/outbox/text-drafts.ts'
import type { Clock } from '#web/features/clocks/use-running-clock.ts'
import type { TapEvents } from '#web/features/tickets/ticket-outbox.ts'
import type { BayCommandName, TicketView } from '#web/features/tickets/ticket-view.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import {
  BAY_COMMANDS,
  type BayInputs,
  jobNumberOf,
  labelOf,
  type Person,
  queueOf,
  ticketIdOf,
  withEntry,
} from './bay-commands.ts'
import { plateArrived } from './bay-components.ts'
import { cachedJob, changeCachedTicket, clockNames, hasStopped } from './cached-ticket.ts'
import { shownBoard, shownClock, shownStops } from './shown.ts'
import type { changeStoredBay as ChangeStoredBay } from './stored-bay.ts'

const NO_ENTRIES: readonly OutboxEntry[] = []

type Opened = { readonly account: string; readonly opening: Promise<Outbox>; outbox: Outbox | null }

let opened: Opened | null = null
const listeners = new Set<() => void>()

const notifyListeners = (): void => {
  for (const listener of listeners) listener()
}

/** Calls `listener` whenever an entry or its progress changes, or another account's outbox is open. */
export function subscribeToOutbox(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What waits and what was refused, in order; nothing before it is read. */
export const outboxEntries = (): readonly OutboxEntry[] => opened?.outbox?.entries() ?? NO_ENTRIES

/** The open outbox; null before it is read. */
export const currentOutbox = (): Outbox | null => opened?.outbox ?? null

/** This device's id; null without a bay. */
const bayDeviceId = (): string | null => localStorage.getItem(BAY_DEVICE_KEY)

/** Notes that this device has a bay: from now on its number is on every page. */
export function markBayDevice(): void {
  if (bayDeviceId() !== null) return
  localStorage.setItem(BAY_DEVICE_KEY, randomUuid())
  // The browser tells other tabs only.
  window.dispatchEvent(new Event('storage'))
}

/** The other ticket whose clock a Clock In has stopped; null for any other answer. */
function stoppedTicketId({ name }: OutboxEntry, answer: unknown): number | null {
  if (name !== 'clockIn') return null
  const { stopped = null } = (answer ?? {}) as { stopped?: { readonly ticketId: number } | null }
  return stopped?.ticketId ?? null
}

/**
 * What has arrived stays on the screen, and on the device, until the server's next answer, which is requested. A Clock In
 * has also stopped the clock on another ticket.
 */
function settle(
  queries: QueryClient,
  user: Person,
  entry: OutboxEntry,
  answer: unknown,
  changeStoredBay: typeof ChangeStoredBay,
): void {
  const ticketId = ticketIdOf(entry)
  const tickets = new Map<number, (ticket: TicketView) => TicketView>()
  const stoppedId = stoppedTicketId(entry, answer)
  if (stoppedId !== null) tickets.set(stoppedId, ticket => withEntry(ticket, entry, user))
  tickets.set(ticketId, ticket => withArrived(withEntry(ticket, entry, user), entry, answer))
  const names = (started: OutboxEntry) => (hasStopped(queries, started) ? null : clockNames(queries, started))
  const clock = (mine: { readonly running: Clock | null }) => ({
    ...mine,
    running: shownClock(mine.running, [entry], names),
  })
  const board = (mine: Board) => shownBoard(mine, [entry])
  const stops = (mine: Stops) => shownStops(mine, [entry])
  changeStoredBay(user.id, {
    tickets,
    bay: stored => ({
      clock: clock(stored.clock),
      board: board(stored.board),
      stops: stops(stored.stops),
    }),
  })
  for (const [changedId, change] of tickets) changeCachedTicket(queries, changedId, change)
  const clocksKey = api.clocks.mine.queryKey()
  queries.setQueryData<{ running: Clock | null }>(clocksKey, mine => mine && clock(mine))
  if (entry.name === 'clockIn' || entry.name === 'clockOut')
    void queries.invalidateQueries({ queryKey: clocksKey })
  if (entry.name === 'setOut' || entry.name === 'checkIn') {
    const stopsKey = api.bookings.listStops.queryKey()
    queries.setQueryData<Stops>(stopsKey, mine => mine && stops(mine))
    void queries.invalidateQueries({ queryKey: stopsKey })
  }
  if (entry.name === 'askApproval' || entry.name === 'checkIn') {
    const boardKey = api.tickets.board.queryKey({ input: { whose: 'mine' } })
    queries.setQueryData<Board>(boardKey, mine => mine && board(mine))
    void queries.invalidateQueries({ queryKey: api.tickets.board.key() })
  }
}

type Photo = TicketView['jobs'][number]['photos'][number]

/** The photos in the answer to one; none in any other. */
function addedPhotos({ name }: OutboxEntry, answer: unknown): readonly Photo[] {
  if (name !== 'addPhoto') return []
  const { photos = [] } = (answer ?? {}) as { photos?: readonly Photo[] }
  // It comes as JSON.
  return photos.map(photo => ({ ...photo, addedAt: new Date(photo.addedAt) }))
}

/** No longer marked as unsent, and a photo with its address. */
function withArrived(ticket: TicketView, entry: OutboxEntry, answer: unknown): TicketView {
  const { unsent: _, signed, components, ...rest } = ticket
  const arrived = components?.map(({ unsent: _, ...component }) => component) ?? null
  const added = addedPhotos(entry, answer)
  return {
    ...rest,
    jobs: ticket.jobs.map(({ unsent: _, ...job }) =>
      job.jobNumber === jobNumberOf(entry) ? { ...job, photos: [...job.photos, ...added] } : job,
    ),
    parts: ticket.parts.map(({ unsent: _, ...part }) => part),
    signed: signed?.map(({ unsent: _, ...signature }) => signature) ?? null,
    components:
      entry.name === 'addPlate'
        ? plateArrived(arrived, entry.input as BayInputs['addPlate'], answer)
        : arrived,
  }
}

async function open(queries: QueryClient, user: Person, entry: Opened): Promise<Outbox> {
  const [{ createBayOutbox }, { changeStoredBay }] = await Promise.all([
    import('./create-bay-outbox.ts'),
    import('./stored-bay.ts'),
  ])
  await restoreDrafts()
  const outbox = createBayOutbox(queries, user.id, bayDeviceId())
  await outbox.loaded
  if (opened !== entry) {
    outbox.close()
    throw new Error('Another account is signed in.')
  }
  entry.outbox = outbox
  outbox.subscribe(notifyListeners)
  outbox.onSent((sent, answer) => settle(queries, user, sent, answer, changeStoredBay))
  notifyListeners()
  return outbox
}

/** Opens the outbox of an account, and closes another's. */
export function openBayOutbox(queries: QueryClient, user: Person): Promise<Outbox> {
  if (opened?.account === user.id) return opened.opening
  opened?.outbox?.close()
  const entry: Opened = {
    account: user.id,
    outbox: null,
    opening: Promise.resolve().then(() => open(queries, user, entry)),
  }
  opened = entry
  entry.opening.catch(() => {
    // Its code could not be loaded: the next tap tries again.
    if (opened === entry) opened = null
  })
  notifyListeners()
  return entry.opening
}

/** Closes it: its account is no longer signed in, and the phone may be someone else's. */
export function closeBayOutbox(): void {
  opened?.outbox?.close()
  opened = null
  notifyListeners()
}

/** Whether a tap on this ticket can only be stored now: the server is out of reach, or earlier taps wait. */
export function mustStore(ticketId: number): boolean {
  const state = currentOutbox()?.state() ?? 'idle'
  const isCutOff = !navigator.onLine || state === 'unreachable' || state === 'signed-out'
  const queue = queueOf(ticketId)
  return isCutOff || outboxEntries().some(entry => entry.queue === queue && entry.refusal === null)
}

/** Taps that are being stored: a second click is not a second tap. */
const storing = new Set<string>()

type Tap = {
  readonly ticketId: number
  readonly name: BayCommandName
  readonly input: unknown
  readonly photo?: Blob
  readonly tappedAt?: number | undefined
}

/** Rejects if it is nowhere; null if it is there already. */
async function storeTap(
  queries: QueryClient,
  user: Person,
  { ticketId, name, input, photo, tappedAt }: Tap,
): Promise<{ readonly outbox: Outbox; readonly entry: OutboxEntry } | null> {
  const outbox = await openBayOutbox(queries, user)
  const queue = queueOf(ticketId)
  const isMoving = outbox
    .entries()
    .some(entry => entry.queue === queue && entry.name === name && entry.refusal === null)
  if (BAY_COMMANDS[name].isTransition && isMoving) return null
  const { jobNumber } = input as { jobNumber?: number }
  const label = labelOf(name, cachedJob(queries, ticketId, jobNumber ?? null))
  const entry = await outbox.add({
    ...{ queue, name, input, label },
    ...(photo && { photo }),
    ...(tappedAt !== undefined && { tappedAt }),
  })
  return { outbox, entry }
}

/** Stores a tap, which is then shown and sent. Resolves when it is stored; null if it was not. */
export async function tapInBay<Output>(
  queries: QueryClient,
  user: Person,
  tap: Tap,
  { onStored, onDone, onWaiting, onError }: TapEvents<Output>,
): Promise<OutboxEntry | null> {
  const body = JSON.stringify([tap.name, tap.input])
  if (tap.photo === undefined && storing.has(body)) return null
  storing.add(body)
  // Nothing else may be caught here: what is stored must not be sent directly as well.
  const stored = await storeTap(queries, user, tap)
    .catch(error => {
      // Without its code nothing is known about the store.
      const isStorageError = error instanceof Error && error.name.endsWith('StorageError')
      const message = isStorageError ? error.message : OFFLINE_MESSAGE
      const failure = { code: 'NOT_STORED', message, fields: {} }
      if (onError === undefined) notify.failure(message)
      else onError(failure, () => notify.failure(message))
      return null
    })
    .finally(() => storing.delete(body))
  if (stored === null) return null
  onStored?.()
  followAtOnce(stored.outbox, stored.entry, onDone, onWaiting)
  return stored.entry
}

/** Reports an answer that comes at once: later, the person does something else. */
function followAtOnce<Output>(
  outbox: Outbox,
  { key }: OutboxEntry,
  onDone: ((output: Output) => void) | undefined,
  onWaiting: (() => void) | undefined,
): void {
  const stop = (): void => {
    clearTimeout(timer)
    unsubscribe()
    ignoreSent()
  }
  const ignoreSent = outbox.onSent((sent, answer) => {
    if (sent.key !== key) return
    stop()
    onDone?.(answer as Output)
  })
  const unsubscribe = outbox.subscribe(() => {
    const { refusal = null, mayBeDone } = outbox.entries().find(entry => entry.key === key) ?? {}
    if (refusal === null) return
    stop()
    notify.failure(reasonOf(refusal, mayBeDone))
  })
  const timer = setTimeout(
    () => {
      stop()
      onWaiting?.()
    },
    navigator.onLine ? AT_ONCE_MS : 0,
  )
}

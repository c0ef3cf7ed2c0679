// Server-sent event streams. Each reader gets what their role may see: a ticket that is not theirs arrives without
// its card, and what they may not know at all only advances their version.

import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { HEARTBEAT_INTERVAL_MS } from '#contract/heartbeat.ts'
import { type Customer, isStaff, type Staff } from '#domain/account/actor.ts'
import { may, onlyOwnTickets, type Subject } from '#domain/account/permission.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import type { TicketSummary } from '#domain/tickets/ticket.ts'
import type { Principal } from '#server/auth/auth.ts'
import { accountFeed, DIRECTORY_FEED, type LiveEvent } from '#server/db/unit-of-work.ts'
import { isApiError } from '#server/lib/api-errors.ts'
import type { LiveFeeds } from './live-feeds.ts'

/** A random reconnect delay: thousands of streams of a stopped server must not return at once. */
const retryDelayMs = (): number => 1000 + Math.round(Math.random() * 4000)
const MAX_BACKLOG_BYTES = 1_000_000

/** An event as a reader may see it; null if it only advances their version. */
type EventFilter = (event: LiveEvent) => Omit<LiveEvent, 'version'> | null

const unfiltered: EventFilter = ({ kind, id, card }) => ({ kind, id, card })

/** The filter of a technician, from the tickets visible to them at the start. */
function filterFor(actor: Staff, visibleTickets: Set<string>): EventFilter {
  const seesEverything =
    may(actor, 'employee.list-technicians') &&
    may(actor, 'ticket.list') &&
    !onlyOwnTickets(actor, 'ticket.list')
  if (seesEverything) return unfiltered
  return ({ kind, id, card }) => {
    if (kind === 'employee' && id !== actor.id && !may(actor, 'employee.list-technicians')) return null
    if (kind !== 'ticket') return { kind, id, card }
    if (!may(actor, 'ticket.list')) return null
    if (!onlyOwnTickets(actor, 'ticket.list')) return { kind, id, card }
    const subject: Subject = card as TicketSummary
    const isTheirs = card !== null && may(actor, 'ticket.see', subject)
    if (!isTheirs && !visibleTickets.delete(id)) return null
    if (isTheirs) visibleTickets.add(id)
    return { kind, id, card: isTheirs ? card : null }
  }
}

/** `id` is on the last event of each version only, so a stream never resumes inside one. */
const formatEvents = (events: readonly LiveEvent[], filter: EventFilter): string =>
  events
    .map((event, index) => {
      const visible = filter(event)
      const data = visible === null ? '' : `data: ${JSON.stringify(visible)}\n`
      const id = events[index + 1]?.version === event.version ? '' : `id: ${event.version}\n`
      return `${data}${id}\n`
    })
    .join('')

const encoder = new TextEncoder()
/** Not a comment, which browsers hide. Without an id, so that it advances no version. */
const HEARTBEAT = encoder.encode('event: heartbeat\ndata: {}\n\n')
const unfilteredBytes = new WeakMap<readonly LiveEvent[], Uint8Array>()

/** Encoded events. For readers who may see everything this is shared. */
function encodeEvents(events: readonly LiveEvent[], filter: EventFilter): Uint8Array {
  if (filter !== unfiltered) return encoder.encode(formatEvents(events, filter))
  const encoded = unfilteredBytes.get(events) ?? encoder.encode(formatEvents(events, unfiltered))
  unfilteredBytes.set(events, encoded)
  return encoded
}

/** From the header that browsers send on reconnecting, or `?after=` at the start. */
function lastEventId(c: Context): number | null {
  const text = c.req.header('last-event-id') ?? c.req.query('after') ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}

type StreamOptions = {
  readonly live: LiveFeeds
  readonly feed: string
  /** The reader's filter from the version where they start. */
  readonly filterFrom: (version: number) => Promise<EventFilter>
  /** Called at every heartbeat; the stream of a reader without access ends. */
  readonly recheckAccess: () => Promise<boolean>
  /** Whether an event requires that check at once. */
  readonly affectsReader: (event: LiveEvent) => boolean
  /** The account whose session's end requires it too; null for none. */
  readonly account: string | null
  /** Releases the stream slot. */
  readonly releaseSlot: () => void
  /**
   * The output for readers outside the company, who may not see or count its events. They cannot resume, and refetch
   * on reconnecting.
   */
  readonly redactedEvent?: (events: readonly LiveEvent[]) => string
}

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // A buffering proxy would hold every event back.
  'X-Accel-Buffering': 'no',
}

/**
 * Writes a part of a response now. Node by itself collects what is written until the next tick: the first of a thousand
 * readers would wait until all of them have been written to.
 */
function writeAtOnce(outgoing: HttpBindings['outgoing'], bytes: Uint8Array): void {
  const { socket } = outgoing
  socket?.cork()
  outgoing.write(bytes)
  socket?.uncork()
}

/**
 * The response starts as a web stream; once its buffer is sent, events are written straight to the connection. With a
 * thousand readers the web stream's overhead would dominate.
 */
function streamFeed(c: Context, options: StreamOptions): Response {
  const { outgoing } = (c as Context<{ Bindings: HttpBindings }>).env
  const { live, feed, filterFrom, recheckAccess, affectsReader, account, releaseSlot, redactedEvent } =
    options
  const cleanups: (() => void)[] = [releaseSlot]
  let ended = false
  const stop = (): void => {
    ended = true
    for (const step of cleanups.splice(0)) step()
  }
  const start = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    const end = (): void => {
      if (!ended) controller.close()
      stop()
    }
    const write = (text: string): void => send(encoder.encode(text))
    let isDirect = false
    const switchToDirectWrites = (): void => {
      isDirect = outgoing.headersSent && controller.desiredSize === MAX_BACKLOG_BYTES
    }
    const send = (bytes: Uint8Array): void => {
      if (ended || outgoing.destroyed || bytes.length === 0) return
      if (isDirect) writeAtOnce(outgoing, bytes)
      else {
        controller.enqueue(bytes)
        setImmediate(switchToDirectWrites)
      }
      // A reader this slow is disconnected; it resumes from its version.
      if ((controller.desiredSize ?? 0) <= 0 || outgoing.writableLength > MAX_BACKLOG_BYTES) end()
    }
    const recheck = async (): Promise<void> => {
      if (await recheckAccess().catch(() => true)) send(HEARTBEAT)
      else end()
    }
    const after = redactedEvent === undefined ? lastEventId(c) : null
    const buffered: LiveEvent[] = []
    let deliver = (events: readonly LiveEvent[]): void => void buffered.push(...events)
    const { version, reset, unsubscribe } = await live.subscribe(feed, after, events => deliver(events))
    cleanups.push(unsubscribe)
    // The reader's version is known only now: one too far behind starts over.
    const filter = await filterFrom(version)
    // The reader may have disconnected, or the server begun to stop, while the feed was opened.
    if (ended) return stop()
    if (live.closing.aborted) return end()
    const heartbeat = setInterval(recheck, HEARTBEAT_INTERVAL_MS)
    if (account !== null) cleanups.push(live.onSessionEnd(account, () => void recheck()))
    live.closing.addEventListener('abort', end)
    cleanups.push(() => {
      clearInterval(heartbeat)
      live.closing.removeEventListener('abort', end)
    })
    const id = redactedEvent === undefined ? `id: ${version}\n` : ''
    write(`event: ready\n${id}retry: ${retryDelayMs()}\ndata: {}\n\n`)
    if (reset) write(`data: ${JSON.stringify({ kind: 'reset', id: '', card: null })}\n\n`)
    deliver = events => {
      if (redactedEvent === undefined) send(encodeEvents(events, filter))
      else write(redactedEvent(events))
      if (events.some(affectsReader)) void recheck()
    }
    if (buffered.length > 0) deliver(buffered)
  }
  const startOrStop = (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> =>
    start(controller).catch(error => {
      stop()
      throw error
    })
  const body = new ReadableStream<Uint8Array>(
    { start: startOrStop, cancel: stop },
    new ByteLengthQueuingStrategy({ highWaterMark: MAX_BACKLOG_BYTES }),
  )
  return new Response(body, { headers: HEADERS })
}

/** The public directory, for anyone. */
export const streamDirectory = (c: Context, live: LiveFeeds, releaseSlot: () => void): Response =>
  streamFeed(c, {
    releaseSlot,
    live,
    feed: DIRECTORY_FEED,
    filterFrom: async () => unfiltered,
    recheckAccess: async () => true,
    affectsReader: () => false,
    account: null,
  })

/** For readers who refetch what they see. */
const CHANGED = 'data: {"kind":"changed"}\n\n'

type LinkStreamOptions = {
  readonly live: LiveFeeds
  /** The customer of the link, checked each time. Rejects when the link no longer works. */
  readonly getCustomer: () => Promise<Customer>
  /** Takes a stream slot, and returns how to release it. */
  readonly acquireSlot: () => () => void
}

/** One ticket for its customer: only that it changed, and nothing else of the company. */
export async function streamLink(
  c: Context,
  { live, getCustomer, acquireSlot }: LinkStreamOptions,
): Promise<Response> {
  const { companyId, ticketId } = await getCustomer()
  const isTheirs = ({ kind, id }: LiveEvent) => kind === 'ticket' && id === String(ticketId)
  const recheckAccess = () =>
    getCustomer().then(
      () => true,
      error => !(isApiError(error) || error instanceof Refusal),
    )
  return streamFeed(c, {
    live,
    feed: companyId,
    filterFrom: async () => unfiltered,
    releaseSlot: acquireSlot(),
    recheckAccess,
    affectsReader: isTheirs,
    account: null,
    redactedEvent: events => (events.some(isTheirs) ? CHANGED : ''),
  })
}

type AccountStreamOptions = Omit<CompanyStreamOptions, 'ownTicketIds'>

/** The actor's account without a company, such as an RV owner's: only that something changed. Null for others. */
export async function streamAccount(
  c: Context,
  { live, authenticate, reauthenticate, acquireSlot }: AccountStreamOptions,
): Promise<Response | null> {
  const principal = await authenticate()
  const { actor } = principal
  if (!may(actor, 'rv-owner.see') || !('id' in actor)) return null
  return streamFeed(c, {
    live,
    feed: accountFeed(actor.id),
    filterFrom: async () => unfiltered,
    recheckAccess: async () => {
      const { actor: currentActor } = await reauthenticate()
      return JSON.stringify(currentActor) === JSON.stringify(actor)
    },
    releaseSlot: acquireSlot(principal),
    affectsReader: () => false,
    account: actor.id,
    redactedEvent: () => CHANGED,
  })
}

type CompanyStreamOptions = {
  readonly live: LiveFeeds
  readonly authenticate: () => Promise<Principal>
  /** Rechecks the session soon, in a batch with other pages. */
  readonly reauthenticate: () => Promise<Principal>
  /** Takes a stream slot, and returns how to release it. */
  readonly acquireSlot: (principal: Principal) => () => void
  /** The ids of the tickets that the technician works on, at `version`. */
  readonly ownTicketIds: (principal: Principal, version: number) => Promise<readonly string[]>
}

/** The actor's company, or null without one. */
export async function streamCompany(
  c: Context,
  { live, authenticate, reauthenticate, acquireSlot, ownTicketIds }: CompanyStreamOptions,
): Promise<Response | null> {
  const principal = await authenticate()
  const { actor } = principal
  if (!isStaff(actor)) return null
  const filterFrom = async (version: number): Promise<EventFilter> =>
    filterFor(
      actor,
      new Set(onlyOwnTickets(actor, 'ticket.list') ? await ownTicketIds(principal, version) : []),
    )
  const recheckAccess = async () => {
    const { actor: currentActor } = await reauthenticate()
    return JSON.stringify(currentActor) === JSON.stringify(actor)
  }
  return streamFeed(c, {
    live,
    feed: actor.companyId,
    filterFrom,
    recheckAccess,
    releaseSlot: acquireSlot(principal),
    // Changes to an owner's account are events of the company, and a suspended company loses access.
    affectsReader: ({ kind, id }) => kind === 'company' || (kind === 'employee' && id === actor.id),
    account: actor.id,
  })
}

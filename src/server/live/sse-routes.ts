// The streams of server-sent events. Each reader gets what their role may see: a ticket that is
// not theirs, or no longer, arrives without its card, and what they may not know at all only moves
// their version on.

import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { HEARTBEAT_INTERVAL_MS } from '#contract/heartbeat.ts'
import { type Customer, isStaff, type Staff } from '#domain/account/actor.ts'
import { may, onlyAssigned, type Subject } from '#domain/account/permission.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import type { TicketSummary } from '#domain/tickets/ticket.ts'
import type { Principal } from '#server/auth/auth.ts'
import { DIRECTORY_FEED, type LiveEvent } from '#server/db/unit-of-work.ts'
import { isApiError } from '#server/lib/errors.ts'
import type { LiveFeeds } from './change-feed.ts'

/** When a browser comes back to a stream that broke: thousands whose server ends must not in one moment. */
const retryDelayMs = (): number => 1000 + Math.round(Math.random() * 4000)
const MAX_BACKLOG_BYTES = 1_000_000

/** What a reader is shown of an event; null when it only moves their version on. */
type EventFilter = (event: LiveEvent) => Omit<LiveEvent, 'version'> | null

const unfiltered: EventFilter = ({ kind, id, card }) => ({ kind, id, card })

/** The sight of one person, from the tickets they can see when they begin to look. */
function filterFor(actor: Staff, visibleTickets: Set<string>): EventFilter {
  const seesEverything =
    may(actor, 'employee.list-technicians') &&
    may(actor, 'ticket.list') &&
    !onlyAssigned(actor, 'ticket.list')
  if (seesEverything) return unfiltered
  return ({ kind, id, card }) => {
    if (kind === 'employee' && id !== actor.id && !may(actor, 'employee.list-technicians')) return null
    if (kind !== 'ticket') return { kind, id, card }
    if (!may(actor, 'ticket.list')) return null
    if (!onlyAssigned(actor, 'ticket.list')) return { kind, id, card }
    const subject: Subject = card as TicketSummary
    const isTheirs = card !== null && may(actor, 'ticket.see', subject)
    if (!isTheirs && !visibleTickets.delete(id)) return null
    if (isTheirs) visibleTickets.add(id)
    return { kind, id, card: isTheirs ? card : null }
  }
}

/** `id` goes with the last event of each version only, so a broken stream never resumes inside one. */
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
/** No comment: browsers keep those to themselves. It has no id, so that it moves nobody's version on. */
const HEARTBEAT = encoder.encode('event: heartbeat\ndata: {}\n\n')
const unfilteredBytes = new WeakMap<readonly LiveEvent[], Uint8Array>()

/** As it goes out. For those who see everything it is made once, however many they are. */
function encodeEvents(events: readonly LiveEvent[], filter: EventFilter): Uint8Array {
  if (filter !== unfiltered) return encoder.encode(formatEvents(events, filter))
  const encoded = unfilteredBytes.get(events) ?? encoder.encode(formatEvents(events, unfiltered))
  unfilteredBytes.set(events, encoded)
  return encoded
}

/** From the header that browsers send when they reconnect, or `?after=` when they begin. */
function lastEventId(c: Context): number | null {
  const text = c.req.header('last-event-id') ?? c.req.query('after') ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}

type StreamOptions = {
  readonly live: LiveFeeds
  readonly feed: string
  /** What the reader sees from the version on at which they begin. */
  readonly filterFrom: (version: number) => Promise<EventFilter>
  /** Asked at every heartbeat; the stream of somebody who may no longer listen ends. */
  readonly recheckAccess: () => Promise<boolean>
  /** Whether an event is a reason to ask that at once. */
  readonly affectsReader: (event: LiveEvent) => boolean
  /** Gives the seat back. */
  readonly releaseSlot: () => void
  /**
   * What goes out of what happened, where that is no event with its version: somebody outside the company, who is
   * not to count what it does. They cannot resume either, and look again when they are back.
   */
  readonly redactedEvent?: (events: readonly LiveEvent[]) => string
}

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // A proxy that gathers answers before it passes them on would hold every event back.
  'X-Accel-Buffering': 'no',
}

/**
 * The answer goes out through a web stream, as every answer here, until what the stream had is through: then
 * straight to the connection. With a thousand readers the stream's own turns would be most of the work.
 */
function streamFeed(c: Context, options: StreamOptions): Response {
  const { outgoing } = (c as Context<{ Bindings: HttpBindings }>).env
  const { live, feed, filterFrom, recheckAccess, affectsReader, releaseSlot, redactedEvent } = options
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
      if (isDirect) outgoing.write(bytes)
      else {
        controller.enqueue(bytes)
        setImmediate(switchToDirectWrites)
      }
      // A reader this slow is let go; it resumes from where it stood.
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
    // Only now is it known where the reader stands: too far behind, they begin anew.
    const filter = await filterFrom(version)
    // The reader may have gone, or the server begun to stop, while the feed was being opened.
    if (ended) return stop()
    if (live.closing.aborted) return end()
    const heartbeat = setInterval(recheck, HEARTBEAT_INTERVAL_MS)
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

/** The public list, open to anyone. */
export const streamDirectory = (c: Context, live: LiveFeeds, releaseSlot: () => void): Response =>
  streamFeed(c, {
    releaseSlot,
    live,
    feed: DIRECTORY_FEED,
    filterFrom: async () => unfiltered,
    recheckAccess: async () => true,
    affectsReader: () => false,
  })

type LinkStreamOptions = {
  readonly live: LiveFeeds
  /** Who looks by the link, asked anew each time. Rejects with an answer once it shows them nothing. */
  readonly getCustomer: () => Promise<Customer>
  /** Takes a seat for them, and answers with how to give it back. */
  readonly acquireSlot: () => () => void
}

/** One ticket, for its customer: only that something of it changed, and nothing else of the company. */
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
    redactedEvent: events => (events.some(isTheirs) ? 'data: {"kind":"changed"}\n\n' : ''),
  })
}

type CompanyStreamOptions = {
  readonly live: LiveFeeds
  readonly authenticate: () => Promise<Principal>
  /** Asks the session again, in a moment, together with those of other pages. */
  readonly reauthenticate: () => Promise<Principal>
  /** Takes a seat for them, and answers with how to give it back. */
  readonly acquireSlot: (principal: Principal) => () => void
  /** The ids of the tickets that were a technician's when the trail stood at `version`. */
  readonly assignedTicketIds: (principal: Principal, version: number) => Promise<readonly string[]>
}

/** One's own company, or null when there is none. */
export async function streamCompany(
  c: Context,
  { live, authenticate, reauthenticate, acquireSlot, assignedTicketIds }: CompanyStreamOptions,
): Promise<Response | null> {
  const principal = await authenticate()
  const { actor } = principal
  if (!isStaff(actor)) return null
  const filterFrom = async (version: number): Promise<EventFilter> =>
    filterFor(
      actor,
      new Set(onlyAssigned(actor, 'ticket.list') ? await assignedTicketIds(principal, version) : []),
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
    // What is done with an owner's account is told of the company, and a suspended one lets nobody in.
    affectsReader: ({ kind, id }) => kind === 'company' || (kind === 'employee' && id === actor.id),
  })
}

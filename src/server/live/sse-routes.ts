// The streams of server-sent events. Each reader gets what their role may see: a ticket that is
// not theirs, or no longer, arrives without its card, and what they may not know at all only moves
// their version on.

import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { HEARTBEAT_MS } from '#contract/heartbeat.ts'
import { type Customer, isStaff, type Staff } from '#domain/account/actor.ts'
import { may, onlyAssigned, type Subject } from '#domain/account/permission.ts'
import { Refusal } from '#domain/lib/refusal.ts'
import type { TicketCard } from '#domain/tickets/ticket.ts'
import type { Person } from '#server/auth/auth.ts'
import { DIRECTORY_FEED, type LiveEvent } from '#server/db/unit-of-work.ts'
import { isAnswer } from '#server/rpc/errors.ts'
import type { Live } from './change-feed.ts'

/** When a browser comes back to a stream that broke: thousands whose server ends must not in one moment. */
const returnMs = (): number => 1000 + Math.round(Math.random() * 4000)
const LONGEST_BACKLOG_BYTES = 1_000_000

/** What a reader is shown of an event; null when it only moves their version on. */
type Sight = (event: LiveEvent) => Omit<LiveEvent, 'version'> | null

const all: Sight = ({ kind, id, card }) => ({ kind, id, card })

/** The sight of one person, from the tickets they can see when they begin to look. */
function sightOf(actor: Staff, seen: Set<string>): Sight {
  const seesEverything =
    may(actor, 'employee.list-technicians') &&
    may(actor, 'ticket.list') &&
    !onlyAssigned(actor, 'ticket.list')
  if (seesEverything) return all
  return ({ kind, id, card }) => {
    if (kind === 'employee' && id !== actor.id && !may(actor, 'employee.list-technicians')) return null
    if (kind !== 'ticket') return { kind, id, card }
    if (!may(actor, 'ticket.list')) return null
    if (!onlyAssigned(actor, 'ticket.list')) return { kind, id, card }
    const subject: Subject = card as TicketCard
    const isTheirs = card !== null && may(actor, 'ticket.see', subject)
    if (!isTheirs && !seen.delete(id)) return null
    if (isTheirs) seen.add(id)
    return { kind, id, card: isTheirs ? card : null }
  }
}

/** `id` goes with the last event of each version only, so a broken stream never resumes inside one. */
const textOf = (events: readonly LiveEvent[], sight: Sight): string =>
  events
    .map((event, index) => {
      const shown = sight(event)
      const data = shown === null ? '' : `data: ${JSON.stringify(shown)}\n`
      const id = events[index + 1]?.version === event.version ? '' : `id: ${event.version}\n`
      return `${data}${id}\n`
    })
    .join('')

const encoder = new TextEncoder()
/** No comment: browsers keep those to themselves. It has no id, so that it moves nobody's version on. */
const HERE = encoder.encode('event: here\ndata: {}\n\n')
const forAll = new WeakMap<readonly LiveEvent[], Uint8Array>()

/** As it goes out. For those who see everything it is made once, however many they are. */
function bytesOf(events: readonly LiveEvent[], sight: Sight): Uint8Array {
  if (sight !== all) return encoder.encode(textOf(events, sight))
  const made = forAll.get(events) ?? encoder.encode(textOf(events, all))
  forAll.set(events, made)
  return made
}

/** From the header that browsers send when they reconnect, or `?after=` when they begin. */
function lastSeen(c: Context): number | null {
  const text = c.req.header('last-event-id') ?? c.req.query('after') ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}

type Options = {
  readonly live: Live
  readonly feed: string
  /** What the reader sees from the version on at which they begin. */
  readonly sightFrom: (version: number) => Promise<Sight>
  /** Asked at every heartbeat; the stream of somebody who may no longer listen ends. */
  readonly stillAllowed: () => Promise<boolean>
  /** Whether an event is a reason to ask that at once. */
  readonly concernsReader: (event: LiveEvent) => boolean
  /** Gives the seat back. */
  readonly leave: () => void
  /**
   * What goes out of what happened, where that is no event with its version: somebody outside the company, who is
   * not to count what it does. They cannot resume either, and look again when they are back.
   */
  readonly hint?: (events: readonly LiveEvent[]) => string
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
function follow(c: Context, options: Options): Response {
  const { outgoing } = (c as Context<{ Bindings: HttpBindings }>).env
  const { live, feed, sightFrom, stillAllowed, concernsReader, leave: leaveSeat, hint } = options
  const undo: (() => void)[] = [leaveSeat]
  let ended = false
  const stop = (): void => {
    ended = true
    for (const step of undo.splice(0)) step()
  }
  const start = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    const end = (): void => {
      if (!ended) controller.close()
      stop()
    }
    const write = (text: string): void => send(encoder.encode(text))
    let isStraight = false
    const straighten = (): void => {
      isStraight = outgoing.headersSent && controller.desiredSize === LONGEST_BACKLOG_BYTES
    }
    const send = (bytes: Uint8Array): void => {
      if (ended || outgoing.destroyed || bytes.length === 0) return
      if (isStraight) outgoing.write(bytes)
      else {
        controller.enqueue(bytes)
        setImmediate(straighten)
      }
      // A reader this slow is let go; it resumes from where it stood.
      if ((controller.desiredSize ?? 0) <= 0 || outgoing.writableLength > LONGEST_BACKLOG_BYTES) end()
    }
    const look = async (): Promise<void> => {
      if (await stillAllowed().catch(() => true)) send(HERE)
      else end()
    }
    const from = hint === undefined ? lastSeen(c) : null
    const early: LiveEvent[] = []
    let tell = (events: readonly LiveEvent[]): void => void early.push(...events)
    const { version, reset, leave } = await live.join(feed, from, events => tell(events))
    undo.push(leave)
    // Only now is it known where the reader stands: too far behind, they begin anew.
    const sight = await sightFrom(version)
    // The reader may have gone, or the server begun to stop, while the feed was being opened.
    if (ended) return stop()
    if (live.closing.aborted) return end()
    const heartbeat = setInterval(look, HEARTBEAT_MS)
    live.closing.addEventListener('abort', end)
    undo.push(() => {
      clearInterval(heartbeat)
      live.closing.removeEventListener('abort', end)
    })
    const id = hint === undefined ? `id: ${version}\n` : ''
    write(`event: ready\n${id}retry: ${returnMs()}\ndata: {}\n\n`)
    if (reset) write(`data: ${JSON.stringify({ kind: 'reset', id: '', card: null })}\n\n`)
    tell = events => {
      if (hint === undefined) send(bytesOf(events, sight))
      else write(hint(events))
      if (events.some(concernsReader)) void look()
    }
    if (early.length > 0) tell(early)
  }
  const startOrStop = (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> =>
    start(controller).catch(fault => {
      stop()
      throw fault
    })
  const body = new ReadableStream<Uint8Array>(
    { start: startOrStop, cancel: stop },
    new ByteLengthQueuingStrategy({ highWaterMark: LONGEST_BACKLOG_BYTES }),
  )
  return new Response(body, { headers: HEADERS })
}

/** The public list, open to anyone. */
export const followDirectory = (c: Context, live: Live, leave: () => void): Response =>
  follow(c, {
    leave,
    ...{ live, feed: DIRECTORY_FEED, sightFrom: async () => all },
    ...{ stillAllowed: async () => true, concernsReader: () => false },
  })

export type LinkWatch = {
  readonly live: Live
  /** Who looks by the link, asked anew each time. Rejects with an answer once it shows them nothing. */
  readonly customer: () => Promise<Customer>
  /** Takes a seat for them, and answers with how to give it back. */
  readonly sit: () => () => void
}

/** One ticket, for its customer: only that something of it changed, and nothing else of the company. */
export async function followLink(c: Context, { live, customer, sit }: LinkWatch): Promise<Response> {
  const { companyId, ticketId } = await customer()
  const isTheirs = ({ kind, id }: LiveEvent) => kind === 'ticket' && id === String(ticketId)
  const stillAllowed = () =>
    customer().then(
      () => true,
      fault => !(isAnswer(fault) || fault instanceof Refusal),
    )
  return follow(c, {
    ...{ live, feed: companyId, sightFrom: async () => all, leave: sit() },
    ...{ stillAllowed, concernsReader: isTheirs },
    hint: events => (events.some(isTheirs) ? 'data: {"kind":"changed"}\n\n' : ''),
  })
}

export type Watch = {
  readonly live: Live
  readonly whoIs: () => Promise<Person>
  /** Asks the session again, in a moment, together with those of other pages. */
  readonly stillIs: () => Promise<Person>
  /** Takes a seat for them, and answers with how to give it back. */
  readonly sit: (person: Person) => () => void
  /** The ids of the tickets that were a technician's when the trail stood at `version`. */
  readonly assignedTo: (person: Person, version: number) => Promise<readonly string[]>
}

/** One's own company, or null when there is none. */
export async function followCompany(
  c: Context,
  { live, whoIs, stillIs, sit, assignedTo }: Watch,
): Promise<Response | null> {
  const person = await whoIs()
  const { actor } = person
  if (!isStaff(actor)) return null
  const sightFrom = async (version: number): Promise<Sight> =>
    sightOf(actor, new Set(onlyAssigned(actor, 'ticket.list') ? await assignedTo(person, version) : []))
  const stillAllowed = async () => {
    const { actor: now } = await stillIs()
    return JSON.stringify(now) === JSON.stringify(actor)
  }
  return follow(c, {
    ...{ live, feed: actor.companyId, sightFrom, stillAllowed, leave: sit(person) },
    // What is done with an owner's account is told of the company, and a suspended one lets nobody in.
    concernsReader: ({ kind, id }) => kind === 'company' || (kind === 'employee' && id === actor.id),
  })
}

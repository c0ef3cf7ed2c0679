// The order of sending: a ticket's commands in the order they were made, clock commands of an account in order over all
// tickets, photos last, but before the ticket's next transition. In the code a ticket is a lane, a clock command sequential.
// A lane that cannot be sent now is passed over, but not by sequential entries and transitions that are behind its
// sequential ones. Only those behind a transition of their lane, and of stuck lanes, may be passed.

import type { OutboxCommand, OutboxEntry } from './outbox-types.ts'

type Queued = {
  readonly entry: OutboxEntry
  readonly position: number
  /** It is sequential, or a transition: it does not pass sequential entries. */
  readonly waitsForSequential: boolean
}

/** Commands and photos, each in its own order, `sequential` ones once more; then the transition, which waits for them all. */
type Segment = {
  readonly commands: Queued[]
  readonly photos: Queued[]
  readonly sequential: Queued[]
  transition: Queued | null
}

/** `commands` are entries without a photo; `transition` comes when its segment is done. */
export type SendKind = 'commands' | 'photos' | 'transition'

/** Its segments, and how far the current one is sent. */
type Lane = {
  readonly segments: Segment[]
  current: number
  command: number
  photo: number
  sequential: number
}

const createSegment = (): Segment => ({ commands: [], photos: [], sequential: [], transition: null })

const createLane = (): Lane => ({
  segments: [createSegment()],
  current: 0,
  command: 0,
  photo: 0,
  sequential: 0,
})

export type SendOrder = {
  /** Behind all others. */
  add(entry: OutboxEntry): void
  /**
   * The first entry of that kind whose lane `isOpen`, over all lanes; null if there is none. No other lane's entries
   * wait for the sequential ones of a lane that `isStuck`.
   */
  next(
    kind: SendKind,
    isOpen: (lane: string) => boolean,
    isStuck: (lane: string) => boolean,
  ): OutboxEntry | null
}

/**
 * The order of `entries`. `isWaiting` says whether an entry is still to be sent: what was sent, removed or refused is
 * skipped without a new order. No step looks at more than one entry of each lane, so thousands may wait.
 */
export function createSendOrder(
  entries: readonly OutboxEntry[],
  commandOf: (entry: OutboxEntry) => Pick<OutboxCommand, 'isTransition' | 'isSequential'>,
  isWaiting: (key: string) => boolean,
): SendOrder {
  const lanes = new Map<string, Lane>()
  let count = 0

  const add = (entry: OutboxEntry): void => {
    const lane = lanes.get(entry.lane) ?? createLane()
    lanes.set(entry.lane, lane)
    const segment = lane.segments.at(-1) ?? createSegment()
    const { isTransition = false, isSequential = false } = commandOf(entry)
    const queued = { entry, position: count++, waitsForSequential: isTransition || isSequential }
    if (isSequential) segment.sequential.push(queued)
    if (isTransition) {
      segment.transition = queued
      lane.segments.push(createSegment())
    } else (entry.photoSize === null ? segment.commands : segment.photos).push(queued)
  }

  const isLeft = (queued: Queued | null | undefined): boolean =>
    queued !== null && queued !== undefined && isWaiting(queued.entry.key)

  const firstLeft = (queue: readonly Queued[], from: number): number => {
    let index = from
    while (index < queue.length && !isLeft(queue[index])) index++
    return index
  }

  /** Skips what is done; returns the segment whose turn it is. */
  const advance = (lane: Lane): Segment | undefined => {
    for (;;) {
      const segment = lane.segments[lane.current]
      if (segment === undefined) return undefined
      lane.command = firstLeft(segment.commands, lane.command)
      lane.photo = firstLeft(segment.photos, lane.photo)
      lane.sequential = firstLeft(segment.sequential, lane.sequential)
      const isDone = lane.command === segment.commands.length && lane.photo === segment.photos.length
      const isLast = lane.current === lane.segments.length - 1
      if (!isDone || isLeft(segment.transition) || isLast) return segment
      lane.current++
      lane.command = 0
      lane.photo = 0
      lane.sequential = 0
    }
  }

  const nextOf = (lane: Lane, kind: SendKind): Queued | undefined => {
    const segment = advance(lane)
    const command = segment?.commands[lane.command]
    const photo = segment?.photos[lane.photo]
    if (kind === 'commands') return command
    if (command !== undefined || kind === 'photos') return command === undefined ? photo : undefined
    return photo === undefined ? (segment?.transition ?? undefined) : undefined
  }

  /** The position of the first sequential entry that others wait for. */
  const firstSequentialPosition = (isStuck: (lane: string) => boolean): number => {
    let first = Number.POSITIVE_INFINITY
    for (const [name, lane] of lanes)
      if (!isStuck(name))
        first = Math.min(first, advance(lane)?.sequential[lane.sequential]?.position ?? first)
    return first
  }

  const next: SendOrder['next'] = (kind, isOpen, isStuck) => {
    const firstSequential = firstSequentialPosition(isStuck)
    let first: Queued | undefined
    for (const [name, lane] of lanes) {
      if (!isOpen(name)) continue
      const queued = nextOf(lane, kind)
      if (queued === undefined || (queued.waitsForSequential && queued.position > firstSequential)) continue
      if (first === undefined || queued.position < first.position) first = queued
    }
    return first?.entry ?? null
  }

  for (const entry of entries) add(entry)
  return { add, next }
}

// The order of sending: a ticket's commands in the order they were made, clock commands of an account in order over all
// tickets, photos last, but before the ticket's next transition. In the code a ticket is a queue, a clock command sequential.
// A queue that cannot be sent now is passed over, but not by sequential entries and transitions that are behind its
// sequential ones. Only those behind a transition of their queue, and of stuck queues, may be passed.

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
type Queue = {
  readonly segments: Segment[]
  current: number
  command: number
  photo: number
  sequential: number
}

const createSegment = (): Segment => ({ commands: [], photos: [], sequential: [], transition: null })

const createQueue = (): Queue => ({
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
   * The first entry of that kind whose queue `isOpen`, over all queues; null if there is none. No other queue's entries
   * wait for the sequential ones of a queue that `isStuck`.
   */
  next(
    kind: SendKind,
    isOpen: (queue: string) => boolean,
    isStuck: (queue: string) => boolean,
  ): OutboxEntry | null
}

/**
 * The order of `entries`. `isWaiting` says whether an entry is still to be sent: what was sent, removed or refused is
 * skipped without a new order. No step looks at more than one entry of each queue, so thousands may wait.
 */
export function createSendOrder(
  entries: readonly OutboxEntry[],
  commandOf: (entry: OutboxEntry) => Pick<OutboxCommand, 'isTransition' | 'isSequential'>,
  isWaiting: (key: string) => boolean,
): SendOrder {
  const queues = new Map<string, Queue>()
  let count = 0

  const add = (entry: OutboxEntry): void => {
    const queue = queues.get(entry.queue) ?? createQueue()
    queues.set(entry.queue, queue)
    const segment = queue.segments.at(-1) ?? createSegment()
    const { isTransition = false, isSequential = false } = commandOf(entry)
    const queued = { entry, position: count++, waitsForSequential: isTransition || isSequential }
    if (isSequential) segment.sequential.push(queued)
    if (isTransition) {
      segment.transition = queued
      queue.segments.push(createSegment())
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
  const advance = (queue: Queue): Segment | undefined => {
    for (;;) {
      const segment = queue.segments[queue.current]
      if (segment === undefined) return undefined
      queue.command = firstLeft(segment.commands, queue.command)
      queue.photo = firstLeft(segment.photos, queue.photo)
      queue.sequential = firstLeft(segment.sequential, queue.sequential)
      const isDone = queue.command === segment.commands.length && queue.photo === segment.photos.length
      const isLast = queue.current === queue.segments.length - 1
      if (!isDone || isLeft(segment.transition) || isLast) return segment
      queue.current++
      queue.command = 0
      queue.photo = 0
      queue.sequential = 0
    }
  }

  const nextOf = (queue: Queue, kind: SendKind): Queued | undefined => {
    const segment = advance(queue)
    const command = segment?.commands[queue.command]
    const photo = segment?.photos[queue.photo]
    if (kind === 'commands') return command
    if (command !== undefined || kind === 'photos') return command === undefined ? photo : undefined
    return photo === undefined ? (segment?.transition ?? undefined) : undefined
  }

  /** The position of the first sequential entry that others wait for. */
  const firstSequentialPosition = (isStuck: (queue: string) => boolean): number => {
    let first = Number.POSITIVE_INFINITY
    for (const [name, queue] of queues)
      if (!isStuck(name))
        first = Math.min(first, advance(queue)?.sequential[queue.sequential]?.position ?? first)
    return first
  }

  const next: SendOrder['next'] = (kind, isOpen, isStuck) => {
    const firstSequential = firstSequentialPosition(isStuck)
    let first: Queued | undefined
    for (const [name, queue] of queues) {
      if (!isOpen(name)) continue
      const queued = nextOf(queue, kind)
      if (queued === undefined || (queued.waitsForSequential && queued.position > firstSequential)) continue
      if (first === undefined || queued.position < first.position) first = queued
    }
    return first?.entry ?? null
  }

  for (const entry of entries) add(entry)
  return { add, next }
}

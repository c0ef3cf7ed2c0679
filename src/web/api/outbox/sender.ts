// Sends what waits in an outbox: one word and one photo at a time, with backoff. Knows nothing of the browser.

import type { OutboxDrafts, OutboxEntry, OutboxState } from './outbox-types.ts'
import { type SendFailure, sendFailureOf } from './send-failure.ts'
import type { SendOrder } from './send-order.ts'

const MIN_RETRY_DELAY_MS = 1000
const MAX_RETRY_DELAY_MS = 60_000
/** Of one entry at which the server fails. */
const MAX_SERVER_FAILURES = 5
/** In a row, while the server could be reached, of one queue: then everything else goes first. */
const MAX_CUTS = 8

/** Of a lane; each fails on its own. A move is a word, and a draft waits for the words of its lane. */
type Queue = 'words' | 'drafts' | 'photos'
type IsReady = (queue: Queue, lane: string) => boolean

/** Exponential, with jitter so that phones that lost the same line do not come back at once. */
const retryDelay = (failures: number, random: number): number =>
  Math.min(MIN_RETRY_DELAY_MS * 2 ** failures, MAX_RETRY_DELAY_MS) * (0.5 + random / 2)

type SenderOptions = {
  readonly order: () => SendOrder
  readonly drafts: OutboxDrafts
  /** Whether the account is signed in; rejects if that cannot be found out. */
  readonly isSignedIn: () => Promise<boolean>
  /** Whether `isSignedIn` asks the server after a cut, and so shows that it can be reached. */
  readonly isProbed: boolean
  /** Sends one entry, and removes or refuses it; rejects as the command does. */
  readonly sendEntry: (entry: OutboxEntry, signal: AbortSignal) => Promise<void>
  readonly refuse: (entry: OutboxEntry, failure: { message: string; code: string }) => Promise<void>
  readonly now: () => number
  readonly random: () => number
  readonly onStateChange: () => void
}

export type Sender = {
  readonly state: () => OutboxState
  /** Sends until nothing more can be sent now; returns after how many milliseconds to try again, null for never. */
  readonly run: (signal: AbortSignal) => Promise<number | null>
  /** Something was added: a run in progress looks again. */
  readonly wake: () => void
  /** Whether something was added that no run has looked at; asked, it is forgotten. */
  readonly takeWake: () => boolean
  /** The line may be back: the next failure waits as the first. */
  readonly resetBackoff: () => void
}

export function createSender({
  order,
  drafts,
  isSignedIn,
  isProbed,
  sendEntry,
  refuse,
  now,
  random,
  onStateChange,
}: SenderOptions): Sender {
  let state: OutboxState = 'idle'
  let failures = 0
  let isWoken = false
  let wakeUp = (): void => {}
  /** When words and photos may be sent again, after the server asked for a pause. */
  const pausedUntil = { words: 0, photos: 0 }
  /** Both by `keyOf`. */
  const serverFailures = new Map<string, { count: number; until: number }>()
  const cuts = new Map<string, number>()
  /** Their drafts were sent, or refused, in this run. */
  let triedLanes = new Set<string>()

  const setState = (newState: OutboxState): void => {
    if (newState === state) return
    state = newState
    onStateChange()
  }
  const isStopped = (): boolean => state !== 'sending'
  const keyOf = (queue: Queue, lane: string): string => `${queue} ${lane}`
  const isOpen: IsReady = (queue, lane) => (serverFailures.get(keyOf(queue, lane))?.until ?? 0) <= now()
  const isCut: IsReady = (queue, lane) => (cuts.get(keyOf(queue, lane)) ?? 0) >= MAX_CUTS
  const isHealthy: IsReady = (queue, lane) => isOpen(queue, lane) && !isCut(queue, lane)
  const isStuck = (lane: string): boolean => isCut('words', lane)

  async function handleFailure(
    failure: SendFailure,
    queue: Queue,
    lane: string,
    entry: OutboxEntry | null,
  ): Promise<void> {
    const key = keyOf(queue, lane)
    if (failure.kind === 'unreachable' && isProbed) cuts.set(key, (cuts.get(key) ?? 0) + 1)
    if (failure.kind === 'unreachable' || failure.kind === 'signed-out') return setState(failure.kind)
    if (failure.kind === 'refused') {
      if (entry !== null) await refuse(entry, failure)
      return
    }
    if (entry === null) triedLanes.delete(lane)
    if (failure.kind === 'paused') {
      pausedUntil[queue === 'photos' ? 'photos' : 'words'] = now() + failure.seconds * 1000
      return
    }
    const count = (serverFailures.get(key)?.count ?? 0) + 1
    if (entry === null || count < MAX_SERVER_FAILURES)
      serverFailures.set(key, { count, until: now() + retryDelay(count, random()) })
    else {
      serverFailures.delete(key)
      await refuse(entry, failure)
    }
  }

  async function send(
    queue: Queue,
    lane: string,
    entry: OutboxEntry | null,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      await (entry === null ? drafts.send(lane, signal) : sendEntry(entry, signal))
      failures = 0
      serverFailures.delete(keyOf(queue, lane))
      cuts.delete(keyOf(queue, lane))
    } catch (error) {
      if (!signal.aborted) await handleFailure(sendFailureOf(error), queue, lane, entry)
    }
  }

  /** The next word, or the next move; drafts are words. */
  function startWord(isReady: IsReady, signal: AbortSignal): Promise<void> | null {
    if (pausedUntil.words > now()) return null
    const areWordsReady = (lane: string): boolean => isReady('words', lane)
    const word = order().next('words', areWordsReady, isStuck)
    if (word !== null) return send('words', word.lane, word, signal)
    const lane = drafts
      .lanes()
      .find(name => !triedLanes.has(name) && areWordsReady(name) && isReady('drafts', name))
    if (lane !== undefined) {
      triedLanes.add(lane)
      return send('drafts', lane, null, signal)
    }
    const move = order().next('move', name => areWordsReady(name) && !drafts.isPending(name), isStuck)
    return move === null ? null : send('words', move.lane, move, signal)
  }

  function startPhoto(isReady: IsReady, signal: AbortSignal): Promise<void> | null {
    if (pausedUntil.photos > now()) return null
    const photo = order().next('photos', lane => isReady('photos', lane), isStuck)
    return photo === null ? null : send('photos', photo.lane, photo, signal)
  }

  /** When something may be sent that has to wait now; a minute from now at most. */
  function nextAttemptAt(): number {
    const times = [...Object.values(pausedUntil), ...[...serverFailures.values()].map(({ until }) => until)]
    return Math.min(...times.filter(time => time > now()), now() + MAX_RETRY_DELAY_MS)
  }

  /** After how long something may be sent that could not be now. */
  function delayUntilNext(): number | null {
    if (state === 'unreachable') return retryDelay(failures++, random())
    const isAnythingLeft =
      drafts.count() > 0 ||
      (['words', 'photos', 'move'] as const).some(kind => order().next(kind, () => true, isStuck) !== null)
    return isAnythingLeft ? Math.max(MIN_RETRY_DELAY_MS, nextAttemptAt() - now()) : null
  }

  async function run(signal: AbortSignal): Promise<number | null> {
    const running: Partial<Record<'words' | 'photos', Promise<void>>> = {}
    const start = (slot: 'words' | 'photos', task: Promise<void> | null): void => {
      if (task !== null)
        running[slot] = task.finally(() => {
          delete running[slot]
        })
    }
    triedLanes = new Set()
    setState('sending')
    const isConfirmed = await isSignedIn().catch(() => null)
    if (isConfirmed !== true && !signal.aborted) setState(isConfirmed === null ? 'unreachable' : 'signed-out')
    while (!signal.aborted && !isStopped()) {
      isWoken = false
      const woken = new Promise<void>(resolve => {
        wakeUp = resolve
      })
      const isFree = (): boolean => running.words === undefined && running.photos === undefined
      if (running.words === undefined) start('words', startWord(isHealthy, signal))
      if (isFree()) start('photos', startPhoto(isHealthy, signal))
      // What no line carries, such as a photo that a proxy cuts off, comes last.
      if (isFree()) start('words', startWord(isOpen, signal))
      if (isFree()) start('photos', startPhoto(isOpen, signal))
      if (isFree()) break
      const timer = setTimeout(wakeUp, nextAttemptAt() - now())
      await Promise.race([...Object.values(running), woken])
      clearTimeout(timer)
    }
    await Promise.all(Object.values(running))
    if (!isStopped()) setState('idle')
    return delayUntilNext()
  }

  return {
    state: () => state,
    run,
    wake: () => {
      isWoken = true
      wakeUp()
    },
    takeWake: () => {
      const wasWoken = isWoken
      isWoken = false
      return wasWoken
    },
    resetBackoff: () => {
      failures = 0
    },
  }
}

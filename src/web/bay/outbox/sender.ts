// Sends what waits in an outbox: one word and one photo at a time, with backoff. Knows nothing of the browser.

import type { OutboxDrafts, OutboxEntry, OutboxState } from './outbox-types.ts'
import { type SendFailure, sendFailureOf } from './send-failure.ts'
import type { SendOrder } from './send-order.ts'

const MIN_RETRY_DELAY_MS = 1000
const MAX_RETRY_DELAY_MS = 60_000
/** Of one entry at which the server fails. */
const MAX_SERVER_FAILURES = 5
/** Of one queue in a row, while the server could be reached: no line carries it, like a photo that a proxy cuts off. */
const MAX_CUTS = 8
/** Between two attempts at what no line carries, and at the drafts of a lane in one run. */
const PAUSE_MS = 60_000

/** Of a lane; each fails on its own. A move is a word, and a draft waits for the words of its lane. */
type Queue = 'words' | 'drafts' | 'photos'

/** How a queue has failed since something of it was answered; it is not tried before `until`. */
type Failing = {
  readonly serverFailures: number
  readonly cuts: number
  readonly until: number
}
const NOT_FAILING: Failing = { serverFailures: 0, cuts: 0, until: 0 }

const isCutOff = ({ cuts }: Failing): boolean => cuts >= MAX_CUTS

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
  readonly refuse: (entry: OutboxEntry, failure: Extract<SendFailure, { code: string }>) => Promise<void>
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
  /** A part of it has arrived, or what failed was discarded. */
  readonly forgetFailures: (queue: Queue, lane: string) => void
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
  const failing = new Map<string, Failing>()
  /** When the drafts of a lane were tried in this run. */
  let triedAt = new Map<string, number>()

  const setState = (newState: OutboxState): void => {
    if (newState === state) return
    state = newState
    onStateChange()
  }
  const isStopped = (): boolean => state !== 'sending'
  const nameOf = (queue: Queue, lane: string): string => `${queue} ${lane}`
  const failingOf = (queue: Queue, lane: string): Failing => failing.get(nameOf(queue, lane)) ?? NOT_FAILING
  const isReady = (queue: Queue, lane: string): boolean => failingOf(queue, lane).until <= now()
  const areWordsReady = (lane: string): boolean => isReady('words', lane)
  const areDraftsReady = (lane: string): boolean =>
    areWordsReady(lane) &&
    isReady('drafts', lane) &&
    (triedAt.get(lane) ?? Number.NEGATIVE_INFINITY) + PAUSE_MS <= now()
  const isStuck = (lane: string): boolean => isCutOff(failingOf('words', lane))

  async function handleFailure(
    failure: SendFailure,
    queue: Queue,
    lane: string,
    entry: OutboxEntry | null,
  ): Promise<void> {
    const name = nameOf(queue, lane)
    const before = failingOf(queue, lane)
    if (failure.kind === 'unreachable') {
      if (isProbed) {
        const cuts = before.cuts + 1
        const isTried = ({ until }: Failing): boolean => until > now() - PAUSE_MS
        const others = [...failing].filter(([other, one]) => other !== name && isCutOff(one) && isTried(one))
        // One of them each minute, in turn, so that they hold up nothing else.
        const until = cuts >= MAX_CUTS ? now() + (1 + others.length) * PAUSE_MS : before.until
        failing.set(name, { ...before, cuts, until })
        if (cuts === MAX_CUTS) failures = 0
      }
      // What is always cut off says nothing of the line.
      if (!isCutOff(before)) setState('unreachable')
      return
    }
    if (failure.kind === 'signed-out') return setState('signed-out')
    if (entry === null && failure.kind !== 'refused') triedAt.delete(lane)
    if (failure.kind === 'paused') {
      pausedUntil[queue === 'photos' ? 'photos' : 'words'] = now() + failure.seconds * 1000
      return
    }
    failing.delete(name)
    const serverFailures = before.serverFailures + 1
    const isLast = failure.kind === 'refused' || serverFailures >= MAX_SERVER_FAILURES
    if (entry !== null && isLast) await refuse(entry, failure)
    else if (failure.kind === 'failed') {
      const until = now() + retryDelay(serverFailures, random())
      failing.set(name, { serverFailures, cuts: 0, until })
    }
  }

  /** One of them got through, so the others may, too. */
  function retryCutOff(): void {
    for (const [name, one] of failing) if (isCutOff(one)) failing.set(name, { ...one, until: now() })
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
      if (isCutOff(failingOf(queue, lane))) retryCutOff()
      failing.delete(nameOf(queue, lane))
    } catch (error) {
      if (!signal.aborted) await handleFailure(sendFailureOf(error), queue, lane, entry)
    }
  }

  /** The next word, or the next move; drafts are words. */
  function startWord(signal: AbortSignal): Promise<void> | null {
    if (pausedUntil.words > now()) return null
    const word = order().next('words', areWordsReady, isStuck)
    if (word !== null) return send('words', word.lane, word, signal)
    const lane = drafts.lanes().find(areDraftsReady)
    if (lane !== undefined) {
      triedAt.set(lane, now())
      return send('drafts', lane, null, signal)
    }
    const move = order().next('move', name => areWordsReady(name) && !drafts.isPending(name), isStuck)
    return move === null ? null : send('words', move.lane, move, signal)
  }

  function startPhoto(signal: AbortSignal): Promise<void> | null {
    if (pausedUntil.photos > now()) return null
    const photo = order().next('photos', lane => isReady('photos', lane), isStuck)
    return photo === null ? null : send('photos', photo.lane, photo, signal)
  }

  /** When something may be sent that has to wait now; a minute from now at most. */
  function nextAttemptAt(): number {
    const times = [...Object.values(pausedUntil), ...[...failing.values()].map(({ until }) => until)]
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
    const photos = new AbortController()
    const abortPhotos = (): void => photos.abort()
    signal.addEventListener('abort', abortPhotos)
    triedAt = new Map()
    setState('sending')
    const isConfirmed = await isSignedIn().catch(() => null)
    if (isConfirmed !== true && !signal.aborted) setState(isConfirmed === null ? 'unreachable' : 'signed-out')
    while (!signal.aborted && !isStopped()) {
      isWoken = false
      const woken = new Promise<void>(resolve => {
        wakeUp = resolve
      })
      if (running.words === undefined) start('words', startWord(signal))
      if (running.words === undefined && running.photos === undefined)
        start('photos', startPhoto(photos.signal))
      const tasks = Object.values(running)
      if (tasks.length === 0) break
      const timer = setTimeout(wakeUp, nextAttemptAt() - now())
      await Promise.race([...tasks, woken])
      clearTimeout(timer)
    }
    // Words must not wait until a photo has failed, too. It continues where it was.
    abortPhotos()
    await Promise.all(Object.values(running))
    signal.removeEventListener('abort', abortPhotos)
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
    forgetFailures: (queue, lane) => void failing.delete(nameOf(queue, lane)),
  }
}

// Sends what waits in an outbox: one word and one photo at a time, with backoff. Knows nothing of the browser.

import type { OutboxDrafts, OutboxEntry, OutboxState } from './outbox-types.ts'
import { type SendFailure, sendFailureOf } from './send-failure.ts'
import type { SendKind, SendOrder } from './send-order.ts'

const MIN_RETRY_DELAY_MS = 1000
const MAX_RETRY_DELAY_MS = 60_000
/** Of one entry at which the server fails. */
const MAX_SERVER_FAILURES = 5
/** After so many cuts of one lane's entries, while the server could be reached, its other lanes go first. */
const MAX_CUTS = 8

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
  const failuresByLane = new Map<string, { count: number; until: number }>()
  /** By lane, how often in a row something was cut while the server could be reached. */
  const cutsByLane = new Map<string, number>()
  /** Their drafts were sent, or refused, in this run. */
  let triedLanes = new Set<string>()

  const setState = (newState: OutboxState): void => {
    if (newState === state) return
    state = newState
    onStateChange()
  }
  const isStopped = (): boolean => state !== 'sending'
  const isOpen = (lane: string): boolean => (failuresByLane.get(lane)?.until ?? 0) <= now()
  const isCut = (lane: string): boolean => (cutsByLane.get(lane) ?? 0) >= MAX_CUTS

  async function handleFailure(
    failure: SendFailure,
    slot: 'words' | 'photos',
    lane: string,
    entry: OutboxEntry | null,
  ): Promise<void> {
    if (failure.kind === 'unreachable' && isProbed) cutsByLane.set(lane, (cutsByLane.get(lane) ?? 0) + 1)
    if (failure.kind === 'unreachable' || failure.kind === 'signed-out') return setState(failure.kind)
    if (failure.kind === 'paused') {
      pausedUntil[slot] = now() + failure.seconds * 1000
      return
    }
    if (failure.kind === 'refused') {
      if (entry !== null) await refuse(entry, failure)
      return
    }
    const count = (failuresByLane.get(lane)?.count ?? 0) + 1
    if (entry === null || count < MAX_SERVER_FAILURES)
      failuresByLane.set(lane, { count, until: now() + retryDelay(count, random()) })
    else {
      failuresByLane.delete(lane)
      await refuse(entry, failure)
    }
  }

  async function send(
    slot: 'words' | 'photos',
    lane: string,
    entry: OutboxEntry | null,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      await (entry === null ? drafts.send(lane, signal) : sendEntry(entry, signal))
      failures = 0
      failuresByLane.delete(lane)
      cutsByLane.delete(lane)
    } catch (error) {
      if (!signal.aborted) await handleFailure(sendFailureOf(error), slot, lane, entry)
    }
  }

  /** What no line carries, such as a photo that a proxy cuts off, holds up its own lane only. */
  const nextEntry = (kind: SendKind, isReady = isOpen): OutboxEntry | null =>
    order().next(kind, lane => isReady(lane) && !isCut(lane), isCut) ?? order().next(kind, isReady, isCut)

  /** The next word, or the next move; drafts are words. */
  function startWord(signal: AbortSignal): Promise<void> | null {
    if (pausedUntil.words > now()) return null
    const word = nextEntry('words')
    if (word !== null) return send('words', word.lane, word, signal)
    const lane = drafts.lanes().find(name => !triedLanes.has(name) && isOpen(name))
    if (lane !== undefined) {
      triedLanes.add(lane)
      return send('words', lane, null, signal)
    }
    const move = nextEntry('move', name => isOpen(name) && !drafts.isPending(name))
    return move === null ? null : send('words', move.lane, move, signal)
  }

  function startPhoto(signal: AbortSignal): Promise<void> | null {
    if (pausedUntil.photos > now()) return null
    const photo = nextEntry('photos')
    return photo === null ? null : send('photos', photo.lane, photo, signal)
  }

  /** After how long something may be sent that could not be now. */
  function delayUntilNext(): number | null {
    if (state === 'unreachable') return retryDelay(failures++, random())
    const isAnythingLeft =
      drafts.count() > 0 ||
      (['words', 'photos', 'move'] as const).some(kind => nextEntry(kind, () => true) !== null)
    if (!isAnythingLeft) return null
    const times = [...Object.values(pausedUntil), ...[...failuresByLane.values()].map(({ until }) => until)]
    const next = Math.min(...times.filter(time => time > now()), now() + MAX_RETRY_DELAY_MS)
    return Math.max(MIN_RETRY_DELAY_MS, next - now())
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
      if (running.words === undefined) start('words', startWord(signal))
      if (running.words === undefined && running.photos === undefined) start('photos', startPhoto(signal))
      const tasks = Object.values(running)
      if (tasks.length === 0) break
      await Promise.race([...tasks, woken])
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

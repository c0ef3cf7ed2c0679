// Sends what waits in an outbox: one command and one photo at a time, with backoff. Knows nothing of the browser.

import type { OutboxDrafts, OutboxEntry, OutboxState } from './outbox-types.ts'
import { type SendFailure, sendFailureOf } from './send-failure.ts'
import type { SendOrder } from './send-order.ts'

const MIN_RETRY_DELAY_MS = 1000
const MAX_RETRY_DELAY_MS = 60_000
/** Of one entry at which the server fails. */
const MAX_SERVER_FAILURES = 5
/** Of one kind in a row, while the server could be reached: always cut off, like a photo by a proxy. */
const MAX_CUTS = 8
/** Between two attempts at what is always cut off. */
const PAUSE_MS = 60_000

/** Of a queue; each fails on its own. A transition is a command, and a draft waits for the commands of its queue. */
type TaskKind = 'commands' | 'drafts' | 'photos'

/** How a kind has failed since something of it was answered; it is not tried before `until`. */
type Failing = {
  readonly serverFailures: number
  readonly cuts: number
  readonly until: number
}
const NOT_FAILING: Failing = { serverFailures: 0, cuts: 0, until: 0 }

const isCutOff = ({ cuts }: Failing): boolean => cuts >= MAX_CUTS

/** Exponential, with jitter so that phones that lost the same connection do not come back at once. */
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
  /** The connection may be back: the next failure waits as the first. */
  readonly resetBackoff: () => void
  /** A part of it has arrived, or what failed was discarded. */
  readonly forgetFailures: (kind: TaskKind, queue: string) => void
}

/** How the kinds have failed, and until when each is not tried. */
function createFailures({ now, random }: Pick<SenderOptions, 'now' | 'random'>) {
  const failing = new Map<string, Failing>()
  const nameOf = (kind: TaskKind, queue: string): string => `${kind} ${queue}`
  const find = (kind: TaskKind, queue: string): Failing => failing.get(nameOf(kind, queue)) ?? NOT_FAILING
  const isTried = (name: string): boolean => (failing.get(name)?.until ?? 0) > now() - PAUSE_MS
  /** One of them each minute, so that they hold up nothing else. */
  const nextTurnAt = (name: string): number => {
    const others = [...failing].filter(
      ([other, failed]) => other !== name && isCutOff(failed) && isTried(other),
    )
    return now() + (1 + others.length) * PAUSE_MS
  }
  return {
    isReady: (kind: TaskKind, queue: string): boolean => find(kind, queue).until <= now(),
    isCutOff: (kind: TaskKind, queue: string): boolean => isCutOff(find(kind, queue)),
    serverFailures: (kind: TaskKind, queue: string): number => find(kind, queue).serverFailures,
    forget: (kind: TaskKind, queue: string): void => void failing.delete(nameOf(kind, queue)),
    /** Returns whether it is cut off from now on. */
    addCut: (kind: TaskKind, queue: string): boolean => {
      const name = nameOf(kind, queue)
      const before = find(kind, queue)
      const after = { ...before, cuts: before.cuts + 1 }
      failing.set(name, { ...after, until: isCutOff(after) ? nextTurnAt(name) : before.until })
      return after.cuts === MAX_CUTS
    },
    addServerFailure: (kind: TaskKind, queue: string): void => {
      const serverFailures = find(kind, queue).serverFailures + 1
      const until = now() + retryDelay(serverFailures, random())
      failing.set(nameOf(kind, queue), { serverFailures, cuts: 0, until })
    },
    /** One of those that are cut off got through, so the others may, too. */
    retryCutOff: (): void => {
      for (const [name, failed] of failing)
        if (isCutOff(failed)) failing.set(name, { ...failed, until: now() })
    },
    retryTimes: (): readonly number[] => [...failing.values()].map(({ until }) => until),
  }
}

type Failures = ReturnType<typeof createFailures>

/** An entry, or with null the drafts of its queue. */
type SendTask = { readonly kind: TaskKind; readonly queue: string; readonly entry: OutboxEntry | null }

/** What may be sent next. */
function createQueues({ order, drafts, now }: SenderOptions, failures: Failures) {
  /** When commands and photos may be sent again, after the server asked for a pause. */
  const pausedUntil = { commands: 0, photos: 0 }
  const areCommandsReady = (queue: string): boolean => failures.isReady('commands', queue)
  const areDraftsReady = (queue: string): boolean =>
    areCommandsReady(queue) && failures.isReady('drafts', queue)
  const isStuck = (queue: string): boolean => failures.isCutOff('commands', queue)
  const toTask = (kind: TaskKind, entry: OutboxEntry | null): SendTask | null =>
    entry && { kind, queue: entry.queue, entry }
  return {
    pause: (kind: TaskKind, seconds: number): void => {
      pausedUntil[kind === 'photos' ? 'photos' : 'commands'] = now() + seconds * 1000
    },
    /** The next command; without one a queue’s drafts, or the next transition. */
    takeCommand: (): SendTask | null => {
      if (pausedUntil.commands > now()) return null
      const command = order().next('commands', areCommandsReady, isStuck)
      const queue = command === null ? drafts.queues().find(areDraftsReady) : undefined
      if (queue === undefined) {
        const isOpen = (name: string): boolean => areCommandsReady(name) && !drafts.isPending(name)
        return toTask('commands', command ?? order().next('transition', isOpen, isStuck))
      }
      return { kind: 'drafts', queue, entry: null }
    },
    takePhoto: (): SendTask | null =>
      pausedUntil.photos > now()
        ? null
        : toTask(
            'photos',
            order().next('photos', queue => failures.isReady('photos', queue), isStuck),
          ),
    isAnythingLeft: (): boolean =>
      drafts.readyAt() !== null ||
      (['commands', 'photos', 'transition'] as const).some(
        kind => order().next(kind, () => true, isStuck) !== null,
      ),
    /** When something may be sent that has to wait now; a minute from now at most. */
    nextAttemptAt: (): number => {
      const times = [...Object.values(pausedUntil), ...failures.retryTimes(), drafts.readyAt() ?? 0]
      return Math.min(...times.filter(time => time > now()), now() + MAX_RETRY_DELAY_MS)
    },
  }
}

export function createSender(options: SenderOptions): Sender {
  const { now, random } = options
  let state: OutboxState = 'idle'
  /** Of the connection, in a row. */
  let unreachableCount = 0
  let isWoken = false
  let wakeUp = (): void => {}
  const failures = createFailures(options)
  const queues = createQueues(options, failures)

  const setState = (newState: OutboxState): void => {
    if (newState === state) return
    state = newState
    options.onStateChange()
  }
  const isStopped = (): boolean => state !== 'sending'

  async function handleFailure(failure: SendFailure, { kind, queue, entry }: SendTask): Promise<void> {
    if (failure.kind === 'unreachable') {
      // What is always cut off says nothing of the connection.
      if (!failures.isCutOff(kind, queue)) setState('unreachable')
      if (options.isProbed && failures.addCut(kind, queue)) unreachableCount = 0
      return
    }
    if (failure.kind === 'signed-out') return setState('signed-out')
    if (failure.kind === 'paused') return queues.pause(kind, failure.seconds)
    const isLast = entry !== null && failures.serverFailures(kind, queue) + 1 >= MAX_SERVER_FAILURES
    if (entry === null || (failure.kind === 'failed' && !isLast))
      return failures.addServerFailure(kind, queue)
    failures.forget(kind, queue)
    await options.refuse(entry, failure)
  }

  async function send(task: SendTask, signal: AbortSignal): Promise<void> {
    const { kind, queue, entry } = task
    try {
      await (entry === null ? options.drafts.send(queue, signal) : options.sendEntry(entry, signal))
      unreachableCount = 0
      if (failures.isCutOff(kind, queue)) failures.retryCutOff()
      failures.forget(kind, queue)
    } catch (error) {
      if (!signal.aborted) await handleFailure(sendFailureOf(error), task)
    }
  }

  /** After how long something may be sent that could not be now. */
  function delayUntilNext(): number | null {
    if (state === 'unreachable') return retryDelay(unreachableCount++, random())
    return queues.isAnythingLeft() ? Math.max(MIN_RETRY_DELAY_MS, queues.nextAttemptAt() - now()) : null
  }

  async function run(signal: AbortSignal): Promise<number | null> {
    const running: Partial<Record<'commands' | 'photos', Promise<void>>> = {}
    const start = (slot: 'commands' | 'photos', task: SendTask | null, abort: AbortSignal): void => {
      if (task !== null)
        running[slot] = send(task, abort).finally(() => {
          delete running[slot]
        })
    }
    const photos = new AbortController()
    const abortPhotos = (): void => photos.abort()
    signal.addEventListener('abort', abortPhotos)
    setState('sending')
    const isConfirmed = await options.isSignedIn().catch(() => null)
    if (isConfirmed !== true && !signal.aborted) setState(isConfirmed === null ? 'unreachable' : 'signed-out')
    while (!signal.aborted && !isStopped()) {
      isWoken = false
      const woken = new Promise<void>(resolve => {
        wakeUp = resolve
      })
      if (running.commands === undefined) start('commands', queues.takeCommand(), signal)
      if (running.commands === undefined && running.photos === undefined)
        start('photos', queues.takePhoto(), photos.signal)
      const tasks = Object.values(running)
      if (tasks.length === 0) break
      const timer = setTimeout(wakeUp, queues.nextAttemptAt() - now())
      await Promise.race([...tasks, woken])
      clearTimeout(timer)
    }
    // Commands must not wait until a photo has failed, too. It continues where it was.
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
      unreachableCount = 0
    },
    forgetFailures: failures.forget,
  }
}

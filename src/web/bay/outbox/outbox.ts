// The outbox: what was tapped is stored on this device, sent in order when the server can be reached, and removed with
// the answer. An entry that was sent and not answered is sent again with its key, which the server does once. Knows
// nothing of the browser: `open-outbox.ts` connects it.

import { createUuidV7 } from '#web/api/browser/uuid.ts'
import { createEntrySender, createProgress } from './entry-sender.ts'
import type { OutboxStore } from './outbox-store.ts'
import type {
  LastTransition,
  Outbox,
  OutboxChannel,
  OutboxCommand,
  OutboxCount,
  OutboxDrafts,
  OutboxEntry,
  OutboxLock,
  OutboxMessage,
  OutboxTap,
} from './outbox-types.ts'
import { createSendRuns } from './send-runs.ts'
import { createSender } from './sender.ts'
import { createStoredEntries } from './stored-entries.ts'

/** After that an account is confirmed again before something is sent. */
const CONFIRMATION_INTERVAL_MS = 5 * 60_000

type OutboxOptions = {
  readonly store: OutboxStore
  readonly commands: Readonly<Record<string, OutboxCommand>>
  readonly account: string
  /** Milliseconds since 1970, by this device's clock. */
  readonly now: () => number
  /** Milliseconds by which the server's clock is ahead, as last seen. */
  readonly clockOffset?: () => number
  /** The last transition of a queue by another account that this device has heard of; null without one. */
  readonly lastTransitionOf?: (queue: string) => LastTransition | null
  readonly drafts?: OutboxDrafts
  /** Whether this browser is signed in as `account`; rejects if that cannot be found out. */
  readonly isSignedIn?: () => Promise<boolean>
  /** False if nothing that is sent now can arrive. */
  readonly isOnline?: () => boolean
  readonly lock?: OutboxLock
  readonly channel?: OutboxChannel
  /** Called on every change. */
  readonly onCount?: (count: OutboxCount) => void
  /** What `onCount` got last on this device. */
  readonly lastCount?: OutboxCount | null
  readonly random?: () => number
}

/** An outbox with what its surroundings call. */
export type RunningOutbox = Outbox & {
  /** The server may be reachable: sends at once, and waits less after the next failure. */
  readonly handleReconnect: () => void
  /** Someone may have logged in or out. */
  readonly handleSessionChange: () => void
}

const NO_DRAFTS: OutboxDrafts = {
  queues: () => [],
  isPending: () => false,
  readyAt: () => null,
  count: () => 0,
  send: async () => {},
  subscribe: () => () => {},
}

const NO_LOCK: OutboxLock = async task => {
  await task(new AbortController().signal)
  return true
}

const DEFAULTS = {
  clockOffset: (): number => 0,
  lastTransitionOf: (): LastTransition | null => null,
  drafts: NO_DRAFTS,
  isOnline: () => true,
  lock: NO_LOCK,
  random: Math.random,
}

/** Whose browser it is, asked again after some minutes or when it may have changed. */
function createConfirmation({ isSignedIn, now }: OutboxOptions) {
  let confirmedAt = Number.NEGATIVE_INFINITY
  return {
    confirm: async (): Promise<boolean> => {
      if (now() - confirmedAt <= CONFIRMATION_INTERVAL_MS) return true
      const isSame = await (isSignedIn?.() ?? true)
      if (isSame) confirmedAt = now()
      return isSame
    },
    forget: (): void => {
      confirmedAt = Number.NEGATIVE_INFINITY
    },
  }
}

function createListeners<Event extends readonly unknown[]>() {
  const listeners = new Set<(...event: Event) => void>()
  return {
    call: (...event: Event): void => {
      for (const listener of [...listeners]) listener(...event)
    },
    add: (listener: (...event: Event) => void): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

type EntryOptions = Pick<OutboxOptions, 'account' | 'now'> & { readonly clockOffset: () => number }

const createEntry = (
  { photo, ...tap }: OutboxTap,
  key: string,
  { account, now, clockOffset }: EntryOptions,
): OutboxEntry => ({
  tappedAt: now(),
  ...tap,
  key,
  account,
  clockOffset: clockOffset(),
  photoSize: photo?.size ?? null,
  refusal: null,
})

export function createOutbox(given: OutboxOptions): RunningOutbox {
  const options = { ...DEFAULTS, ...given }
  const { store, drafts, channel, now } = options
  const changes = createListeners<[]>()
  const answers = createListeners<[entry: OutboxEntry, answer: unknown]>()
  const progress = createProgress(channel, changes.call)
  const confirmation = createConfirmation(options)
  const serverNow = (): number => now() + options.clockOffset()
  const createKey = (): string => createUuidV7(serverNow())
  const waitingCount = (): number => entries.waitingCount() + drafts.count()
  const changed = (): void => {
    const count = entries.count()
    if (count !== null) options.onCount?.({ waiting: waitingCount(), ...count })
    changes.call()
  }
  const entries = createStoredEntries({
    ...options,
    createKey,
    onChange: changed,
    onGone: progress.forget,
  })
  const entrySender = createEntrySender({
    ...options,
    entries,
    progress,
    serverNow,
    onPart: ({ queue }, isNew) => {
      if (isNew) sender.forgetFailures('photos', queue)
      sender.resetBackoff()
    },
    onAnswer: answers.call,
  })
  const sender = createSender({
    ...options,
    ...entrySender,
    order: entries.order,
    isSignedIn: confirmation.confirm,
    isProbed: options.isSignedIn !== undefined,
    onStateChange: changes.call,
  })

  async function sendAll(mustRead: boolean, signal: AbortSignal): Promise<void> {
    progress.others.clear()
    // What is known is sent even if the store cannot be read.
    if (mustRead) await entries.read().catch(() => {})
    if ((waitingCount() === 0 && drafts.readyAt() === null) || runs.isClosed()) return
    const delay = await sender.run(signal)
    // Another account may have logged in while nothing could be sent.
    if (sender.state() !== 'idle') confirmation.forget()
    runs.schedule(delay)
  }
  const runs = createSendRuns({ ...options, sendAll, wake: sender.wake, takeWake: sender.takeWake })
  const flush = (): Promise<void> => {
    sender.resetBackoff()
    return runs.flush()
  }

  async function add(tap: OutboxTap): Promise<OutboxEntry> {
    const entry = createEntry(tap, createKey(), options)
    await entries.add(entry, tap.photo ?? null)
    void runs.run()
    return entry
  }

  async function remove(key: string): Promise<void> {
    if (progress.isSending(key)) throw new Error('This is being sent right now.')
    const entry = entries.get(key)
    await entries.remove(key)
    if (entry !== undefined)
      sender.forgetFailures(entry.photoSize === null ? 'commands' : 'photos', entry.queue)
  }

  function handleMessage(message: OutboxMessage): void {
    runs.noteOtherTab()
    if (message.type === 'progress') progress.setOther(message.key, message.share)
    else entries.handleMessage(message)
    if (message.type === 'added' || message.type === 'changed') void runs.run()
  }

  const loaded = entries.read().catch(() => {})
  channel?.subscribe(message => void entries.inTurn(async () => handleMessage(message)))
  const stopDrafts = drafts.subscribe(() => {
    changed()
    if ((runs.isRunning() || sender.state() === 'idle') && drafts.queues().length > 0) void runs.run()
  })
  void loaded.then(runs.run)

  return {
    loaded,
    add,
    entries: entries.all,
    photo: key => store.photo(key).catch(() => null),
    progress: progress.share,
    state: sender.state,
    lostCount: entries.lostCount,
    dismissLost: entries.dismissLost,
    subscribe: changes.add,
    flush,
    remove,
    retry: async key => {
      if ((await entries.retry(key)) !== null) void runs.run()
    },
    onSent: answers.add,
    close: () => {
      runs.close()
      stopDrafts()
      channel?.close()
      store.close()
    },
    handleReconnect: () => {
      if (waitingCount() > 0) void flush()
    },
    handleSessionChange: () => {
      confirmation.forget()
      runs.abort()
      void flush()
    },
  }
}

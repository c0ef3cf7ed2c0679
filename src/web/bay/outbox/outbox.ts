// The outbox: what was pressed is stored on this device, sent in order when the server can be reached, and removed with
// the answer. An entry that was sent and not answered is sent again with its key, which the server does once. Knows
// nothing of the browser: `open-outbox.ts` connects it.

import { createUuidV7 } from '#web/api/browser/uuid.ts'
import { createEntryList } from './entry-list.ts'
import type { OutboxStore } from './outbox-store.ts'
import type {
  LaneMove,
  Outbox,
  OutboxCommand,
  OutboxDrafts,
  OutboxEntry,
  OutboxPress,
} from './outbox-types.ts'
import {
  mayBeDoneDespite,
  PHOTO_LOST,
  type Reason,
  staleness,
  TOO_OLD,
  UNKNOWN_COMMAND,
  withRefusal,
} from './refusal-reason.ts'
import { createSender } from './sender.ts'

/** After that an account is confirmed again before something is sent. */
const CONFIRMATION_INTERVAL_MS = 5 * 60_000
/** A tab that holds the lock and says nothing for so long was suspended. */
const MAX_SILENCE_MS = 60_000
const DRAFT_DELAY_MS = 1000

/** What tabs tell each other. */
export type OutboxMessage =
  | { readonly type: 'added' | 'changed'; readonly entry: OutboxEntry }
  | { readonly type: 'removed'; readonly key: string }
  | { readonly type: 'progress'; readonly key: string; readonly share: number }
  | { readonly type: 'lost-dismissed' }

export type OutboxChannel = {
  post(message: OutboxMessage): void
  subscribe(listener: (message: OutboxMessage) => void): void
  close(): void
}

/**
 * Runs `task` unless another tab is running one; resolves to whether it did. `isStolen`: even then, because that tab
 * seems to be suspended; its signal aborts.
 */
export type OutboxLock = (task: (signal: AbortSignal) => Promise<void>, isStolen: boolean) => Promise<boolean>

export type OutboxCount = {
  /** To be sent, drafts included. */
  readonly waiting: number
  /** Refused ones included, drafts not. */
  readonly stored: number
  /** Deleted by the browser, and not dismissed yet. */
  readonly lost: number
  readonly storeId: string
}

type OutboxOptions = {
  readonly store: OutboxStore
  readonly commands: Readonly<Record<string, OutboxCommand>>
  readonly account: string
  /** Milliseconds since 1970, by this device's clock. */
  readonly now: () => number
  /** Milliseconds by which the server's clock is ahead, as last seen. */
  readonly clockOffset?: () => number
  /** The last move of a lane by another account that this device has heard of; null without one. */
  readonly lastMoveOf?: (lane: string) => LaneMove | null
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
  lanes: () => [],
  isPending: () => false,
  count: () => 0,
  send: async () => {},
  subscribe: () => () => {},
}

const NO_LOCK: OutboxLock = async task => {
  await task(new AbortController().signal)
  return true
}

export function createOutbox({
  store,
  commands,
  account,
  now,
  clockOffset = () => 0,
  lastMoveOf = () => null,
  drafts = NO_DRAFTS,
  isSignedIn,
  isOnline = () => true,
  lock = NO_LOCK,
  channel,
  onCount,
  lastCount = null,
  random = Math.random,
}: OutboxOptions): RunningOutbox {
  const commandOf = ({ name }: OutboxEntry): Partial<OutboxCommand> => commands[name] ?? {}
  const list = createEntryList(commandOf)
  let lostCount = lastCount?.lost ?? 0
  let storeId: string | null = null
  const progressByKey = new Map<string, number>()
  /** In flight from here; and, as far as it has said so, from another tab. */
  const ownInFlight = new Set<string>()
  const otherInFlight = new Set<string>()
  const listeners = new Set<() => void>()
  const sentListeners = new Set<(entry: OutboxEntry, answer: unknown) => void>()
  const closing = new AbortController()
  let confirmedAt = Number.NEGATIVE_INFINITY
  /** Since when another tab has the lock and says nothing. */
  let deniedAt: number | null = null
  /** Sent more than once, without an answer before the last time. */
  const repeatedKeys = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let abortRun = (): void => {}

  const serverNow = (): number => now() + clockOffset()
  const notify = (): void => {
    for (const listener of [...listeners]) listener()
  }
  const waitingCount = (): number => list.waitingCount() + drafts.count()
  const reportCount = (): void => {
    if (storeId === null) return
    onCount?.({ waiting: waitingCount(), stored: list.size(), lost: lostCount, storeId })
  }
  const changed = (): void => {
    reportCount()
    notify()
  }

  const forget = (key: string): void => {
    progressByKey.delete(key)
    otherInFlight.delete(key)
    repeatedKeys.delete(key)
  }

  // One operation on the store after another: what is read never misses what was just added.
  let queue: Promise<unknown> = Promise.resolve()
  function inTurn<T>(operation: () => Promise<T>): Promise<T> {
    const result = queue.then(operation)
    queue = result.catch(() => {})
    return result
  }

  /** Reads the store: other tabs may have changed it, or the browser may have deleted it. */
  async function readStore(): Promise<void> {
    const listing = await store.list(account)
    const stored = new Set(listing.entries.map(({ key }) => key))
    const isOther = storeId !== null && storeId !== listing.storeId
    if (storeId === null && lastCount !== null && lastCount.storeId !== listing.storeId)
      lostCount += lastCount.stored
    const deleted = isOther ? list.all().filter(({ key }) => !stored.has(key)) : []
    const isFirst = storeId === null
    storeId = listing.storeId
    const isUnchanged =
      !isFirst &&
      deleted.length === 0 &&
      listing.entries.length === list.size() &&
      listing.entries.every(({ key, refusal, mayBeDone = false }) => {
        const known = list.get(key)
        return (known?.refusal === null) === (refusal === null) && (known?.mayBeDone ?? false) === mayBeDone
      })
    if (isUnchanged) return
    list.replaceAll([...deleted.map(withoutPhoto), ...listing.entries])
    changed()
    for (const entry of deleted) await store.add(withoutPhoto(entry), null)
  }

  /** An entry that was deleted with the store, as far as the page still knows it. */
  const withoutPhoto = (entry: OutboxEntry): OutboxEntry =>
    entry.photoSize === null ? entry : { ...entry, refusal: { ...PHOTO_LOST, at: now() } }

  async function deleteStored(key: string): Promise<void> {
    list.finish(key)
    forget(key)
    changed()
    channel?.post({ type: 'removed', key })
    // Otherwise it is sent once more after a reload, and the server knows its key.
    await inTurn(() => store.remove(key)).then(
      () => list.forgetFinished(key),
      () => {},
    )
  }

  async function update(entry: OutboxEntry): Promise<void> {
    list.put(entry)
    changed()
    channel?.post({ type: 'changed', entry })
    await inTurn(() => store.update(entry))
  }

  async function refuse(entry: OutboxEntry, reason: Reason, mayBeDone?: boolean): Promise<void> {
    // Otherwise it is sent and refused once more after a reload.
    await update(withRefusal(entry, reason, now(), mayBeDone)).catch(() => {})
  }

  /** What the server refused. */
  const refuseSent = (entry: OutboxEntry, reason: Reason): Promise<void> =>
    refuse(entry, reason, mayBeDoneDespite(reason.code, repeatedKeys.has(entry.key)))

  function setProgress(key: string, share: number): void {
    progressByKey.set(key, share)
    channel?.post({ type: 'progress', key, share })
    notify()
  }

  async function sendEntry({ key }: OutboxEntry, signal: AbortSignal): Promise<void> {
    const entry = list.get(key)
    if (entry === undefined) return
    const { name, photoSize, mayBeDone = false } = entry
    const command = commands[name]
    if (command === undefined) return refuse(entry, UNKNOWN_COMMAND)
    const stale = staleness(entry, serverNow(), lastMoveOf)
    if (stale !== null) return refuse(entry, stale)
    ownInFlight.add(key)
    try {
      setProgress(key, progressByKey.get(key) ?? 0)
      const photo = photoSize === null ? null : await store.photo(key)
      if (photoSize !== null && photo === null) return await refuse(entry, PHOTO_LOST)
      if (mayBeDone) repeatedKeys.add(key)
      // Without this, it may be held back after a reload although it was done.
      else if (isOnline()) await update({ ...entry, mayBeDone: true }).catch(() => {})
      const onProgress = (share: number): void => {
        if (share > (progressByKey.get(key) ?? 0)) sender.forgetFailures('photos', entry.lane)
        sender.resetBackoff()
        setProgress(key, share)
      }
      const answer = await command.send(entry, photo, onProgress, signal)
      if (signal.aborted) return
      for (const listener of [...sentListeners]) listener(entry, answer)
      await deleteStored(key)
    } finally {
      ownInFlight.delete(key)
    }
  }

  async function isConfirmed(): Promise<boolean> {
    if (now() - confirmedAt <= CONFIRMATION_INTERVAL_MS) return true
    const isSame = await (isSignedIn?.() ?? true)
    if (isSame) confirmedAt = now()
    return isSame
  }

  const sender = createSender({
    order: list.order,
    drafts,
    isSignedIn: isConfirmed,
    isProbed: isSignedIn !== undefined,
    sendEntry,
    refuse: refuseSent,
    now,
    random,
    onStateChange: notify,
  })

  /** Sends as the only tab. */
  async function sendAll(lockSignal: AbortSignal): Promise<void> {
    const controller = new AbortController()
    abortRun = () => controller.abort()
    lockSignal.addEventListener('abort', abortRun, { once: true })
    otherInFlight.clear()
    // What is known is sent even if the store cannot be read.
    if (mustRead) await inTurn(readStore).catch(() => {})
    mustRead = false
    if (waitingCount() === 0 || closing.signal.aborted) return
    const delay = await sender.run(controller.signal)
    // Another account may have logged in while nothing could be sent.
    if (sender.state() !== 'idle') confirmedAt = Number.NEGATIVE_INFINITY
    scheduleRun(delay)
  }

  function scheduleRun(delay: number | null): void {
    clearTimeout(timer)
    if (delay !== null && !closing.signal.aborted) timer = setTimeout(() => void run(), delay)
  }

  let running: Promise<void> | null = null
  let mustRepeat = false
  /** Not after every press: thousands may be stored. */
  let mustRead = false
  async function runUntilDone(): Promise<void> {
    do {
      mustRepeat = false
      const hasRun = await lock(sendAll, deniedAt !== null && now() - deniedAt > MAX_SILENCE_MS)
      deniedAt = hasRun ? null : (deniedAt ?? now())
      if (!hasRun) {
        mustRead = true
        scheduleRun(MAX_SILENCE_MS)
      }
      if (sender.takeWake() && hasRun) mustRepeat = true
    } while (mustRepeat && !closing.signal.aborted)
  }
  function run(): Promise<void> {
    if (closing.signal.aborted) return Promise.resolve()
    if (running !== null) sender.wake()
    running ??= runUntilDone().finally(() => {
      running = null
      // Added after it had looked for the last time.
      if (sender.takeWake()) void run()
    })
    return running
  }
  function flush(): Promise<void> {
    sender.resetBackoff()
    mustRead = true
    mustRepeat = running !== null
    return run()
  }

  async function add({ lane, name, input, label, photo }: OutboxPress): Promise<OutboxEntry> {
    const entry: OutboxEntry = {
      key: createUuidV7(serverNow()),
      account,
      lane,
      name,
      input,
      label,
      pressedAt: now(),
      clockOffset: clockOffset(),
      photoSize: photo?.size ?? null,
      refusal: null,
    }
    await inTurn(async () => {
      await store.add(entry, photo ?? null)
      list.put(entry)
    })
    changed()
    channel?.post({ type: 'added', entry })
    void run()
    return entry
  }

  async function remove(key: string): Promise<void> {
    if (ownInFlight.has(key) || otherInFlight.has(key)) throw new Error('This is being sent right now.')
    const entry = list.get(key)
    if (entry === undefined) return
    // First here, so that it is not sent meanwhile, nor comes back with what is being read.
    list.finish(key)
    forget(key)
    changed()
    try {
      await inTurn(() => store.remove(key))
      list.forgetFinished(key)
      sender.forgetFailures(entry.photoSize === null ? 'words' : 'photos', entry.lane)
      channel?.post({ type: 'removed', key })
    } catch (error) {
      list.forgetFinished(key)
      list.put(entry)
      changed()
      throw error
    }
  }

  async function retry(key: string): Promise<void> {
    const entry = await inTurn(async () => {
      const refused = list.get(key)
      // Pressed twice, it was sent again by the first.
      if (refused === undefined || refused.refusal === null) return null
      const isSameKey = (refused.mayBeDone ?? false) && refused.refusal.code !== TOO_OLD.code
      const newKey = isSameKey ? key : createUuidV7(serverNow())
      const { firstKey = key } = refused
      const again = { ...refused, key: newKey, refusal: null, mayBeDone: isSameKey, firstKey }
      await (isSameKey ? store.update(again) : store.replace(key, again))
      if (!isSameKey) {
        list.drop(key)
        forget(key)
      }
      list.put(again)
      return again
    })
    if (entry === null) return
    changed()
    const isReplaced = entry.key !== key
    if (isReplaced) channel?.post({ type: 'removed', key })
    channel?.post({ type: isReplaced ? 'added' : 'changed', entry })
    void run()
  }

  function handleMessage(message: OutboxMessage): void {
    // The tab with the lock is not suspended.
    if (deniedAt !== null) deniedAt = now()
    if (message.type === 'progress') {
      otherInFlight.add(message.key)
      progressByKey.set(message.key, message.share)
      notify()
    } else if (message.type === 'removed') {
      list.drop(message.key)
      forget(message.key)
      changed()
    } else if (message.type === 'lost-dismissed') {
      lostCount = 0
      changed()
    } else {
      list.put(message.entry)
      changed()
      void run()
    }
  }

  const loaded = inTurn(readStore).catch(() => {})
  channel?.subscribe(message => void inTurn(async () => handleMessage(message)))
  const stopDrafts = drafts.subscribe(() => {
    reportCount()
    notify()
    if (running !== null) sender.wake()
    else if (sender.state() === 'idle' && list.waitingCount() + drafts.lanes().length > 0)
      scheduleRun(DRAFT_DELAY_MS)
  })
  void loaded.then(run)

  return {
    loaded,
    add,
    entries: list.all,
    photo: key => store.photo(key).catch(() => null),
    progress: key => progressByKey.get(key) ?? 0,
    state: sender.state,
    lostCount: () => lostCount,
    dismissLost: () => {
      lostCount = 0
      changed()
      channel?.post({ type: 'lost-dismissed' })
    },
    subscribe: listener => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    flush,
    remove,
    retry,
    onSent: listener => {
      sentListeners.add(listener)
      return () => void sentListeners.delete(listener)
    },
    close: () => {
      closing.abort()
      abortRun()
      clearTimeout(timer)
      stopDrafts()
      channel?.close()
      store.close()
    },
    handleReconnect: () => {
      if (waitingCount() > 0) void flush()
    },
    handleSessionChange: () => {
      confirmedAt = Number.NEGATIVE_INFINITY
      abortRun()
      void flush()
    },
  }
}

// Sends single entries of an outbox, and removes or refuses them.

import type { OutboxStore } from './outbox-store.ts'
import type { LastTransition, OutboxChannel, OutboxCommand, OutboxEntry } from './outbox-types.ts'
import {
  mayBeDoneDespite,
  PHOTO_LOST,
  type Reason,
  staleness,
  UNKNOWN_COMMAND,
  withRefusal,
} from './refusal-reason.ts'
import type { StoredEntries } from './stored-entries.ts'

/** What is being sent, and how much of it has arrived. */
export function createProgress(channel: OutboxChannel | undefined, onChange: () => void) {
  /** In flight from here; and, as far as it has said so, from another tab. */
  const own = new Set<string>()
  const others = new Set<string>()
  const shares = new Map<string, number>()
  /** Sent more than once, without an answer before the last time. */
  const repeated = new Set<string>()
  const share = (key: string): number => shares.get(key) ?? 0
  const set = (key: string, arrived: number): void => {
    shares.set(key, arrived)
    onChange()
  }
  return {
    own,
    others,
    repeated,
    share,
    isSending: (key: string): boolean => own.has(key) || others.has(key),
    set: (key: string, arrived: number): void => {
      channel?.post({ type: 'progress', key, share: arrived })
      set(key, arrived)
    },
    /** Another tab says so. */
    setOther: (key: string, arrived: number): void => {
      others.add(key)
      set(key, arrived)
    },
    forget: (key: string): void => {
      for (const known of [shares, others, repeated]) known.delete(key)
    },
  }
}

type EntrySenderOptions = {
  readonly store: OutboxStore
  readonly commands: Readonly<Record<string, OutboxCommand>>
  readonly now: () => number
  readonly lastTransitionOf: (queue: string) => LastTransition | null
  readonly isOnline: () => boolean
  readonly entries: StoredEntries
  readonly progress: ReturnType<typeof createProgress>
  readonly serverNow: () => number
  /** A part of its photo has arrived, for the first time if `isNew`. */
  readonly onPart: (entry: OutboxEntry, isNew: boolean) => void
  readonly onAnswer: (entry: OutboxEntry, answer: unknown) => void
}

export function createEntrySender(options: EntrySenderOptions) {
  const { entries, progress } = options

  async function refuse(entry: OutboxEntry, reason: Reason, mayBeDone?: boolean): Promise<void> {
    // Otherwise it is sent and refused once more after a reload.
    await entries.update(withRefusal(entry, reason, options.now(), mayBeDone)).catch(() => {})
  }

  async function sendEntry({ key }: OutboxEntry, signal: AbortSignal): Promise<void> {
    const entry = entries.get(key)
    if (entry === undefined) return
    const { name, photoSize, mayBeDone = false } = entry
    const command = options.commands[name]
    if (command === undefined) return refuse(entry, UNKNOWN_COMMAND)
    const stale = staleness(entry, options.serverNow(), options.lastTransitionOf)
    if (stale !== null) return refuse(entry, stale)
    progress.own.add(key)
    try {
      progress.set(key, progress.share(key))
      const photo = photoSize === null ? null : await options.store.photo(key)
      if (photoSize !== null && photo === null) return await refuse(entry, PHOTO_LOST)
      if (mayBeDone) progress.repeated.add(key)
      // Without this, it may be held back after a reload although it was done.
      else if (options.isOnline()) await entries.update({ ...entry, mayBeDone: true }).catch(() => {})
      const onProgress = (share: number): void => {
        options.onPart(entry, share > progress.share(key))
        progress.set(key, share)
      }
      const answer = await command.send(entry, photo, onProgress, signal)
      if (signal.aborted) return
      options.onAnswer(entry, answer)
      await entries.finish(key)
    } finally {
      progress.own.delete(key)
    }
  }

  return {
    sendEntry,
    /** What the server refused. */
    refuse: (entry: OutboxEntry, reason: Reason): Promise<void> =>
      refuse(entry, reason, mayBeDoneDespite(reason.code, progress.repeated.has(entry.key))),
  }
}

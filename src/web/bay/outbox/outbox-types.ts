// What an outbox is: taps stored on this device until the server has answered them, each with its idempotency key
// and the moment it was tapped.

import type { ReasonCode } from '#domain/refusals/refusal.ts'

/** Why an entry was not done; it stays until the person decides. */
export type OutboxRefusal = {
  readonly message: string
  readonly code: string
  readonly reason?: ReasonCode | undefined
  /** A sentence for each field that was not accepted. */
  readonly fields?: Readonly<Record<string, string>> | undefined
  /** Milliseconds since 1970, by this device's clock. */
  readonly at: number
}

export type OutboxEntry = {
  /** The idempotency key: a UUID of version 7. */
  readonly key: string
  /** Whose; no other account sees it. */
  readonly account: string
  /** What it belongs to, such as `ticket 412873`: within a queue everything happens in order. */
  readonly queue: string
  /** Which command. */
  readonly name: string
  /** As JSON. */
  readonly input: unknown
  /** `Clock In, job 2: Roof leak`, for lists. */
  readonly label: string
  /** Milliseconds since 1970, by this device's clock. */
  readonly tappedAt: number
  /** Milliseconds by which the server's clock was ahead, as last seen. */
  readonly clockOffset: number
  /** Bytes; the photo itself is stored beside the entry. */
  readonly photoSize: number | null
  readonly refusal: OutboxRefusal | null
  /** It was sent, and no answer said that it was not done: only the same key is safe. */
  readonly mayBeDone?: boolean
  /** The key it was stored with, if it was sent again with a new one. */
  readonly firstKey?: string
}

export type OutboxCommand = {
  /** It moves what the queue is about, and so waits for everything before it in its queue, photos included. */
  readonly isTransition?: boolean
  /**
   * What one starts, another may stop: sequential commands, and transitions after them, keep their order over all queues, unless
   * a transition of their own queue is before them or their queue is stuck.
   */
  readonly isSequential?: boolean
  readonly send: (
    entry: OutboxEntry,
    photo: Blob | null,
    /** From 0 to 1. */
    onProgress: (share: number) => void,
    signal: AbortSignal,
  ) => Promise<unknown>
}

export type OutboxTap = {
  readonly queue: string
  readonly name: string
  readonly input: unknown
  readonly label: string
  readonly photo?: Blob
  /** Milliseconds since 1970, by this device's clock; now, unless it was tapped before. */
  readonly tappedAt?: number
}

/** `signed-out`: nothing is sent before the same account is signed in again. */
export type OutboxState = 'idle' | 'sending' | 'unreachable' | 'signed-out'

export type Outbox = {
  /** Resolves when what was stored before is known. */
  readonly loaded: Promise<void>
  /** Resolves when stored; rejects with a FullStorageError or a BrokenStorageError, and then nothing was stored. */
  add(tap: OutboxTap): Promise<OutboxEntry>
  /** In order; the same array until something changes. */
  entries(): readonly OutboxEntry[]
  /** The photo of a waiting entry; null if there is none. */
  photo(key: string): Promise<Blob | null>
  /** How much of an entry's photo has arrived, from 0 to 1. */
  progress(key: string): number
  state(): OutboxState
  /** How many entries the browser deleted with its storage, before this device could send them; until dismissed. */
  lostCount(): number
  dismissLost(): void
  /** Calls `listener` on every change, in any tab; returns how to stop that. */
  subscribe(listener: () => void): () => void
  /** Sends what waits. It also happens by itself. Resolves when nothing more can be sent now. */
  flush(): Promise<void>
  /** Rejects while the entry is being sent. */
  remove(key: string): Promise<void>
  /** A refused entry again, tapped when it was: with its key if it may have been done, otherwise with a new one. */
  retry(key: string): Promise<void>
  /** Calls `listener` with each answer, just before the entry leaves. */
  onSent(listener: (entry: OutboxEntry, answer: unknown) => void): () => void
  close(): void
}

/** What waits outside the outbox's store and is sent with it: texts that were typed. */
export type OutboxDrafts = {
  /** The queues where some are to be sent now. */
  queues(): readonly string[]
  /** Whether some of `queue` will still be sent. The queue's transition waits for them. */
  isPending(queue: string): boolean
  /** When the first is to be sent, in milliseconds since 1970; null without one. */
  readyAt(): number | null
  /** How many wait or were refused. */
  count(): number
  /** Sends those of `queue`; what is refused stays where it is. Rejects as a command does. */
  send(queue: string, signal: AbortSignal): Promise<void>
  subscribe(listener: () => void): () => void
}

/** The last time that another account moved what a queue is about; `at` is the server's time in milliseconds since 1970. */
export type LastTransition = {
  readonly at: number
  /** `Dana finalized this ticket at 10:42 AM, after you tapped this.` */
  readonly message: string
}

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

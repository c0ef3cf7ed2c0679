// Drafts that have not reached the server, stored in this browser until they have, or are dismissed. They belong to
// the account that typed them and are deleted when it logs out, because shops share phones.

import type { Finding } from '#domain/tickets/job.ts'
import type { AppError } from '#web/api/client.ts'
import { backUpDraft, listBackup, newerVersions } from './draft-backup.ts'

const KEY_PREFIX = 'rigwright text-draft '

/** Why the server did not take a text; it stays until its author decides. */
export type TextRefusal = Pick<AppError, 'message' | 'code' | 'reason'> & {
  /** The server's time, in milliseconds since 1970. */
  readonly at: number
  /** The idempotency key of handing it to the desk: pressed again after a lost answer it is the same. */
  readonly handOverKey: string
}

export type TextDraft = {
  /** The job line's name: the line may be gone when the draft is found. */
  readonly job: string
  /** The text when typing began. */
  readonly base: string
  /** What was sent without a response, so it may have arrived. */
  readonly sent: string | null
  readonly text: string
  /** Not while it is typed on. */
  readonly refused?: TextRefusal
}

/** The draft of one field of a job line. */
export type UnsentText = TextDraft & {
  readonly key: string
  readonly ticketId: number
  readonly jobNumber: number
  readonly field: Finding
}

/** The key of a text among all drafts of this browser. */
export const textKeyOf = (account: string, ticketId: number, jobNumber: number, field: Finding): string =>
  `${account} ${ticketId} ${jobNumber} ${field}`

// The server trims, so a trailing space is no difference.
export const isSame = (one: string, other: string): boolean => one.trim() === other.trim()

/** Whether `text` is the draft's own: what it was typed over, or sent. */
export const isOwnText = ({ base, sent }: Pick<TextDraft, 'base' | 'sent'>, text: string): boolean =>
  isSame(base, text) || (sent !== null && isSame(sent, text))

const listeners = new Set<() => void>()

const notifyListeners = (): void => {
  for (const listener of listeners) listener()
}

/** Calls `listener` on every change of drafts, in any tab. */
export function subscribeToDrafts(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function withStorage<T>(operation: (storage: Storage) => T): T | undefined {
  try {
    return operation(localStorage)
  } catch {
    // Full or blocked storage costs the draft on a reload; its field says so.
    return undefined
  }
}

/** As stored: with the time of storing, in milliseconds since 1970. */
type StoredDraft = TextDraft & { readonly at?: number }

const parse = (json: string | null): StoredDraft | null => (json === null ? null : JSON.parse(json))

/** The draft as it is stored; every time that it is stored, it is another one. */
export const getDraftJson = (key: string): string | null =>
  withStorage(storage => storage.getItem(KEY_PREFIX + key)) ?? null

export const getDraft = (key: string): TextDraft | null => withStorage(() => parse(getDraftJson(key))) ?? null

/** Calls `listener` when another tab has stored or deleted the draft; returns how to stop that. */
export function onOtherTabsDraft(key: string, listener: () => void): () => void {
  const onStorage = (event: StorageEvent): void => {
    if (event.key === KEY_PREFIX + key) listener()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Returns whether the draft is stored: there may be no room. */
export function saveDraft(key: string, draft: TextDraft): boolean {
  const at = Date.now()
  const json = JSON.stringify({ ...draft, at } satisfies StoredDraft)
  const isStored = withStorage(storage => {
    storage.setItem(KEY_PREFIX + key, json)
    return true
  })
  backUpDraft(key, { json, at })
  notifyListeners()
  return isStored ?? false
}

const removeDraft = (key: string): void => {
  withStorage(storage => storage.removeItem(KEY_PREFIX + key))
  backUpDraft(key, { json: null, at: Date.now() })
}

export function deleteDraft(key: string): void {
  removeDraft(key)
  notifyListeners()
}

let restoredCount = 0

/** How often drafts were restored on this page; a field reads its draft when it is mounted. */
export const countRestoredDrafts = (): number => restoredCount

async function restore(): Promise<void> {
  const localAt = (key: string): number | null => {
    const draft = withStorage(storage => parse(storage.getItem(KEY_PREFIX + key))) ?? null
    return draft === null ? null : (draft.at ?? 0)
  }
  const newer = newerVersions(await listBackup(Date.now()), localAt)
  for (const [key, { json }] of newer)
    withStorage(storage =>
      json === null ? storage.removeItem(KEY_PREFIX + key) : storage.setItem(KEY_PREFIX + key, json),
    )
  if (newer.length === 0) return
  restoredCount++
  notifyListeners()
}

let restoring: Promise<void> | undefined

/** Once on each page: brings back what a killed browser has forgotten. */
export function restoreDrafts(): Promise<void> {
  restoring ??= restore()
  return restoring
}

/** The keys of drafts that begin with `prefix`. */
const keysUnder = (prefix: string): string[] =>
  withStorage(storage => Object.keys(storage).filter(key => key.startsWith(KEY_PREFIX + prefix)))?.map(key =>
    key.slice(KEY_PREFIX.length),
  ) ?? []

/**
 * What a field on this page does with its draft: `saves` it by itself, `waits` for the server, or `asks` its author, who
 * has to choose or change something.
 */
export type FieldState = 'saves' | 'waits' | 'asks'

const fieldStates = new Map<string, FieldState>()

/** Null if no field on this page has the draft. */
export const fieldStateOf = (key: string): FieldState | null => fieldStates.get(key) ?? null

/** The drafts that have a field on this page. */
export const listFields = (): readonly string[] => [...fieldStates.keys()]

/** Notes the state of a field on this page; returns how to forget it when the field is gone. */
export function noteField(key: string, state: FieldState): () => void {
  fieldStates.set(key, state)
  notifyListeners()
  return () => {
    fieldStates.delete(key)
    notifyListeners()
  }
}

/** The drafts of `account`, of one ticket or of all, by key. */
export const listTexts = (account: string, ofTicket?: number): readonly UnsentText[] =>
  keysUnder(ofTicket === undefined ? `${account} ` : `${account} ${ofTicket} `)
    .sort()
    .flatMap(key => {
      const draft = getDraft(key)
      const [, ticketId, jobNumber, field] = key.split(' ')
      const place = { key, ticketId: Number(ticketId), jobNumber: Number(jobNumber), field: field as Finding }
      return draft === null ? [] : [{ ...draft, ...place }]
    })

/** The accounts that have drafts in this browser. */
export const listDraftOwners = (): readonly string[] => [
  ...new Set(keysUnder('').map(key => key.split(' ')[0] ?? '')),
]

/** Deletes the drafts of `account`, when it logs out or was deleted. */
export function deleteDraftsOf(account: string): void {
  for (const key of keysUnder(`${account} `)) removeDraft(key)
  notifyListeners()
}

// Drafts that have not reached the server, stored in this browser until the outbox has sent them, or they are dismissed.
// They belong to the account that typed them and are deleted when it logs out, because shops share phones.

import type { QueryClient } from '@tanstack/react-query'
import type { Finding } from '#domain/tickets/job.ts'
import type { AppError } from '#web/api/client.ts'
import { meQuery } from '#web/api/session.ts'
import { backUpDraft, listBackup, newerVersions } from './draft-backup.ts'

const KEY_PREFIX = 'rigwright text-draft '

/** Why the server did not take a text; it stays until its author decides. */
export type TextRefusal = Pick<AppError, 'message' | 'code' | 'reason'> & {
  /** The server's time, in milliseconds since 1970. */
  readonly at: number
  /** The idempotency key of handing it to the desk: tapped again after a lost answer it is the same. */
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
  /** From then on it is sent, in milliseconds since 1970: not while it is typed on. */
  readonly readyAt: number
  /** Another person's text of the same moment, which its author sees: what it is sent over instead of `base`. */
  readonly over?: string
  readonly refused?: TextRefusal
}

/** Later, its author could not see others typing. */
const SAME_MOMENT_MS = 5000

/** Whether the draft still counts as typed now: until then it replaces what others type. */
export const isOfThisMoment = ({ readyAt }: TextDraft): boolean => Date.now() - readyAt <= SAME_MOMENT_MS

/** The pause in typing after which it is saved. */
export const SAVE_DELAY_MS = 800

/** Whether it is to be sent now; this device's clock may have been set back. */
export const isReady = ({ readyAt }: TextDraft): boolean => {
  const delay = readyAt - Date.now()
  return delay <= 0 || delay > SAVE_DELAY_MS
}

/** Whether it is typed on, and saved in a moment. */
export const isTyped = (draft: TextDraft): boolean =>
  !isReady(draft) && draft.refused === undefined && navigator.onLine

/** The draft of one field of a job line. */
export type UnsentText = TextDraft & {
  readonly key: string
  readonly ticketId: number
  readonly jobNumber: number
  readonly field: Finding
}

/** The account that drafts are stored under. */
export function draftOwnerIn(queries: QueryClient): string {
  const actor = queries.getQueryData(meQuery.queryKey)
  return actor !== undefined && 'id' in actor ? actor.id : 'visitor'
}

/** The key of a text among all drafts of this browser. */
export const textKeyOf = (account: string, ticketId: number, jobNumber: number, field: Finding): string =>
  `${account} ${ticketId} ${jobNumber} ${field}`

// The server trims, so a trailing space is no difference.
export const isSame = (one: string, other: string): boolean => one.trim() === other.trim()

const listeners = new Set<() => void>()

const notifyListeners = (): void => {
  for (const listener of [...listeners]) listener()
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

// The version before stored no `readyAt`.
const parse = (json: string | null): StoredDraft | null =>
  json === null ? null : { readyAt: 0, ...JSON.parse(json) }

/** Drafts as JSON for which there was no room: only this page has them. */
const unstored = new Map<string, string>()

export const isUnstored = (key: string): boolean => unstored.has(key)

/** The draft as it is stored; every time that it is stored, it is another one. */
export const getDraftJson = (key: string): string | null =>
  unstored.get(key) ?? withStorage(storage => storage.getItem(KEY_PREFIX + key)) ?? null

export const getDraft = (key: string): TextDraft | null => parse(getDraftJson(key))

export function saveDraft(key: string, draft: TextDraft): void {
  const at = Date.now()
  const json = JSON.stringify({ ...draft, at } satisfies StoredDraft)
  unstored.set(key, json)
  withStorage(storage => {
    storage.setItem(KEY_PREFIX + key, json)
    unstored.delete(key)
  })
  backUpDraft(key, { json, at })
  notifyListeners()
}

const removeDraft = (key: string): void => {
  unstored.delete(key)
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
const keysUnder = (prefix: string): string[] => {
  const stored = withStorage(storage => Object.keys(storage)) ?? []
  const keys = stored.filter(key => key.startsWith(KEY_PREFIX)).map(key => key.slice(KEY_PREFIX.length))
  return [...new Set([...keys, ...unstored.keys()])].filter(key => key.startsWith(prefix))
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

/** How long an answer may take to be one at once: what is not answered then waits. */
export const AT_ONCE_MS = 3000

/** Resolves once the texts of a ticket are saved or wait: what was typed is sent before other commands. */
export function textsSent(account: string, ticketId: number): Promise<void> {
  const isSent = (): boolean =>
    listTexts(account, ticketId).every(
      ({ refused, readyAt }) => refused !== undefined || Date.now() - readyAt >= AT_ONCE_MS,
    )
  return new Promise(resolve => {
    const check = (): void => {
      if (!isSent()) return
      clearInterval(timer)
      unsubscribe()
      resolve()
    }
    const timer = setInterval(check, AT_ONCE_MS)
    const unsubscribe = subscribeToDrafts(check)
    check()
  })
}

/** The accounts that have drafts in this browser. */
export const listDraftOwners = (): readonly string[] => [
  ...new Set(keysUnder('').map(key => key.split(' ')[0] ?? '')),
]

/** Deletes the drafts of `account`, when it logs out or was deleted. */
export function deleteDraftsOf(account: string): void {
  for (const key of keysUnder(`${account} `)) removeDraft(key)
  notifyListeners()
}

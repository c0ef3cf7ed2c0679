// What of an account is on this device and has not been sent, also while another one is signed in.

import { joinNames } from '#domain/refusals/page-blocker.ts'
import { client } from '#web/api/client.ts'
import { deleteBay } from '#web/api/persisted-cache.ts'
import { BAY_KEY } from '#web/api/session.ts'
import { createIndexedDbStore } from './indexed-db-store.ts'
import { type OutboxStore, storedCountKey } from './outbox-store.ts'
import { deleteDraftsOf, listDraftOwners, listTexts } from './text-drafts.ts'

/** What a command is called when it is counted. */
const NOUNS: Readonly<Record<string, string>> = {
  clockIn: 'clock tap',
  clockOut: 'clock tap',
  addPart: 'part',
  suggestTime: 'suggested time',
  addPhoto: 'photo',
  askApproval: 'request for approval',
}
const PLURALS: Readonly<Record<string, string>> = {
  'clock tap': 'clock taps',
  'request for approval': 'requests for approval',
}
const OTHER = 'change'
const DRAFT = 'text'

/** `2 clock taps and 3 photos`; empty if there is nothing. */
export function describeUnsent(commands: readonly string[], draftCount: number): string {
  const counts = new Map<string, number>()
  const count = (noun: string, more: number): void => void counts.set(noun, (counts.get(noun) ?? 0) + more)
  for (const name of commands) count(NOUNS[name] ?? OTHER, 1)
  if (draftCount > 0) count(DRAFT, draftCount)
  return joinNames([...counts].map(([noun, n]) => `${n} ${n === 1 ? noun : (PLURALS[noun] ?? `${noun}s`)}`))
}

/** What `account` has on this device that was not sent, refused taps included; null if nothing. */
export async function unsentOf(
  account: string,
  store: OutboxStore = createIndexedDbStore(),
): Promise<{ readonly count: number; readonly description: string } | null> {
  const drafts = listTexts(account).length
  // A store that cannot be read has nothing that could be lost by logging out.
  const entries = await store.list(account).then(
    listing => listing.entries,
    () => [],
  )
  store.close()
  const count = entries.length + drafts
  const names = entries.map(({ name }) => name)
  return count === 0 ? null : { count, description: describeUnsent(names, drafts) }
}

type AccountEnd = { readonly deleted: boolean; readonly deactivated: boolean }

const askServer = (account: string): Promise<AccountEnd> => client.account.wasDeleted({ account })

/**
 * Erases from this device what belongs to deleted accounts, except to `account`, which is signed in; null if nobody is.
 * `endOf` asks the server; an account that it cannot be asked about stays. Of a deactivated account only the tickets
 * are erased. Returns whose was erased.
 */
export async function eraseDeletedAccounts(
  account: string | null,
  endOf: (account: string) => Promise<AccountEnd> = askServer,
  store: OutboxStore = createIndexedDbStore(),
): Promise<readonly string[]> {
  const erased: string[] = []
  try {
    const accounts = await store.accounts().catch(() => [])
    const bay = localStorage.getItem(BAY_KEY)
    for (const owner of new Set([...accounts, ...listDraftOwners(), ...(bay === null ? [] : [bay])])) {
      if (owner === account) continue
      const { deleted, deactivated } = await endOf(owner)
      const hasBay = owner === bay && (deleted || deactivated)
      if (hasBay) deleteBay()
      if (hasBay || deleted) erased.push(owner)
      // Someone who was deactivated may come back for what was not sent.
      if (!deleted) continue
      deleteDraftsOf(owner)
      await store.removeAccount(owner)
      localStorage.removeItem(storedCountKey(owner))
    }
  } catch {
    // Asked again at the next visit.
  } finally {
    store.close()
  }
  return erased
}

// Words that have not reached the server yet, kept in this browser until they have, or until whoever typed
// them puts them away. They stand under the account that typed them and go when it logs out: a phone of the
// shop is in many hands.

const KEY_PREFIX = 'rigwright text-draft '

export type TextDraft = {
  /** The job line as sentences call it: it may be gone, or out of sight, when the words are found. */
  readonly job: string
  /** What stood there when the typing began. */
  readonly base: string
  /** What was sent over it and never answered, so it may have arrived. */
  readonly sent: string | null
  readonly text: string
}

// The server trims, so a space at the end is no difference.
export const isSame = (one: string, other: string): boolean => one.trim() === other.trim()

/** Whether `words` are none that somebody else wrote: they were typed over, or sent. */
export const isOwnText = ({ base, sent }: Pick<TextDraft, 'base' | 'sent'>, text: string): boolean =>
  isSame(base, text) || (sent !== null && isSame(sent, text))

const listeners = new Set<() => void>()

const notifyListeners = (): void => {
  for (const listener of listeners) listener()
}

/** Calls `listener` whenever something is kept or forgotten, in whichever tab. */
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
    // A full or forbidden storage costs only the text of a reload at this very moment.
    return undefined
  }
}

const parse = (json: string | null): TextDraft | null => (json === null ? null : JSON.parse(json))

export const getDraft = (key: string): TextDraft | null =>
  withStorage(storage => parse(storage.getItem(KEY_PREFIX + key))) ?? null

export function saveDraft(key: string, draft: TextDraft): void {
  withStorage(storage => storage.setItem(KEY_PREFIX + key, JSON.stringify(draft)))
  notifyListeners()
}

export function deleteDraft(key: string): void {
  withStorage(storage => storage.removeItem(KEY_PREFIX + key))
  notifyListeners()
}

const storageKeysUnder = (prefix: string): string[] =>
  withStorage(storage => Object.keys(storage).filter(key => key.startsWith(KEY_PREFIX + prefix))) ?? []

/** Everything kept at places that begin with `prefix`, by place. */
export const listDrafts = (prefix: string): readonly (readonly [string, TextDraft])[] =>
  storageKeysUnder(prefix)
    .sort()
    .flatMap(key => {
      const draftKey = key.slice(KEY_PREFIX.length)
      const draft = getDraft(draftKey)
      return draft === null ? [] : [[draftKey, draft] as const]
    })

/** Whoever `account` is logs out. */
export function deleteDraftsOf(account: string): void {
  for (const key of storageKeysUnder(`${account} `)) withStorage(storage => storage.removeItem(key))
  notifyListeners()
}

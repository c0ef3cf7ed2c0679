// Words that have not reached the server yet, kept in this browser until they have, or until whoever typed
// them puts them away. They stand under the account that typed them and go when it logs out: a phone of the
// shop is in many hands.

const PREFIX = 'rigwright text '

export type KeptText = {
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
export const isKnown = ({ base, sent }: Pick<KeptText, 'base' | 'sent'>, words: string): boolean =>
  isSame(base, words) || (sent !== null && isSame(sent, words))

const listeners = new Set<() => void>()

const tell = (): void => {
  for (const listener of listeners) listener()
}

/** Calls `listener` whenever something is kept or forgotten, in whichever tab. */
export function hearKept(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function inStorage<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(localStorage)
  } catch {
    // A full or forbidden storage costs only the text of a reload at this very moment.
    return undefined
  }
}

const parse = (json: string | null): KeptText | null => (json === null ? null : JSON.parse(json))

export const keptText = (place: string): KeptText | null =>
  inStorage(storage => parse(storage.getItem(PREFIX + place))) ?? null

export function keepText(place: string, kept: KeptText): void {
  inStorage(storage => storage.setItem(PREFIX + place, JSON.stringify(kept)))
  tell()
}

export function forgetText(place: string): void {
  inStorage(storage => storage.removeItem(PREFIX + place))
  tell()
}

const placesUnder = (prefix: string): string[] =>
  inStorage(storage => Object.keys(storage).filter(key => key.startsWith(PREFIX + prefix))) ?? []

/** Everything kept at places that begin with `prefix`, by place. */
export const keptUnder = (prefix: string): readonly (readonly [string, KeptText])[] =>
  placesUnder(prefix)
    .sort()
    .flatMap(key => {
      const place = key.slice(PREFIX.length)
      const kept = keptText(place)
      return kept === null ? [] : [[place, kept] as const]
    })

/** Whoever `account` is logs out. */
export function forgetTextsOf(account: string): void {
  for (const key of placesUnder(`${account} `)) inStorage(storage => storage.removeItem(key))
  tell()
}

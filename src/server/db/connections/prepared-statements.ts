// Names for statements that are sent often: PostgreSQL parses them once for each connection, and soon plans them once.

/** A statement has a name from its third use on. */
const USES_BEFORE = 2
/** Each named statement takes memory of every connection. */
const MAX_PREPARED = 250
const MAX_COUNTED = 2000
/** In characters: longer ones write many rows, in ever other numbers. */
const MAX_LENGTH = 10_000

export type StatementNames = {
  /** The statement's name on every connection; undefined while it is rare. */
  readonly nameOf: (text: string) => string | undefined
  /** Gives new names from now on: a changed table made prepared statements unusable. */
  readonly renew: () => void
}

export function createStatementNames(): StatementNames {
  const names = new Map<string, string>()
  const uses = new Map<string, number>()
  let generation = 0
  return {
    nameOf: text => {
      const known = names.get(text)
      if (known !== undefined || names.size >= MAX_PREPARED || text.length > MAX_LENGTH) return known
      const count = (uses.get(text) ?? 0) + 1
      if (uses.size >= MAX_COUNTED) uses.clear()
      uses.set(text, count)
      if (count <= USES_BEFORE) return undefined
      const name = `s${generation}_${names.size}`
      names.set(text, name)
      uses.delete(text)
      return name
    },
    renew: () => {
      generation += 1
      names.clear()
    },
  }
}

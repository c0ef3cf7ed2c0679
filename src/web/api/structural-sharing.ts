// Refetched answers are mostly equal. Unchanged parts stay the same objects, so their components do not render again.
// The query library does this except for dates, which every card and session has.

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** `after` with each part that equals `before`'s replaced by that object. */
export function shareStructure(before: unknown, after: unknown): unknown {
  if (Object.is(before, after)) return before
  if (before instanceof Date && after instanceof Date)
    return before.getTime() === after.getTime() ? before : after
  if (Array.isArray(before) && Array.isArray(after)) {
    const parts = after.map((part, index) => shareStructure(before[index], part))
    const isSame = before.length === after.length && parts.every((part, index) => part === before[index])
    return isSame ? before : parts
  }
  if (!isPlain(before) || !isPlain(after)) return after
  const names = Object.keys(after)
  const parts = Object.fromEntries(names.map(name => [name, shareStructure(before[name], after[name])]))
  const isSame =
    names.length === Object.keys(before).length &&
    names.every(name => name in before && parts[name] === before[name])
  return isSame ? before : parts
}

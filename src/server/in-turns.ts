// What takes much of a machine is done a few at a time.

/** Runs tasks at most `places` at a time, the others in the order in which they came. */
export function inTurns(places: number) {
  let free = places
  const waiting: (() => void)[] = []
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1
    else await new Promise<void>(resolve => waiting.push(resolve))
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    }
  }
}

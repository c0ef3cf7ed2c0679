// What takes much of a machine is done a few at a time.

/** Runs a task when its turn has come; one whose asker has left before that is never begun. */
export type InTurn = <T>(task: () => Promise<T>, leaving?: AbortSignal) => Promise<T>

/** Runs tasks at most `places` at a time, the others in the order in which they came. */
export function inTurns(places: number): InTurn {
  let free = places
  const waiting = new Set<() => void>()
  const turn = (leaving?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        waiting.delete(begin)
        leaving?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        waiting.delete(begin)
        reject(leaving?.reason)
      }
      waiting.add(begin)
      leaving?.addEventListener('abort', leave, { once: true })
    })
  return async (task, leaving) => {
    leaving?.throwIfAborted()
    if (free > 0) free -= 1
    else await turn(leaving)
    try {
      return await task()
    } finally {
      const [next] = waiting
      if (next === undefined) free += 1
      else next()
    }
  }
}

/** The same, where nobody has more than one task among those that wait for all: many of one do not hold up another. */
export function inTurnsOfEach(places: number) {
  const ofAll = inTurns(places)
  const known = new Map<string, { readonly inTurn: InTurn; tasks: number }>()
  return async <T>(whose: string, task: () => Promise<T>, leaving?: AbortSignal): Promise<T> => {
    const own = known.get(whose) ?? { inTurn: inTurns(1), tasks: 0 }
    known.set(whose, own)
    own.tasks += 1
    try {
      return await own.inTurn(() => ofAll(task, leaving), leaving)
    } finally {
      own.tasks -= 1
      if (own.tasks === 0) known.delete(whose)
    }
  }
}

// Lets clients take turns on the one thread that answers requests.

/** Starts `task` in this turn of the event loop or a later one. */
type TurnScheduler = (key: string, task: () => void) => void

/** Starts up to `perTurn` tasks of one key in each turn; the rest wait for later turns, in order. */
export function createTurnScheduler(perTurn: number): TurnScheduler {
  /** How many have started in this turn. */
  const started = new Map<string, number>()
  const waiting = new Map<string, (() => void)[]>()
  let isScheduled = false

  function scheduleNextTurn(): void {
    if (isScheduled) return
    isScheduled = true
    setImmediate(startWaiting)
  }

  function startWaiting(): void {
    isScheduled = false
    started.clear()
    // First, as a task may throw.
    if (waiting.size > 0) scheduleNextTurn()
    for (const [key, tasks] of [...waiting]) {
      const ready = tasks.splice(0, perTurn)
      started.set(key, ready.length)
      if (tasks.length === 0) waiting.delete(key)
      for (const task of ready) task()
    }
  }

  return (key, task) => {
    scheduleNextTurn()
    const count = started.get(key) ?? 0
    const queue = waiting.get(key)
    if (queue !== undefined) queue.push(task)
    else if (count >= perTurn) waiting.set(key, [task])
    else {
      started.set(key, count + 1)
      task()
    }
  }
}

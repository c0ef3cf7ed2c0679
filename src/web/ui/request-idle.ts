const WARMUP_DELAY_MS = 200
const IDLE_TIMEOUT_MS = 2000

/** Runs a task when the browser is idle; returns how to cancel it. Not every browser supports idle callbacks. */
export function requestIdle(task: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(task, WARMUP_DELAY_MS)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(task, { timeout: IDLE_TIMEOUT_MS })
  return () => cancelIdleCallback(idle)
}

/** Lets the browser respond between long tasks. */
export const yieldToBrowser = (): Promise<void> => new Promise(resolve => setTimeout(resolve))

const WARMUP_DELAY_MS = 200
const IDLE_TIMEOUT_MS = 2000

/** Does it once the browser has nothing better to do; answers with how to leave it. Not every browser tells. */
export function requestIdle(task: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(task, WARMUP_DELAY_MS)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(task, { timeout: IDLE_TIMEOUT_MS })
  return () => cancelIdleCallback(idle)
}

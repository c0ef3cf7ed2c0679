const SOON_MS = 200
const LATEST_MS = 2000

/** Does it once the browser has nothing better to do; answers with how to leave it. Not every browser tells. */
export function whenIdle(task: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(task, SOON_MS)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(task, { timeout: LATEST_MS })
  return () => cancelIdleCallback(idle)
}

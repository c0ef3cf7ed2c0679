/** Created on the first call and shared by all; after a failure the next call tries again. */
export function memoizeAsync<T>(create: () => Promise<T>): () => Promise<T> {
  let cached: Promise<T> | undefined
  return () => {
    cached ??= create().catch(error => {
      cached = undefined
      throw error
    })
    return cached
  }
}

/** Made with the first call, and the same for everybody after it. What failed is tried again with the next. */
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

/** Made with the first call, and the same for everybody after it. What failed is tried again with the next. */
export function madeOnce<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch(fault => {
      made = undefined
      throw fault
    })
    return made
  }
}

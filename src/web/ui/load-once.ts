/**
 * Loads code once, and again only if that failed. What waits for it is called in the order of the calls; several
 * imports of a module that is still loading would settle in any order.
 */
export function loadOnce<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

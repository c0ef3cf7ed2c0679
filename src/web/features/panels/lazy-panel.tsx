import { type ComponentType, startTransition, useCallback, useEffect, useState } from 'react'
import { lazyPage } from '#web/api/lazy-page.ts'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { QueryError } from './query-error.tsx'

/**
 * A part of a page whose code is loaded when it is first shown, or by `preload` before; meanwhile a skeleton, or an
 * error with a retry.
 */
export function lazyPanel<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> & { readonly preload: () => Promise<ComponentType<Props>> } {
  const loadPage = lazyPage(load)
  let loaded: ComponentType<Props> | null = null
  const preload = async () => (loaded ??= await loadPage())
  function LazyPanel(props: Props) {
    const [Panel, setPanel] = useState(() => loaded)
    const [error, setError] = useState<unknown>(null)
    const start = useCallback(async () => {
      setError(null)
      try {
        const Loaded = await preload()
        // In small steps: it may be large.
        startTransition(() => setPanel(() => Loaded))
      } catch (failure) {
        setError(failure)
      }
    }, [])
    useEffect(() => void start(), [start])
    if (Panel !== null) return <Panel {...props} />
    return error === null ? (
      <PanelSkeleton lines={4} />
    ) : (
      <QueryError error={error} onRetry={() => void start()} />
    )
  }
  return Object.assign(LazyPanel, { preload })
}

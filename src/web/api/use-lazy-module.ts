import { useCallback, useState } from 'react'
import { notify } from '#web/ui/feedback/notify.ts'

type LazyModule<Module> = {
  /** Whether it is loading; the tapped button shows it. */
  readonly isLoading: boolean
  /** Loads it and passes it on; shows an error on failure. */
  readonly load: (onLoaded: (module: Module) => void) => Promise<void>
}

/** For code that is loaded on a tap. */
export function useLazyModule<Module>(importModule: () => Promise<Module>): LazyModule<Module> {
  const [isLoading, setLoading] = useState(false)
  const load = useCallback(
    async (onLoaded: (module: Module) => void): Promise<void> => {
      setLoading(true)
      try {
        onLoaded(await importModule())
      } catch (error) {
        notify.failure(error instanceof Error ? error.message : String(error))
      } finally {
        setLoading(false)
      }
    },
    [importModule],
  )
  return { isLoading, load }
}

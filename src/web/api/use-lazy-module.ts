import { useState } from 'react'
import { notify } from '#web/ui/feedback/notify.ts'

type LazyModule<Module> = {
  /** While it is on its way; the button that was pressed says so. */
  readonly isLoading: boolean
  /** Brings it and hands it on; where it does not come, says why. */
  readonly load: (onLoaded: (code: Module) => void) => Promise<void>
}

/** For what only a press needs, so that its code comes with the press. */
export function useLazyModule<Module>(importModule: () => Promise<Module>): LazyModule<Module> {
  const [isLoading, setLoading] = useState(false)
  async function load(onLoaded: (code: Module) => void): Promise<void> {
    setLoading(true)
    try {
      onLoaded(await importModule())
    } catch (error) {
      notify.failure(error instanceof Error ? error.message : String(error))
    } finally {
      setLoading(false)
    }
  }
  return { isLoading, load }
}

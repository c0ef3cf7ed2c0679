import { useState } from 'react'
import { notify } from '#web/ui/feedback/notify.ts'

type ComingCode<Code> = {
  /** While it is on its way; the button that was pressed says so. */
  readonly isComing: boolean
  /** Brings it and hands it on; where it does not come, says why. */
  readonly bring: (onHere: (code: Code) => void) => Promise<void>
}

/** For what only a press needs, so that its code comes with the press. */
export function useComingCode<Code>(load: () => Promise<Code>): ComingCode<Code> {
  const [isComing, setComing] = useState(false)
  async function bring(onHere: (code: Code) => void): Promise<void> {
    setComing(true)
    try {
      onHere(await load())
    } catch (fault) {
      notify.failure(fault instanceof Error ? fault.message : String(fault))
    } finally {
      setComing(false)
    }
  }
  return { isComing, bring }
}

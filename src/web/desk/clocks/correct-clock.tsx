import { Button, VisuallyHidden } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { pageCode } from '#web/parts/page-code.ts'
import { notify } from '#web/ui/notify.ts'
import type { Corrigible } from './correction-form.tsx'

// The form's code comes when somebody reaches for it.
const dialogCode = pageCode(() => import('./correct-dialog.tsx'))
const CorrectDialog = lazy(() => dialogCode().then(({ CorrectDialog }) => ({ default: CorrectDialog })))
const comeNear = () => void dialogCode().catch(() => {})

type CorrectClockProps = {
  session: Corrigible
  timeZone: string
  /** Once it is corrected or confirmed: for where the button goes away by that. */
  onDone?: () => void
}

/** The button beside a session, and the form behind it. */
export function CorrectClock({ session, timeZone, onDone }: CorrectClockProps) {
  const [isLoaded, setLoaded] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)

  async function open() {
    try {
      await dialogCode()
      setLoaded(true)
      setOpen(true)
    } catch (fault) {
      notify.failure(fault instanceof Error ? fault.message : String(fault))
    }
  }

  return (
    <>
      <Button size="compact-sm" onPointerEnter={comeNear} onFocus={comeNear} onClick={() => void open()}>
        Correct
        <VisuallyHidden> the time of {session.technician}</VisuallyHidden>
      </Button>
      {isLoaded && (
        <Suspense fallback={null}>
          <CorrectDialog
            session={session}
            timeZone={timeZone}
            isOpen={isOpen}
            onClose={close}
            onDone={() => {
              close()
              onDone?.()
            }}
          />
        </Suspense>
      )}
    </>
  )
}

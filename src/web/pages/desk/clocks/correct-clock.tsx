import { Button, VisuallyHidden } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { pageCode } from '#web/api/lazy-page.ts'
import { useComingCode } from '#web/api/use-lazy-module.ts'
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
  const { isComing, bring } = useComingCode(dialogCode)
  const close = () => setOpen(false)
  const open = () =>
    void bring(() => {
      setLoaded(true)
      setOpen(true)
    })

  return (
    <>
      <Button
        size="compact-sm"
        aria-busy={isComing || undefined}
        onPointerEnter={comeNear}
        onFocus={comeNear}
        onClick={open}
      >
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

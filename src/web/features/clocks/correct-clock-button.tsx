import { Button, VisuallyHidden } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { lazyPage } from '#web/api/lazy-page.ts'
import { useLazyModule } from '#web/api/use-lazy-module.ts'
import type { CorrectableSession } from './correction-form.tsx'

// The form's code loads when it is needed.
const loadDialog = lazyPage(() => import('./correct-clock-dialog.tsx'))
const CorrectClockDialog = lazy(() =>
  loadDialog().then(({ CorrectClockDialog }) => ({ default: CorrectClockDialog })),
)
const preload = () => void loadDialog().catch(() => {})

type CorrectClockButtonProps = {
  session: CorrectableSession
  timeZone: string
  /** Called after correcting or confirming, for a button that then disappears. */
  onDone?: () => void
}

/** The button beside a session, and its form. */
export function CorrectClockButton({ session, timeZone, onDone }: CorrectClockButtonProps) {
  const [isLoaded, setLoaded] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const { isLoading, load } = useLazyModule(loadDialog)
  const close = () => setOpen(false)
  const open = () =>
    void load(() => {
      setLoaded(true)
      setOpen(true)
    })

  return (
    <>
      <Button
        size="compact-sm"
        aria-busy={isLoading || undefined}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={open}
      >
        Fix time
        <VisuallyHidden>
          {' '}
          of {session.technician} on job {session.jobNumber}
        </VisuallyHidden>
      </Button>
      {isLoaded && (
        <Suspense fallback={null}>
          <CorrectClockDialog
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

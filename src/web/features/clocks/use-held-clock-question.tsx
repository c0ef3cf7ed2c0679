import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { holdSentence } from '#domain/on-hold/hold.ts'
import { lazyPage } from '#web/api/lazy-page.ts'
import { useLazyModule } from '#web/api/use-lazy-module.ts'
import { useTicketContext } from '#web/features/tickets/ticket-context.ts'

// The dialog's code loads with a ticket on hold, which most are not.
const loadDialog = lazyPage(() => import('./clock-question-dialog.tsx'))
const ClockQuestionDialog = lazy(() =>
  loadDialog().then(({ ClockQuestionDialog }) => ({ default: ClockQuestionDialog })),
)

/** Asks before a clock starts on a ticket on hold. `ask` starts it at once on others; the page renders `question`. */
export function useHeldClockQuestion(start: () => void): {
  readonly ask: () => void
  readonly question: ReactNode
} {
  const { hold, timeZone } = useTicketContext()
  const [isAsked, setAsked] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const { load } = useLazyModule(loadDialog)
  const isHeld = hold !== null
  useEffect(() => {
    if (isHeld) void loadDialog().catch(() => {})
  }, [isHeld])

  function ask(): void {
    if (hold === null) start()
    else
      void load(() => {
        setAsked(true)
        setOpen(true)
      })
  }
  const close = () => setOpen(false)
  const question = isAsked && hold !== null && (
    <Suspense>
      <ClockQuestionDialog
        title="This ticket is on hold"
        confirmLabel="Clock In Anyway"
        isOpen={isOpen}
        onClose={close}
        onConfirm={() => {
          close()
          start()
        }}
      >
        <p>{holdSentence(hold, 'desk', timeZone)}</p>
        {hold.note && <p>{hold.note}</p>}
      </ClockQuestionDialog>
    </Suspense>
  )
  return { ask, question }
}

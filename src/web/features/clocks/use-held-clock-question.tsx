import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { holdSentence } from '#domain/on-hold/hold.ts'
import { useLazyModule } from '#web/api/use-lazy-module.ts'
import { useTicketContext } from '#web/features/tickets/ticket-context.ts'
import { ClockQuestionDialog, loadClockQuestion } from './lazy-clock-question-dialog.ts'

/** Asks before a clock starts on a ticket on hold. `ask` starts it at once on others; the page renders `question`. */
export function useHeldClockQuestion(start: () => void): {
  readonly ask: () => void
  readonly question: ReactNode
} {
  const { hold, timeZone } = useTicketContext()
  const [isAsked, setAsked] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const { load } = useLazyModule(loadClockQuestion)
  const isHeld = hold !== null
  useEffect(() => {
    if (isHeld) void loadClockQuestion().catch(() => {})
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

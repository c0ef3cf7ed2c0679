import { Button, Modal, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { CorrectionForm, type Corrigible } from './correction-form.tsx'

type CorrectClockProps = {
  session: Corrigible
  timeZone: string
  /** Once it is corrected or confirmed: for where the button goes away by that. */
  onDone?: () => void
}

/** The button beside a session, and the form behind it. */
export function CorrectClock({ session, timeZone, onDone }: CorrectClockProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button size="compact-sm" onClick={() => setOpen(true)}>
        Correct
        <VisuallyHidden> the time of {session.technician}</VisuallyHidden>
      </Button>
      {/* A click beside it would lose what was typed. */}
      <Modal
        opened={isOpen}
        onClose={close}
        closeOnClickOutside={false}
        title="Correct the Clock"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <CorrectionForm
          session={session}
          timeZone={timeZone}
          onClose={close}
          onDone={() => {
            close()
            onDone?.()
          }}
        />
      </Modal>
    </>
  )
}

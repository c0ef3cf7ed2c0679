import { Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { type CorrectableSession, CorrectionForm } from './correction-form.tsx'

type DialogProps = {
  session: CorrectableSession
  timeZone: string
  isOpen: boolean
  onClose: () => void
  onDone: () => void
}

/** The correction form in a dialog. */
export function CorrectClockDialog({ isOpen, onClose, ...form }: DialogProps) {
  // Opened after mounting: a dialog returns the focus to where it was on opening.
  const [isShown, setShown] = useState(false)
  useEffect(() => setShown(isOpen), [isOpen])
  return (
    // A click outside would lose typed text.
    <Modal
      opened={isShown}
      onClose={onClose}
      closeOnClickOutside={false}
      title="Edit Time Entry"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <CorrectionForm onClose={onClose} {...form} />
    </Modal>
  )
}

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

/** The form behind the button, over the page. */
export function CorrectDialog({ isOpen, onClose, ...form }: DialogProps) {
  // Opened only after it is there: a dialog gives the keyboard back to where it was as it opened.
  const [isShown, setShown] = useState(false)
  useEffect(() => setShown(isOpen), [isOpen])
  return (
    // A click beside it would lose what was typed.
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

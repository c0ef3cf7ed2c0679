import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { UnsentList } from './unsent-list.tsx'

/** What only this device has, in a dialog. */
export function UnsentDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  // Opened after mounting: a dialog returns the focus to where it was on opening.
  const [isShown, setShown] = useState(false)
  useEffect(() => setShown(isOpen), [isOpen])
  const isPhone = useMediaQuery('(max-width: 48em)')
  return (
    <Modal
      opened={isShown}
      onClose={onClose}
      fullScreen={isPhone}
      size="lg"
      title="Not Sent"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <UnsentList onClose={onClose} />
    </Modal>
  )
}

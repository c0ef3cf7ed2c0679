import { Button, Group, Modal } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'

type DialogProps = {
  title: string
  children: ReactNode
  confirmLabel: string
  isOpen: boolean
  onClose: () => void
  onConfirm: () => void
}

/** Asks before a clock starts or stops. */
export function ClockQuestionDialog({
  title,
  children,
  confirmLabel,
  isOpen,
  onClose,
  onConfirm,
}: DialogProps) {
  // Opened after mounting: a dialog returns the focus to where it was on opening.
  const [isShown, setShown] = useState(false)
  useEffect(() => setShown(isOpen), [isOpen])
  return (
    <Modal opened={isShown} onClose={onClose} title={title}>
      {children}
      <Group justify="flex-end">
        <Button data-autofocus onClick={onClose}>
          Cancel
        </Button>
        <Button variant="filled" onClick={ignoreDoubleClick(onConfirm)}>
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  )
}

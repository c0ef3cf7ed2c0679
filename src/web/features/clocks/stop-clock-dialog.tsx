import { Button, Group, Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { jobLabel } from '#domain/tickets/job.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'

type DialogProps = {
  clocks: readonly { sessionId: string; technician: string; jobNumber: number; problem: string }[]
  confirmLabel: string
  isOpen: boolean
  onClose: () => void
  onConfirm: () => void
}

/** Whose clock stops and on what, before it does. */
export function StopClockDialog({ clocks, confirmLabel, isOpen, onClose, onConfirm }: DialogProps) {
  // Opened after mounting: a dialog returns the focus to where it was on opening.
  const [isShown, setShown] = useState(false)
  useEffect(() => setShown(isOpen), [isOpen])
  return (
    <Modal opened={isShown} onClose={onClose} title="Stop the clock?">
      {clocks.map(({ sessionId, technician, ...job }) => (
        <p key={sessionId}>
          {technician} is clocked in on {jobLabel(job)}. The clock stops and the ticket leaves their list.
        </p>
      ))}
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

import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { isRigHere } from '#domain/tickets/check-in.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { lazyPanel } from '#web/features/panels/lazy-panel.tsx'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'

const ChangeCheckIn = lazyPanel(() =>
  import('./change-check-in.tsx').then(({ ChangeCheckIn }) => ChangeCheckIn),
)

type CheckInDetailsProps = {
  ticket: TicketView
  /** The notes to read. */
  children: ReactNode
}

/** What was noted at Check In: to read, and to change while the RV is here. */
export function CheckInDetails({ ticket, children }: CheckInDetailsProps) {
  const may = usePermission()
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  if (isOpen) return <ChangeCheckIn ticket={ticket} onClose={() => setOpen(false)} />
  // Its own Check In has to arrive first.
  const isSent = ticket.unsent?.name !== 'checkIn'
  return (
    <>
      {children}
      {isSent && isRigHere(ticket) && may('ticket.check-in', ticket) && (
        <Button ref={opener} size="compact-md" my="xs" onClick={() => setOpen(true)}>
          Edit Check-In Notes
        </Button>
      )}
    </>
  )
}

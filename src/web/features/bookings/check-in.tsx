import { useLocation, useNavigate } from '@tanstack/react-router'
import { isConfirmed } from '#domain/tickets/confirmation.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { CHECK_IN } from '#web/features/tickets/ticket-path.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { CheckInForm } from './check-in-form.tsx'

/** The form that checks in an appointment, while the page's link to it is followed. */
export function CheckInPanel({ ticket, label }: { ticket: TicketView; label: string }) {
  const may = usePermission()
  const navigate = useNavigate()
  const isOpen = useLocation({ select: ({ hash }) => hash === CHECK_IN })
  if (!isOpen || !isConfirmed(ticket) || !may('ticket.check-in', ticket)) return null
  return (
    <Panel title={label}>
      <CheckInForm
        ticket={ticket}
        label={label}
        onClose={() => void navigate({ to: '.', hash: '', replace: true })}
      />
    </Panel>
  )
}

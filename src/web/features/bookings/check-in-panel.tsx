import { useNavigate } from '@tanstack/react-router'
import { usePermission } from '#web/api/use-permission.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { CheckInForm } from './check-in-form.tsx'

type CheckInPanelProps = { ticket: TicketView; label: string; isOpen: boolean }

/** The form that checks in an appointment, while it is open. */
export function CheckInPanel({ ticket, label, isOpen }: CheckInPanelProps) {
  const may = usePermission()
  const navigate = useNavigate()
  if (!isOpen || !may('ticket.check-in', ticket)) return null
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

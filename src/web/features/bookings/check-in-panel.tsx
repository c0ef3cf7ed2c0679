import { useNavigate } from '@tanstack/react-router'
import { usePermission } from '#web/api/use-permission.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { CheckInForm, type CheckInFormProps } from './check-in-form.tsx'

type CheckInPanelProps = Omit<CheckInFormProps, 'onClose'> & { isOpen: boolean }

/** The form that checks in an appointment, while it is open. */
export function CheckInPanel({ isOpen, ...props }: CheckInPanelProps) {
  const { ticket, label, earlier } = props
  const may = usePermission()
  const navigate = useNavigate()
  if (!isOpen || !may('ticket.check-in', ticket)) return null
  return (
    <Panel title={label}>
      <CheckInForm
        {...props}
        key={earlier?.tappedAt}
        onClose={() => void navigate({ to: '.', hash: '', replace: true })}
      />
    </Panel>
  )
}

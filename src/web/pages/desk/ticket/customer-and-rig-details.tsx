import { Button, VisuallyHidden } from '@mantine/core'
import { type FormEventHandler, type ReactNode, useEffect, useRef } from 'react'
import { usePermission } from '#web/api/use-permission.ts'
import { CustomerPanel } from '#web/features/tickets/customer-panel.tsx'
import { CustomerFields } from '#web/features/tickets/form/customer-fields.tsx'
import { RigFields } from '#web/features/tickets/form/rig-fields.tsx'
import { RigPanel } from '#web/features/tickets/rig-panel.tsx'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import { SaveCancelButtons } from './save-cancel-buttons.tsx'
import styles from './ticket-forms.module.css'
import { useDetailsForm } from './use-details-form.ts'

type PanelProps = { ticket: TicketView }

/** The customer of an active ticket, with an edit button. */
export function CustomerDetails({ ticket }: PanelProps) {
  const { isEditing, close, edit } = useEditButton('customer info')
  if (isEditing) return <CustomerForm ticket={ticket} onClose={close} />
  return <CustomerPanel customer={ticket.customerDetails} actions={edit} />
}

/** The rig of an active ticket, with an edit button. */
export function RigDetails({ ticket }: PanelProps) {
  const { isEditing, close, edit } = useEditButton('RV info')
  if (isEditing) return <RigForm ticket={ticket} onClose={close} />
  return <RigPanel rig={ticket.customerRV} actions={edit} />
}

function useEditButton(subject: string) {
  const may = usePermission()
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const edit = may('ticket.change-details') && (
    <Button ref={opener} size="compact-sm" onClick={() => setOpen(true)}>
      Edit
      <VisuallyHidden> {subject}</VisuallyHidden>
    </Button>
  )
  return { isEditing: isOpen, close: () => setOpen(false), edit }
}

type FormProps = PanelProps & { onClose: () => void }

function CustomerForm({ ticket, onClose }: FormProps) {
  const { form, save, isRunning } = useDetailsForm(ticket, onClose)
  const start = useRef(() => form.getInputNode('customerDetails.firstName')?.focus())
  useEffect(() => start.current(), [])
  return (
    <DetailsForm title="Customer Info" isRunning={isRunning} onSave={save} onClose={onClose}>
      <CustomerFields form={form} />
    </DetailsForm>
  )
}

function RigForm({ ticket, onClose }: FormProps) {
  const { form, save, isRunning } = useDetailsForm(ticket, onClose)
  const start = useRef(() => form.getInputNode('customerRV.vin')?.focus())
  useEffect(() => start.current(), [])
  return (
    <DetailsForm title="RV Info" isRunning={isRunning} onSave={save} onClose={onClose}>
      <RigFields form={form} prefillsCustomer={false} />
    </DetailsForm>
  )
}

type DetailsFormProps = {
  title: string
  isRunning: boolean
  onSave: FormEventHandler<HTMLFormElement>
  onClose: () => void
  children: ReactNode
}

const DetailsForm = ({ title, isRunning, onSave, onClose, children }: DetailsFormProps) => (
  <Panel title={title}>
    <form onSubmit={onSave} noValidate aria-label={`Edit ${title}`}>
      {children}
      <div className={styles.buttons}>
        <SaveCancelButtons isRunning={isRunning} onCancel={onClose} />
      </div>
    </form>
  </Panel>
)

// The forms that change a ticket's customer and rig. Loaded with the first press of Edit.

import { type FormEventHandler, type ReactNode, useEffect, useRef } from 'react'
import { CustomerFields } from '#web/features/tickets/form/customer-fields.tsx'
import { RigFields } from '#web/features/tickets/form/rig-fields.tsx'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { SaveCancelButtons } from './save-cancel-buttons.tsx'
import styles from './ticket-forms.module.css'
import { useDetailsForm } from './use-details-form.ts'

type FormProps = { ticket: TicketView; onClose: () => void }

export function CustomerForm({ ticket, onClose }: FormProps) {
  const { form, save, isRunning } = useDetailsForm(ticket, onClose)
  const start = useRef(() => form.getInputNode('customerDetails.firstName')?.focus())
  useEffect(() => start.current(), [])
  return (
    <DetailsForm title="Customer Info" isRunning={isRunning} onSave={save} onClose={onClose}>
      <CustomerFields form={form} />
    </DetailsForm>
  )
}

export function RigForm({ ticket, onClose }: FormProps) {
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

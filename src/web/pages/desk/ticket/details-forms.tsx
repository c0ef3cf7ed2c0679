// The forms that change a ticket's customer and rig. Loaded with the first tap of Edit.

import { useForm } from '@mantine/form'
import type { FormEventHandler, ReactNode } from 'react'
import { detailChanges } from '#contract/tickets.ts'
import { client } from '#web/api/client.ts'
import { setFormErrors, submitWith, validateWithContract } from '#web/api/validate-with-contract.ts'
import { yearErrorsOf } from '#web/features/rigs/year-errors.ts'
import { CustomerFields } from '#web/features/tickets/form/customer-fields.tsx'
import { changesOf } from '#web/features/tickets/form/detail-changes.ts'
import { RigFields } from '#web/features/tickets/form/rig-fields.tsx'
import {
  formOfTicket,
  type TicketForm,
  type TicketFormValues,
} from '#web/features/tickets/form/ticket-form.ts'
import { detailsChanged } from '#web/features/tickets/optimistic/optimistic-ticket.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { SaveCancelButtons } from '#web/ui/forms/save-cancel-buttons.tsx'
import { useFocusOnStart } from '#web/ui/forms/use-focus-on-start.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './ticket-forms.module.css'

type FormProps = { ticket: TicketView; onClose: () => void }

export function CustomerForm({ ticket, onClose }: FormProps) {
  const { form, save, isRunning } = useDetailsForm(ticket, onClose)
  useFocusOnStart(form, 'customerDetails.firstName')
  return (
    <DetailsForm title="Customer Info" isRunning={isRunning} onSave={save} onClose={onClose}>
      <CustomerFields form={form} />
    </DetailsForm>
  )
}

export function RigForm({ ticket, onClose }: FormProps) {
  const { form, save, isRunning } = useDetailsForm(ticket, onClose)
  useFocusOnStart(form, 'customerRV.vin')
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

const validateChanges = validateWithContract<object>(detailChanges)

/**
 * The form for an active ticket's details. Only changes are validated and sent, so two people who change different
 * fields both keep theirs.
 */
function useDetailsForm(ticket: TicketView, onClose: () => void) {
  const { ticketId } = ticket
  const form: TicketForm = useForm<TicketFormValues>({
    initialValues: formOfTicket(ticket),
    validate: typed => {
      const changes = changesOf(form.getInitialValues(), typed)
      return { ...validateChanges(changes), ...yearErrorsOf(changes.customerRV ?? {}) }
    },
  })
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.changeDetails, {
    optimistic: detailsChanged,
    waitForRefetch: true,
    onDone: () => {
      notify.success('Details saved.')
      onClose()
    },
    onError: setFormErrors(form),
  })
  const save = submitWith(form, typed => {
    const changes = changesOf(form.getInitialValues(), typed)
    if (Object.keys(changes).length === 0) onClose()
    else run({ ticketId, ...detailChanges.parse(changes) })
  })
  return { form, save, isRunning }
}

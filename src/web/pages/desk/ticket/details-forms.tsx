// The forms that change a ticket's customer and rig. Loaded with the first tap of Edit.

import { useForm } from '@mantine/form'
import { type FormEventHandler, type ReactNode, useEffect, useRef } from 'react'
import { detailChanges } from '#contract/tickets.ts'
import { client } from '#web/api/client.ts'
import { setFormErrors, submitWith, validateWithContract } from '#web/api/validate-with-contract.ts'
import { yearErrorsOf } from '#web/features/rigs/year-errors.ts'
import { CustomerFields } from '#web/features/tickets/form/customer-fields.tsx'
import { RigFields } from '#web/features/tickets/form/rig-fields.tsx'
import {
  formOfTicket,
  hasNoEmail,
  type TicketForm,
  type TicketFormValues,
} from '#web/features/tickets/form/ticket-form.ts'
import { detailsChanged } from '#web/features/tickets/optimistic/optimistic-ticket.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { SaveCancelButtons } from './save-cancel-buttons.tsx'
import styles from './ticket-forms.module.css'

type Details = Pick<TicketFormValues, 'customerDetails' | 'customerRV' | 'coordinates' | 'known'>
type Changes = { customerDetails?: object; customerRV?: { readonly year?: string } }

const NO_EMAIL = { email: '', noEmail: true }

type Customer = Details['customerDetails']

/** The changed email: an empty one is missing, unless there is said to be none. */
function changedEmail(before: Customer, now: Customer): object {
  if (hasNoEmail(now)) return hasNoEmail(before) ? {} : NO_EMAIL
  const email = now.email.trim()
  return email === before.email && email !== '' ? {} : { email }
}

const withoutEmail = ({ email: _, noEmail: __, ...others }: Customer) => others

const changedFields = (before: Record<string, string>, now: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(now).filter(([field, value]) => value.trim() !== before[field]))

/** The changed fields as input of `tickets.changeDetails`; an unchanged section is omitted. */
export function changesOf(before: Details, now: Details): Changes {
  const customer: object = {
    ...changedFields(withoutEmail(before.customerDetails), withoutEmail(now.customerDetails)),
    ...changedEmail(before.customerDetails, now.customerDetails),
  }
  const typedRig = changedFields(before.customerRV, now.customerRV)
  // The year on file of a picked rig stays as it is: the server fills it in.
  const customerRV = now.known !== null && 'vin' in typedRig ? { ...typedRig, year: '' } : typedRig
  // An address is always sent with its coordinates, even null.
  const customerDetails = 'address' in customer ? { ...customer, coordinates: now.coordinates } : customer
  return {
    ...(Object.keys(customerDetails).length > 0 ? { customerDetails } : {}),
    ...(Object.keys(customerRV).length > 0 ? { customerRV } : {}),
  }
}

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

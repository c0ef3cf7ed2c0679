import { useForm } from '@mantine/form'
import { detailChanges } from '#contract/tickets.ts'
import { client } from '#web/api/client.ts'
import { setFormErrors, submitWith, validateWithContract } from '#web/api/validate-with-contract.ts'
import { yearErrorsOf } from '#web/features/rigs/year-errors.ts'
import type { TicketForm, TicketFormValues } from '#web/features/tickets/form/ticket-form.ts'
import { EMPTY_JOB } from '#web/features/tickets/jobs/job-form-values.ts'
import { detailsChanged } from '#web/features/tickets/optimistic/optimistic-ticket.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { changesOf } from './detail-changes.ts'

/** The ticket's details as values of the ticket form. */
const toFormValues = ({ customerDetails, customerRV }: TicketView): TicketFormValues => ({
  customerDetails: {
    firstName: customerDetails.firstName,
    lastName: customerDetails.lastName,
    email: customerDetails.email,
    noEmail: customerDetails.email === '',
    phone: customerDetails.phone,
    address: customerDetails.address ?? '',
  },
  coordinates: customerDetails.coordinates,
  customerRV: {
    make: customerRV.make,
    model: customerRV.model,
    year: customerRV.year,
    vin: customerRV.vin,
    axleAmount: customerRV.axleAmount ?? '',
  },
  known: null,
  jobs: [],
  nextJob: EMPTY_JOB,
})

const validateChanges = validateWithContract<object>(detailChanges)

/**
 * The form for an active ticket's details. Only changes are validated and sent, so two people who change different
 * fields both keep theirs.
 */
export function useDetailsForm(ticket: TicketView, onClose: () => void) {
  const { ticketId } = ticket
  const form: TicketForm = useForm<TicketFormValues>({
    initialValues: toFormValues(ticket),
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

// The values of the new ticket form, and what is sent.

import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form'
import type * as z from 'zod'
import type { suggestedCustomer, suggestedRig } from '#contract/customers/customers.ts'
import type { knownRig } from '#contract/rigs.ts'
import type { newTicket } from '#contract/tickets.ts'
import type { Coordinates } from '#domain/customers/customer.ts'
import { CUSTOMER_FIELDS, type CustomerField } from '#domain/customers/customer-fields.ts'
import { pickFields } from '#domain/lib/pick-fields.ts'
import { textsOf } from '#domain/lib/texts-of.ts'
import { RIG_FIELDS, type RigField } from '#domain/rigs/rig-fields.ts'
import { yearErrorsOf } from '#web/features/rigs/year-errors.ts'
import { EMPTY_JOB, type JobFormValues, toNewJob } from '#web/features/tickets/jobs/job-form-values.ts'
import { loadTicketValidation } from '#web/features/tickets/load-ticket-validation.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'

export type KnownRig = z.output<typeof knownRig>

export type SuggestedCustomer = z.output<typeof suggestedCustomer>
export type SuggestedRig = z.output<typeof suggestedRig>

type Name = Pick<SuggestedCustomer, 'firstName' | 'lastName'>

export const isSameName = (one: Name | null, other: Name): boolean =>
  one?.firstName === other.firstName && one.lastName === other.lastName

/** The id of the picked customer; undefined once another name is typed. */
export const pickedId = (
  picked: (Name & { readonly customerId: string | null }) | null,
  typed: Name,
): string | undefined => (isSameName(picked, typed) && picked?.customerId) || undefined

type KnownRigMatch = {
  readonly rig: KnownRig
  /** The fields before the record was applied. */
  readonly before: Pick<TicketFormValues, 'customerDetails' | 'customerRV'>
}

export type TicketFormValues = {
  /** Of the company, who was picked, with their rigs; null if nobody was. */
  picked: Pick<SuggestedCustomer, 'customerId' | 'firstName' | 'lastName' | 'rigs'> | null
  customerDetails: Record<CustomerField, string> & {
    /** Whether the desk says that there is no email, as long as none is entered. */
    noEmail?: boolean
  }
  /** Of the current address, from a suggestion; null after further typing. */
  coordinates: Coordinates | null
  customerRV: Record<RigField, string>
  /** The picked rig, whose details are locked. */
  known: KnownRigMatch | null
  jobs: JobFormValues[]
  /** The job line in the fields, not added yet. */
  nextJob: JobFormValues
}

export type TicketForm = UseFormReturnType<TicketFormValues>

const isJobFilledIn = (job: JobFormValues): boolean => job.problem.trim() !== ''

/** Whether the customer is to have no email. */
export const hasNoEmail = ({ email, noEmail = false }: TicketFormValues['customerDetails']): boolean =>
  noEmail && email === ''

/** The customer with coordinates: the suggestion's, or the record's. */
function customerOf({ customerDetails: typed, coordinates, known }: TicketFormValues) {
  const { noEmail: _, ...customer } = typed
  const customerDetails = hasNoEmail(typed) ? { ...customer, noEmail: true } : customer
  const record = known?.rig.customer
  const sentCoordinates =
    coordinates ?? (record?.address === customerDetails.address ? record.coordinates : null)
  return sentCoordinates === null ? customerDetails : { ...customerDetails, coordinates: sentCoordinates }
}

/**
 * A picked rig's details are on file, whatever rules they were typed under: the server fills them in. Those of a company's
 * own rig it knows by its customer, who may be typed anew.
 */
const rigOf = ({ customerRV, known }: TicketFormValues): Partial<TicketFormValues['customerRV']> =>
  known === null || known.rig.ownRig !== undefined
    ? customerRV
    : { vin: customerRV.vin, axleAmount: customerRV.axleAmount }

/** A typed job that was not added is validated and sent with the rest. */
const toValidate = (values: TicketFormValues) => ({
  customerDetails: customerOf(values),
  customerRV: rigOf(values),
  jobs: values.jobs.map(toNewJob),
  ...(isJobFilledIn(values.nextJob) ? { nextJob: toNewJob(values.nextJob) } : {}),
})

/** The input of `tickets.create`, from a valid form. */
export function toNewTicket(values: TicketFormValues): z.input<typeof newTicket> {
  const { jobs, nextJob } = values
  const all = isJobFilledIn(nextJob) ? [...jobs, nextJob] : jobs
  const sent = {
    customerId: pickedId(values.picked, values.customerDetails),
    customerDetails: customerOf(values),
    customerRV: rigOf(values),
    jobs: all.map(toNewJob),
  }
  return sent as z.input<typeof newTicket>
}

/** The job line as it was typed at the tap, if it can be added; otherwise null, with errors beside its fields. */
export async function validateNextJob(form: TicketForm): Promise<JobFormValues | null> {
  const job = form.getValues().nextJob
  const { validateNewJob } = await loadTicketValidation()
  const errors = Object.entries(validateNewJob(toNewJob(job)))
  for (const [path, message] of errors) form.setFieldError(`nextJob.${path}`, message)
  const [first] = errors
  if (first === undefined) return job
  form.getInputNode(`nextJob.${first[0]}`)?.focus()
  return null
}

/** All errors of the form. */
export async function validateTicket(values: TicketFormValues): Promise<FormErrors> {
  const { validateKnownRig, validateNewRig } = await loadTicketValidation()
  const validate = values.known === null ? validateNewRig : validateKnownRig
  return { ...validate(toValidate(values)), ...yearErrorsOf(rigOf(values)) }
}

export const EMPTY_TICKET: TicketFormValues = {
  picked: null,
  customerDetails: textsOf(CUSTOMER_FIELDS, null),
  coordinates: null,
  customerRV: textsOf(RIG_FIELDS, null),
  known: null,
  jobs: [],
  nextJob: EMPTY_JOB,
}

type Customer = Omit<SuggestedCustomer, 'customerId' | 'companyName' | 'isImported' | 'rigs'>

/** A customer who is known, without an email or with one. */
export const customerValues = (
  customer: Customer,
): Pick<TicketFormValues, 'customerDetails' | 'coordinates'> => ({
  customerDetails: {
    ...textsOf(CUSTOMER_FIELDS, customer),
    ...(customer.email === '' && { noEmail: true }),
  },
  coordinates: customer.coordinates,
})

/** The customer and the rig of a ticket, to correct them or for a new one. */
export const formOfTicket = ({ customerId, customerDetails, customerRV }: TicketView): TicketFormValues => ({
  ...EMPTY_TICKET,
  picked: { customerId, ...pickFields(customerDetails, ['firstName', 'lastName']), rigs: [] },
  ...customerValues(customerDetails),
  customerRV: textsOf(RIG_FIELDS, customerRV),
})

export const useTicketForm = (initialValues: TicketFormValues): TicketForm =>
  useForm<TicketFormValues>({ initialValues, validate: validateTicket })

// The values of the new ticket form, and what is sent.

import { type UseFormReturnType, useForm } from '@mantine/form'
import * as z from 'zod'
import type { knownRig } from '#contract/rigs.ts'
import { newJob, newTicket } from '#contract/tickets.ts'
import type { Coordinates } from '#domain/customers/customer.ts'
import { validateWithContract } from '#web/api/validate-with-contract.ts'
import { EMPTY_JOB, type JobFormValues, toNewJob } from '#web/features/tickets/jobs/job-form-values.ts'

export type KnownRig = z.output<typeof knownRig>

type KnownRigMatch = {
  readonly rig: KnownRig
  /** The fields before the record was applied. */
  readonly before: Pick<TicketFormValues, 'customerDetails' | 'customerRV'>
}

export type TicketFormValues = {
  customerDetails: { firstName: string; lastName: string; email: string; phone: string; address: string }
  /** Of the current address, from a suggestion; null after further typing. */
  coordinates: Coordinates | null
  customerRV: { vin: string; make: string; model: string; year: string; axleAmount: string }
  /** The picked rig, whose details are locked. */
  known: KnownRigMatch | null
  jobs: JobFormValues[]
  /** The job line in the fields, not added yet. */
  nextJob: JobFormValues
}

export type TicketForm = UseFormReturnType<TicketFormValues>

const isJobFilledIn = (job: JobFormValues): boolean => job.problem.trim() !== ''

const ticketWithNextJob = z.object({ ...newTicket.shape, nextJob: newJob.optional() })

const { customerRV } = newTicket.shape
const requiredText = (schema: z.ZodDefault<z.ZodString>) => schema.unwrap().min(1, { error: 'Required.' })

/** A rig that was not picked needs all details. */
const ticketWithRigDetails = ticketWithNextJob.extend({
  customerRV: customerRV.extend({
    make: requiredText(customerRV.shape.make),
    model: requiredText(customerRV.shape.model),
    year: requiredText(customerRV.shape.year),
  }),
})

/** The customer with coordinates: the suggestion's, or the record's. */
function customerOf({ customerDetails, coordinates, known }: TicketFormValues) {
  const record = known?.rig.customer
  const sentCoordinates =
    coordinates ?? (record?.address === customerDetails.address ? record.coordinates : null)
  return sentCoordinates === null ? customerDetails : { ...customerDetails, coordinates: sentCoordinates }
}

/** A typed job that was not added is validated and sent with the rest. */
const toValidate = (values: TicketFormValues) => ({
  customerDetails: customerOf(values),
  customerRV: values.customerRV,
  jobs: values.jobs.map(toNewJob),
  ...(isJobFilledIn(values.nextJob) ? { nextJob: toNewJob(values.nextJob) } : {}),
})

/** The input of `tickets.create`, from a valid form. */
export function toNewTicket(values: TicketFormValues): z.input<typeof newTicket> {
  const { customerRV, jobs, nextJob } = values
  const all = isJobFilledIn(nextJob) ? [...jobs, nextJob] : jobs
  const sent = { customerDetails: customerOf(values), customerRV, jobs: all.map(toNewJob) }
  return sent as z.input<typeof newTicket>
}

/** Whether the typed job line can be added; sets errors beside its fields. */
export function validateNextJob(form: TicketForm): boolean {
  const result = newJob.safeParse(toNewJob(form.getValues().nextJob))
  for (const { path, message } of result.error?.issues ?? [])
    form.setFieldError(`nextJob.${path.join('.')}`, message)
  return result.success
}

const validateKnownRig = validateWithContract<TicketFormValues>(ticketWithNextJob, toValidate)
const validateNewRig = validateWithContract<TicketFormValues>(ticketWithRigDetails, toValidate)

/** All errors of the form. */
export const validateTicket = (values: TicketFormValues) =>
  (values.known === null ? validateNewRig : validateKnownRig)(values)

export const EMPTY_TICKET: TicketFormValues = {
  customerDetails: { firstName: '', lastName: '', email: '', phone: '', address: '' },
  coordinates: null,
  customerRV: { vin: '', make: '', model: '', year: '', axleAmount: '' },
  known: null,
  jobs: [],
  nextJob: EMPTY_JOB,
}

export const useTicketForm = (): TicketForm =>
  useForm<TicketFormValues>({
    initialValues: EMPTY_TICKET,
    validate: validateTicket,
  })

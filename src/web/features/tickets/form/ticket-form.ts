// What is typed on the new ticket's form, and what of it is sent.

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
  /** What stood in the fields before the record came. */
  readonly before: Pick<TicketFormValues, 'customerDetails' | 'customerRV'>
}

export type TicketFormValues = {
  customerDetails: { firstName: string; lastName: string; email: string; phone: string; address: string }
  /** Of the address as it stands, where a suggestion brought them; null once it is typed on. */
  coordinates: Coordinates | null
  customerRV: { vin: string; make: string; model: string; year: string; axleAmount: string }
  /** The rig as it was picked from the pool, which locks what stands in its record. */
  known: KnownRigMatch | null
  jobs: JobFormValues[]
  /** The job line in the fields, not added yet. */
  nextJob: JobFormValues
}

export type TicketForm = UseFormReturnType<TicketFormValues>

const isJobFilledIn = (job: JobFormValues): boolean => job.problem.trim() !== ''

const ticketWithNextJob = z.object({ ...newTicket.shape, nextJob: newJob.optional() })

const { customerRV } = newTicket.shape
const requiredWord = (word: z.ZodDefault<z.ZodString>) => word.unwrap().min(1, { error: 'Required.' })

/** What was not picked from the pool is described whole. */
const ticketWithRigDetails = ticketWithNextJob.extend({
  customerRV: customerRV.extend({
    make: requiredWord(customerRV.shape.make),
    model: requiredWord(customerRV.shape.model),
    year: requiredWord(customerRV.shape.year),
  }),
})

/** The customer with the place of the address: the suggestion's, or that of the record it came from. */
function customerOf({ customerDetails, coordinates, known }: TicketFormValues) {
  const record = known?.rig.customer
  const sentCoordinates =
    coordinates ?? (record?.address === customerDetails.address ? record.coordinates : null)
  return sentCoordinates === null ? customerDetails : { ...customerDetails, coordinates: sentCoordinates }
}

/** A job that was typed but not added yet is checked with the rest, and goes along. */
const toValidate = (values: TicketFormValues) => ({
  customerDetails: customerOf(values),
  customerRV: values.customerRV,
  jobs: values.jobs.map(toNewJob),
  ...(isJobFilledIn(values.nextJob) ? { nextJob: toNewJob(values.nextJob) } : {}),
})

/** What `tickets.create` takes, once the form has found nothing wrong with it. */
export function toNewTicket(values: TicketFormValues): z.input<typeof newTicket> {
  const { customerRV, jobs, nextJob } = values
  const all = isJobFilledIn(nextJob) ? [...jobs, nextJob] : jobs
  const sent = { customerDetails: customerOf(values), customerRV, jobs: all.map(toNewJob) }
  return sent as z.input<typeof newTicket>
}

/** Whether the typed job line can be added; puts what is wrong beside its fields. */
export function validateNextJob(form: TicketForm): boolean {
  const result = newJob.safeParse(toNewJob(form.getValues().nextJob))
  for (const { path, message } of result.error?.issues ?? [])
    form.setFieldError(`nextJob.${path.join('.')}`, message)
  return result.success
}

const validateKnownRig = validateWithContract<TicketFormValues>(ticketWithNextJob, toValidate)
const validateNewRig = validateWithContract<TicketFormValues>(ticketWithRigDetails, toValidate)

/** What is wrong with the form, all of it at once. */
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

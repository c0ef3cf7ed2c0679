// What is typed on the new ticket's form, and what of it is sent.

import { type UseFormReturnType, useForm } from '@mantine/form'
import * as z from 'zod'
import type { knownRig } from '#contract/rigs.ts'
import { newJob, newTicket } from '#contract/tickets.ts'
import type { Coordinates } from '#domain/customers/customer.ts'
import { validateWith } from '#web/api/validate-with-contract.ts'
import { NO_JOB, type TypedJob, typedJob } from '#web/features/tickets/jobs/job-form-values.ts'

export type KnownRig = z.output<typeof knownRig>

export type Recognized = {
  readonly rig: KnownRig
  /** What stood in the fields before the record came. */
  readonly before: Pick<TypedTicket, 'customerDetails' | 'customerRV'>
}

export type TypedTicket = {
  customerDetails: { firstName: string; lastName: string; email: string; phone: string; address: string }
  /** Of the address as it stands, where a suggestion brought them; null once it is typed on. */
  coordinates: Coordinates | null
  customerRV: { vin: string; make: string; model: string; year: string; axleAmount: string }
  /** The rig as it was picked from the pool, which locks what stands in its record. */
  known: Recognized | null
  jobs: TypedJob[]
  /** The job line in the fields, not added yet. */
  nextJob: TypedJob
}

export type TicketForm = UseFormReturnType<TypedTicket>

const isTyped = (job: TypedJob): boolean => job.problem.trim() !== ''

const withNext = z.object({ ...newTicket.shape, nextJob: newJob.optional() })

const { customerRV } = newTicket.shape
const told = (word: z.ZodDefault<z.ZodString>) => word.unwrap().min(1, { error: 'Fill this in.' })

/** What was not picked from the pool is described whole. */
const described = withNext.extend({
  customerRV: customerRV.extend({
    make: told(customerRV.shape.make),
    model: told(customerRV.shape.model),
    year: told(customerRV.shape.year),
  }),
})

/** The customer with the place of the address: the suggestion's, or that of the record it came from. */
function customerOf({ customerDetails, coordinates, known }: TypedTicket) {
  const record = known?.rig.customer
  const place = coordinates ?? (record?.address === customerDetails.address ? record.coordinates : null)
  return place === null ? customerDetails : { ...customerDetails, coordinates: place }
}

/** A job that was typed but not added yet is checked with the rest, and goes along. */
const toCheck = (typed: TypedTicket) => ({
  customerDetails: customerOf(typed),
  customerRV: typed.customerRV,
  jobs: typed.jobs.map(typedJob),
  ...(isTyped(typed.nextJob) ? { nextJob: typedJob(typed.nextJob) } : {}),
})

/** What `tickets.create` takes, once the form has found nothing wrong with it. */
export function toSend(typed: TypedTicket): z.input<typeof newTicket> {
  const { customerRV, jobs, nextJob } = typed
  const all = isTyped(nextJob) ? [...jobs, nextJob] : jobs
  const sent = { customerDetails: customerOf(typed), customerRV, jobs: all.map(typedJob) }
  return sent as z.input<typeof newTicket>
}

/** Whether the typed job line can be added; puts what is wrong beside its fields. */
export function checkNextJob(form: TicketForm): boolean {
  const checked = newJob.safeParse(typedJob(form.getValues().nextJob))
  for (const { path, message } of checked.error?.issues ?? [])
    form.setFieldError(`nextJob.${path.join('.')}`, message)
  return checked.success
}

const ofKnown = validateWith<TypedTicket>(withNext, toCheck)
const ofNew = validateWith<TypedTicket>(described, toCheck)

/** What is wrong with the form, all of it at once. */
export const checkTicket = (typed: TypedTicket) => (typed.known === null ? ofNew : ofKnown)(typed)

export const EMPTY_TICKET: TypedTicket = {
  customerDetails: { firstName: '', lastName: '', email: '', phone: '', address: '' },
  coordinates: null,
  customerRV: { vin: '', make: '', model: '', year: '', axleAmount: '' },
  known: null,
  jobs: [],
  nextJob: NO_JOB,
}

export const useTicketForm = (): TicketForm =>
  useForm<TypedTicket>({
    initialValues: EMPTY_TICKET,
    validate: checkTicket,
  })

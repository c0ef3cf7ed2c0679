// What is typed on the new ticket's form, and what of it is sent.

import { type UseFormReturnType, useForm } from '@mantine/form'
import * as z from 'zod'
import type { knownRig } from '#contract/rigs.ts'
import { newJob, newTicket } from '#contract/tickets.ts'
import { validateWith } from '#web/parts/contract-validate.ts'

export type TypedJob = { problem: string; estimatedTime: number | string; estimate: boolean }

export type KnownRig = z.output<typeof knownRig>

export type Recognized = {
  readonly rig: KnownRig
  /** What stood in the fields before the record came. */
  readonly before: Pick<TypedTicket, 'customerDetails' | 'customerRV'>
}

export type TypedTicket = {
  customerDetails: { firstName: string; lastName: string; email: string; phone: string; address: string }
  customerRV: { vin: string; make: string; model: string; year: string; axleAmount: string }
  /** The rig as it was picked from the pool, which locks what stands in its record. */
  known: Recognized | null
  jobs: TypedJob[]
  /** The job line in the fields, not added yet. */
  nextJob: TypedJob
}

export type TicketForm = UseFormReturnType<TypedTicket>

export const NO_JOB: TypedJob = { problem: '', estimatedTime: 0, estimate: false }

// An emptied time is no estimate.
const jobOf = ({ problem, estimatedTime, estimate }: TypedJob) => ({
  problem,
  estimatedTime: estimatedTime === '' ? 0 : estimatedTime,
  estimate,
})

const isTyped = (job: TypedJob): boolean => job.problem.trim() !== ''

const withNext = z.object({ ...newTicket.shape, nextJob: newJob.optional() })

/** A job that was typed but not added yet is checked with the rest, and goes along. */
const toCheck = ({ nextJob, jobs, known, ...rest }: TypedTicket) => ({
  ...rest,
  jobs: jobs.map(jobOf),
  ...(isTyped(nextJob) ? { nextJob: jobOf(nextJob) } : {}),
})

/** What `tickets.create` takes, once the form has found nothing wrong with it. */
export function toSend({ nextJob, jobs, known, ...rest }: TypedTicket): z.input<typeof newTicket> {
  const all = isTyped(nextJob) ? [...jobs, nextJob] : jobs
  return { ...rest, jobs: all.map(jobOf) } as z.input<typeof newTicket>
}

/** Whether the typed job line can be added; puts what is wrong beside its fields. */
export function checkNextJob(form: TicketForm): boolean {
  const checked = newJob.safeParse(jobOf(form.getValues().nextJob))
  for (const { path, message } of checked.error?.issues ?? [])
    form.setFieldError(`nextJob.${path.join('.')}`, message)
  return checked.success
}

export const useTicketForm = (): TicketForm =>
  useForm<TypedTicket>({
    initialValues: {
      customerDetails: { firstName: '', lastName: '', email: '', phone: '', address: '' },
      customerRV: { vin: '', make: '', model: '', year: '', axleAmount: '' },
      known: null,
      jobs: [],
      nextJob: NO_JOB,
    },
    validate: validateWith<TypedTicket>(withNext, toCheck),
  })

import { useDebouncedValue } from '@mantine/hooks'
import { mendVin } from '#domain/rigs/vin.ts'
import { NO_JOB } from '#web/features/tickets/jobs/job-form-values.ts'
import { DeferredWork } from '#web/pages/desk/deferred-work.tsx'
import type { TicketForm } from './ticket-form.ts'

const PAUSE_MS = 400

/** What was declined on the rig whose VIN stands on the new ticket, ready to be one of its job lines. */
export function DeferredOnNew({ form }: { form: TicketForm }) {
  const [vin] = useDebouncedValue(mendVin(form.values.customerRV.vin), PAUSE_MS)
  const here = new Set(form.values.jobs.map(({ problem }) => problem))
  return (
    <DeferredWork
      vin={vin}
      isHere={({ problem }) => here.has(problem)}
      onAdd={problem => form.insertListItem('jobs', { ...NO_JOB, problem })}
    />
  )
}

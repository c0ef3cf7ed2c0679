import { useDebouncedValue } from '@mantine/hooks'
import { normalizeVin } from '#domain/rigs/vin.ts'
import { EMPTY_JOB } from '#web/features/tickets/jobs/job-form-values.ts'
import { DeferredWork } from '#web/pages/desk/deferred-work.tsx'
import type { TicketForm } from './ticket-form.ts'

const DEBOUNCE_MS = 400

/** What was declined on the rig whose VIN stands on the new ticket, ready to be one of its job lines. */
export function DeferredOnNew({ form }: { form: TicketForm }) {
  const [vin] = useDebouncedValue(normalizeVin(form.values.customerRV.vin), DEBOUNCE_MS)
  const problems = new Set(form.values.jobs.map(({ problem }) => problem))
  return (
    <DeferredWork
      vin={vin}
      isOnTicket={({ problem }) => problems.has(problem)}
      onAdd={problem => form.insertListItem('jobs', { ...EMPTY_JOB, problem })}
    />
  )
}

import { NativeSelect } from '@mantine/core'
import { teamOf, technicianOfJob } from '#domain/tickets/ticket-helpers.ts'
import { client } from '#web/api/client.ts'
import { jobChanged } from '#web/features/tickets/optimistic/optimistic-jobs.ts'
import { useTicketContext } from '#web/features/tickets/ticket-context.ts'
import type { JobView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'

const ANYONE = ''

/** Which of those who work on the ticket is to do a job line; saved when chosen. */
export function JobTechnician({ job }: { job: JobView }) {
  const ticket = useTicketContext()
  const { jobNumber, namedTechnician } = job
  const { run } = useTicketCommand(ticket.ticketId, client.tickets.changeJob, {
    optimistic: jobChanged,
    waitForRefetch: true,
    onDone: () => notify.success('Technician of the job line saved.'),
  })
  return (
    <NativeSelect
      label={`Technician of job ${jobNumber}`}
      value={technicianOfJob(job, ticket) === null ? ANYONE : (namedTechnician ?? ANYONE)}
      data={[
        { value: ANYONE, label: 'Anyone on the ticket' },
        ...teamOf(ticket).map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={({ currentTarget: { value } }) =>
        run({ ticketId: ticket.ticketId, jobNumber, namedTechnician: value === ANYONE ? null : value })
      }
    />
  )
}

import { client } from '#web/api/client.ts'
import { jobAdded } from '#web/features/tickets/optimistic/optimistic-jobs.ts'
import { type TicketView, useTicketCommand } from '#web/features/tickets/ticket-queries.ts'
import { DeferredWork } from '#web/pages/desk/deferred-work.tsx'
import { notify } from '#web/ui/feedback/notify.ts'

/** Work declined on this rig before, to be added as job lines. */
export function DeferredOnTicket({ ticket }: { ticket: TicketView }) {
  const { ticketId, customerRV, jobs } = ticket
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.addJob, {
    optimistic: jobAdded,
    waitForRefetch: true,
    onDone: () => notify.success('Job line added.'),
  })
  const problems = new Set(jobs.map(({ problem }) => problem))
  return (
    <DeferredWork
      vin={customerRV.vin}
      isOnTicket={line => line.ticketId === ticketId || problems.has(line.problem)}
      isBusy={isRunning}
      onAdd={problem => run({ ticketId, problem })}
    />
  )
}

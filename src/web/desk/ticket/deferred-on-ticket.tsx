import { client } from '#web/api.ts'
import { DeferredWork } from '#web/desk/deferred-work.tsx'
import { jobAdded } from '#web/parts/ticket/foreseen-jobs.ts'
import { type TicketView, useTicketCommand } from '#web/parts/ticket/ticket-view.ts'
import { notify } from '#web/ui/notify.ts'

/** What was declined on this rig before, ready to be a job line of this ticket. */
export function DeferredOnTicket({ ticket }: { ticket: TicketView }) {
  const { ticketId, customerRV, jobs } = ticket
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.addJob, {
    foresee: jobAdded,
    untilSeen: true,
    onDone: () => notify.success('Job line added.'),
  })
  const here = new Set(jobs.map(({ problem }) => problem))
  return (
    <DeferredWork
      vin={customerRV.vin}
      isHere={line => line.ticketId === ticketId || here.has(line.problem)}
      isBusy={isRunning}
      onAdd={problem => run({ ticketId, problem })}
    />
  )
}

import { client } from '#web/api/client.ts'
import { DeferredWork } from '#web/features/rigs/deferred-work.tsx'
import { jobAdded } from '#web/features/tickets/optimistic/optimistic-jobs.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'

/** What was declined on this rig before, ready to be a job line of this ticket. */
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
      ofTicket={ticketId}
      isOnTicket={line => line.ticketId === ticketId || problems.has(line.problem)}
      isBusy={isRunning}
      onAdd={({ problem, estimatedTime, estimate, laborRateId, flatPrice, parts }) =>
        run({
          ...{ ticketId, problem, estimatedTime, estimate, laborRateId: laborRateId ?? undefined },
          flatPrice: flatPrice ?? undefined,
          isByClock: false,
          parts: parts.map(({ perPartAmount, ...part }) => ({
            ...part,
            perPartAmount: perPartAmount ?? undefined,
          })),
        })
      }
    />
  )
}

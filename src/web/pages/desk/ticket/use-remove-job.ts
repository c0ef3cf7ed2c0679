import { client } from '#web/api/client.ts'
import { jobAdded, jobRemoved } from '#web/features/tickets/optimistic/optimistic-jobs.ts'
import { useTicketContext } from '#web/features/tickets/ticket-context.ts'
import type { JobView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'

/** Deletes a job line. Undo adds it again, as the last one, with its text. */
export function useRemoveJob(job: JobView, onRemove: () => void) {
  const { ticketId } = useTicketContext()
  const { jobNumber, problem, estimatedTime, estimate, cause, correction, suggestedTime } = job
  const restoreFindings = useTicketCommand(ticketId, client.tickets.changeJob)
  const hasFindings = cause !== '' || correction !== '' || suggestedTime !== null
  const undoRemove = useTicketCommand(ticketId, client.tickets.addJob, {
    optimistic: jobAdded,
    onDone: added => {
      if (hasFindings)
        restoreFindings.run({ ticketId, jobNumber: added.jobNumber, cause, correction, suggestedTime })
    },
  })
  const remove = useTicketCommand(ticketId, client.tickets.removeJob, {
    optimistic: jobRemoved,
    onDone: () => {
      notify.undoable('Job line deleted.', () =>
        undoRemove.run({ ticketId, problem, estimatedTime, estimate }),
      )
    },
  })
  const run = (): void => {
    onRemove()
    remove.run({ ticketId, jobNumber })
  }
  return { run, isRunning: remove.isRunning }
}

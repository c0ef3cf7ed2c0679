import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { clocksToStop } from '#domain/clocks/clocks-to-stop.ts'
import { jobLabel } from '#domain/tickets/job.ts'
import { removeHelper } from '#domain/tickets/ticket.ts'
import { api } from '#web/api/client.ts'
import { ClockQuestionDialog } from './lazy-clock-question-dialog.ts'

type Clock = Awaited<ReturnType<typeof api.clocks.list.call>>['running'][number]
type Question = { readonly clocks: readonly Clock[]; readonly confirmLabel: string; readonly run: () => void }

type Change = { readonly ticketId: number } & (
  | {
      /** Who gets the ticket; null if it is released. */
      readonly employeeId: string | null
    }
  | {
      /** Who helps no longer. */
      readonly helperId: string
    }
)

const labelOf = (change: Change): string => {
  if ('helperId' in change) return 'Stop Clock and Remove'
  return change.employeeId === null ? 'Stop Clock and Release' : 'Stop Clock and Assign'
}

/**
 * Asks before a change of a ticket's technicians stops a running clock, and says whose and on what. `ask` runs the
 * command at once if it stops none; the page renders `question`.
 */
export function useStopClockQuestion(): {
  readonly ask: (change: Change, run: () => void) => Promise<void>
  readonly question: ReactNode
} {
  const queries = useQueryClient()
  const [asked, setAsked] = useState<Question | null>(null)
  const [isOpen, setOpen] = useState(false)

  async function listClocks(change: Change): Promise<Clock[]> {
    const { ticketId } = change
    const [{ running }, employees] = await Promise.all([
      queries.fetchQuery({ ...api.clocks.list.queryOptions(), staleTime: 0 }),
      queries.ensureQueryData(api.employees.list.queryOptions()),
    ])
    if (!running.some(clock => clock.ticketId === ticketId)) return []
    const ticketQuery = api.tickets.get.queryOptions({ input: { ticketId } })
    const ticket = await queries.fetchQuery({ ...ticketQuery, staleTime: 0 })
    const after =
      'helperId' in change
        ? removeHelper(ticket, change.helperId)
        : { ...ticket, assignedTechnician: change.employeeId }
    return clocksToStop(running, employees, after)
  }

  async function ask(change: Change, run: () => void): Promise<void> {
    // Without an answer the command decides, and says itself what went wrong.
    const clocks = await listClocks(change).catch(() => [])
    if (clocks.length === 0) return run()
    setAsked({ clocks, confirmLabel: labelOf(change), run })
    setOpen(true)
  }

  const close = () => setOpen(false)
  const question = asked && (
    <Suspense>
      <ClockQuestionDialog
        title="Stop the clock?"
        confirmLabel={asked.confirmLabel}
        isOpen={isOpen}
        onClose={close}
        onConfirm={() => {
          close()
          asked.run()
        }}
      >
        {asked.clocks.map(({ sessionId, technician, ...job }) => (
          <p key={sessionId}>
            {technician} is clocked in on {jobLabel(job)}. The clock stops and the ticket leaves their list.
          </p>
        ))}
      </ClockQuestionDialog>
    </Suspense>
  )
  return { ask, question }
}

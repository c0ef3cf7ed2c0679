import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { clocksToStop } from '#domain/clocks/clocks-to-stop.ts'
import { jobLabel } from '#domain/tickets/job.ts'
import { api } from '#web/api/client.ts'
import { ClockQuestionDialog } from './lazy-clock-question-dialog.ts'

type Clock = Awaited<ReturnType<typeof api.clocks.list.call>>['running'][number]
type Question = { readonly clocks: readonly Clock[]; readonly confirmLabel: string; readonly run: () => void }

type Assignment = {
  readonly ticketId: number
  /** Who gets the ticket; null if it is released. */
  readonly employeeId: string | null
}

/**
 * Asks before an assignment stops a running clock, and says whose and on what. `ask` runs the command at once if it
 * stops none; the page renders `question`.
 */
export function useStopClockQuestion(): {
  readonly ask: (assignment: Assignment, run: () => void) => Promise<void>
  readonly question: ReactNode
} {
  const queries = useQueryClient()
  const [asked, setAsked] = useState<Question | null>(null)
  const [isOpen, setOpen] = useState(false)

  async function ask({ ticketId, employeeId }: Assignment, run: () => void): Promise<void> {
    const clocks = await Promise.all([
      queries.fetchQuery({ ...api.clocks.list.queryOptions(), staleTime: 0 }),
      queries.ensureQueryData(api.employees.list.queryOptions()),
    ]).then(
      ([{ running }, employees]) => clocksToStop(running, employees, ticketId, employeeId),
      // Without an answer the command decides, and says itself what went wrong.
      () => [],
    )
    if (clocks.length === 0) return run()
    const confirmLabel = employeeId === null ? 'Stop Clock and Release' : 'Stop Clock and Assign'
    setAsked({ clocks, confirmLabel, run })
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

// The job lines that the customer is about to be asked about, chosen where they stand.

import { Button } from '@mantine/core'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { jobLabel } from '#domain/tickets/job.ts'
import { isInWork } from '#domain/tickets/ticket.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { useTicketContext } from '#web/features/tickets/ticket-context.ts'
import { type JobView, type TicketView, workableJobs } from '#web/features/tickets/ticket-view.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import styles from './request-approval.module.css'

type ApprovalChoice = {
  readonly chosen: ReadonlySet<number>
  readonly setChosen: (jobNumbers: ReadonlySet<number>) => void
}

const ApprovalChoiceContext = createContext<ApprovalChoice>({ chosen: new Set(), setChosen: () => {} })

export const useApprovalChoice = (): ApprovalChoice => useContext(ApprovalChoiceContext)

export function ApprovalChoiceProvider({ children }: { children: ReactNode }) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  // The same for every line while the ticket changes, so that a change of one renders only that one.
  const choice = useMemo(() => ({ chosen, setChosen }), [chosen])
  return <ApprovalChoiceContext value={choice}>{children}</ApprovalChoiceContext>
}

/** Chooses the line; nothing for who may not ask the customer. */
export function ApprovalChoiceBox({ job }: { job: JobView }) {
  const ticket = useTicketContext()
  const may = usePermission()
  const { chosen, setChosen } = useApprovalChoice()
  const { jobNumber, optimistic } = job
  if (!isInWork(ticket) || !may('approval.ask')) return null
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        aria-label={`Choose ${jobLabel(job)}`}
        disabled={optimistic !== undefined}
        checked={chosen.has(jobNumber)}
        onChange={({ currentTarget }) => {
          const next = new Set(chosen)
          if (currentTarget.checked) next.add(jobNumber)
          else next.delete(jobNumber)
          setChosen(next)
        }}
      />
    </label>
  )
}

/** Chooses every line that the customer was not asked about yet, or all of them again. */
export function ChooseAllButton({ ticket: { jobs } }: { ticket: TicketView }) {
  const may = usePermission()
  const { chosen, setChosen } = useApprovalChoice()
  const lines = workableJobs(jobs)
  const button = useRef<HTMLButtonElement>(null)
  const hadChoice = useRef(false)
  // The button that was tapped in the form is gone with it.
  useEffect(() => {
    if (chosen.size === 0 && hadChoice.current && document.activeElement === document.body)
      button.current?.focus()
    hadChoice.current = chosen.size > 0
  }, [chosen.size])
  if (!may('approval.ask') || lines.length === 0 || chosen.size > 0) return null
  const unasked = lines.filter(({ answer, isAsked }) => answer === 'none' && !isAsked)
  const choose = (): void =>
    setChosen(new Set((unasked.length > 0 ? unasked : lines).map(({ jobNumber }) => jobNumber)))
  return (
    <Button ref={button} size="compact-sm" onClick={ignoreDoubleClick(choose)}>
      Ask Customer
    </Button>
  )
}

import { Button, VisuallyHidden } from '@mantine/core'
import { IconCalendarEvent } from '@tabler/icons-react'
import { useRef } from 'react'
import { formatDay } from '#domain/lib/company-time.ts'
import { fullName, UNKNOWN_TECHNICIAN } from '#domain/tickets/assignment.ts'
import { client } from '#web/api/client.ts'
import { useTechnicians } from '#web/features/employees/use-technicians.ts'
import { planned, released } from '#web/features/tickets/optimistic/optimistic-ticket.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import styles from './technician-panel.module.css'

/** Planned technicians for later days. */
export function PlannedTechnicians({ ticket }: { ticket: TicketView }) {
  const { plannedTechs } = ticket
  const { employees, isPending } = useTechnicians()
  const list = useRef<HTMLDivElement>(null)
  const nameOf = (uuid: string): string => {
    const employee = employees.find(({ id }) => id === uuid)
    if (employee !== undefined) return fullName(employee)
    return isPending ? '…' : UNKNOWN_TECHNICIAN
  }
  return (
    <div ref={list} tabIndex={-1}>
      {plannedTechs.length > 0 && (
        <ul className={styles.plans}>
          {plannedTechs.map(plan => (
            <li key={plan.date} className={styles.plan}>
              <span className={styles.planned}>
                <IconCalendarEvent size={18} aria-hidden />
                <span>
                  Planned: {nameOf(plan.uuid)}, {formatDay(plan.date)}
                </span>
              </span>
              {/* The button is gone with its line; focus stays here. */}
              <DropPlan ticket={ticket} plan={plan} onDone={() => list.current?.focus()} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type Plan = TicketView['plannedTechs'][number]
type DropPlanProps = { ticket: TicketView; plan: Plan; onDone: () => void }

function DropPlan({ ticket: { ticketId }, plan: { date, uuid }, onDone }: DropPlanProps) {
  const planAgain = useTicketCommand(ticketId, client.tickets.assign, {
    optimistic: (ticket, { employeeId }) => planned(ticket, employeeId, date),
  })
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.release, {
    optimistic: released,
    onDone: () => {
      onDone()
      notify.undoable('Planned assignment canceled.', () =>
        planAgain.run({ ticketId, employeeId: uuid, date }),
      )
    },
  })
  return (
    <Button size="compact-sm" disabled={isRunning} onClick={ignoreDoubleClick(() => run({ ticketId, date }))}>
      Cancel planned assignment
      <VisuallyHidden> for {formatDay(date)}</VisuallyHidden>
    </Button>
  )
}

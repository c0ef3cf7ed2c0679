import { Button } from '@mantine/core'
import { type FormEvent, lazy, useRef, useState } from 'react'
import { addDays } from '#domain/lib/calendar-date.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { SELECT_TECHNICIAN } from '#domain/refusals/page-blocker.ts'
import { technicianName } from '#domain/tickets/assignment.ts'
import { isInWork } from '#domain/tickets/ticket.ts'
import { client } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { useStopClockQuestion } from '#web/features/clocks/use-stop-clock-question.tsx'
import { useTechnicians } from '#web/features/employees/use-technicians.ts'
import { lazyPanel } from '#web/features/panels/lazy-panel.tsx'
import {
  Absence,
  assignedMessage,
  PlanDay,
  TechnicianSelect,
  TechniciansError,
} from '#web/features/schedule/assignment-fields.tsx'
import { assigned, planned, released } from '#web/features/tickets/optimistic/optimistic-ticket.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LazyContent } from '#web/ui/lazy-content.tsx'
import { TextLink } from '#web/ui/links.tsx'
import styles from './technician-panel.module.css'

const PlannedTechnicians = lazyPanel(() =>
  import('./planned-technicians.tsx').then(({ PlannedTechnicians }) => PlannedTechnicians),
)

const PhoneNote = lazy(() =>
  import('#web/features/clocks/phone-note.tsx').then(({ PhoneNote }) => ({ default: PhoneNote })),
)

const TicketHelpers = lazy(() =>
  import('./ticket-helpers.tsx').then(module => ({ default: module.TicketHelpers })),
)

/** Assigned and released are never said at once. */
const TECHNICIAN_TOPIC = 'technician'

/** The assigned technician; on an active ticket, the desk can change it. */
export function TechnicianPanel({ ticket }: { ticket: TicketView }) {
  const may = usePermission()
  const inWork = isInWork(ticket)
  const mayAssign = inWork && may('ticket.assign')
  const name = technicianName(ticket)
  // The list stays for the focus once its last plan is dropped.
  const hadPlans = useRef(false)
  hadPlans.current ||= ticket.plannedTechs.length > 0
  const { run, isRunning } = useTicketCommand(ticket.ticketId, client.tickets.release, {
    optimistic: released,
    onDone: () => notify.success('Technician released successfully.', TECHNICIAN_TOPIC),
  })
  const { ask, question } = useStopClockQuestion()
  const { ticketId } = ticket
  const button = useRef<HTMLButtonElement>(null)
  const releaseNow = (): void => {
    // The tapped button is gone with the technician.
    button.current?.closest('section')?.querySelector('select')?.focus()
    run({ ticketId })
  }
  const release = (
    <Button
      ref={button}
      size="compact-sm"
      disabled={isRunning}
      onClick={ignoreDoubleClick(() => ask({ ticketId, employeeId: null }, releaseNow))}
    >
      Release Technician
    </Button>
  )
  return (
    <Panel title="Technician" actions={name !== null && inWork && may('ticket.release') && release}>
      {question}
      <p className={styles.name} data-none={name === null || undefined}>
        {name ?? 'No technician assigned yet.'}
      </p>
      {ticket.assignedTechnician !== null && (
        <LazyContent>
          <PhoneNote
            technicianId={ticket.assignedTechnician}
            timeZone={ticket.timeZone}
            className={styles.hint}
          />
        </LazyContent>
      )}
      {(ticket.helpers.length > 0 || (mayAssign && ticket.assignedTechnician !== null)) && (
        <LazyContent>
          <TicketHelpers ticket={ticket} mayChange={mayAssign} />
        </LazyContent>
      )}
      {mayAssign && (
        <>
          {hadPlans.current && <PlannedTechnicians ticket={ticket} />}
          <Assign ticket={ticket} />
        </>
      )}
    </Panel>
  )
}

function Assign({ ticket }: { ticket: TicketView }) {
  const { ticketId, timeZone } = ticket
  const may = usePermission()
  const [chosen, setChosen] = useState('')
  const [date, setDate] = useState('')
  const [error, setError] = useState<string | null>(null)
  const { technicians, isPending, isError, refetch } = useTechnicians()
  const { ask, question } = useStopClockQuestion()
  const today = dayOf(new Date(), timeZone)
  const tomorrow = addDays(today, 1)
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.assign, {
    optimistic: (before, { employeeId, date: day }) => {
      const technician = technicians.find(({ id }) => id === employeeId)
      if (technician === undefined) return before
      if (day !== undefined && day > today) return planned(before, employeeId, day)
      return day === undefined || day === today ? assigned(before, technician, today, new Date()) : before
    },
    onDone: () => {
      setChosen('')
      setDate('')
      notify.success(assignedMessage(date, today), TECHNICIAN_TOPIC)
    },
    onError: ({ message, fields, requestId }) => {
      if (fields.date === undefined) notify.failure(message, { requestId })
      else setError(fields.date)
    },
  })

  function assign(event: FormEvent) {
    event.preventDefault()
    if (isRunning) return
    notify.clear(SELECT_TECHNICIAN)
    setError(null)
    // The employee may have been deleted meanwhile.
    if (!technicians.some(({ id }) => id === chosen)) notify.failure(SELECT_TECHNICIAN)
    else if (date > today) run({ ticketId, employeeId: chosen, date })
    else
      void ask({ ticketId, employeeId: chosen }, () =>
        run({ ticketId, employeeId: chosen, date: date || undefined }),
      )
  }

  if (isError) return <TechniciansError className={styles.hint} onRetry={() => refetch()} />
  if (!isPending && technicians.length === 0)
    return (
      <p className={styles.hint}>
        Your company has no technicians yet.{' '}
        {may('employee.register') && <TextLink to="/register-employee">Add Employee</TextLink>}
      </p>
    )
  return (
    <form className={styles.assign} onSubmit={assign}>
      {question}
      <TechnicianSelect
        technicians={technicians}
        aria-label="Select Technician"
        value={chosen}
        disabled={isPending}
        onChange={event => setChosen(event.currentTarget.value)}
      />
      <div className={styles.day}>
        <PlanDay
          className={styles.date ?? ''}
          today={today}
          description="Leave blank for today."
          value={date}
          error={error}
          onChange={event => setDate(event.currentTarget.value)}
        />
        <Button aria-pressed={date === tomorrow} onClick={() => setDate(date === tomorrow ? '' : tomorrow)}>
          Tomorrow
        </Button>
      </div>
      <Absence technicians={technicians} chosenId={chosen} day={date === '' ? today : date} />
      <Button
        type="submit"
        disabled={isPending}
        aria-disabled={isRunning || undefined}
        onClick={ignoreDoubleClick()}
      >
        Assign Technician
      </Button>
    </form>
  )
}

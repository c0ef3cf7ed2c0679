import { Button, Modal, NativeSelect } from '@mantine/core'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { describeAppointment } from '#domain/bookings/appointment.ts'
import { customerLabel } from '#domain/customers/customer.ts'
import { SELECT_TECHNICIAN } from '#domain/refusals/page-blocker.ts'
import { rigName } from '#domain/rigs/rig.ts'
import { isConfirmed } from '#domain/tickets/confirmation.ts'
import { api, client } from '#web/api/client.ts'
import { optimisticUpdate } from '#web/api/optimistic-update.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { MoveAppointment } from '#web/features/bookings/move-appointment.tsx'
import { useStopClockQuestion } from '#web/features/clocks/use-stop-clock-question.tsx'
import {
  Absence,
  assignedMessage,
  PlanDay,
  TechnicianSelect,
} from '#web/features/schedule/assignment-fields.tsx'
import { ticketPath } from '#web/features/tickets/ticket-path.ts'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { TextLink } from '#web/ui/links.tsx'
import styles from './schedule.module.css'
import { type Entry, isMovable, type ScheduledTicket, type Week, withoutEntry } from './week.ts'

/** What to assign or plan, as far as known from the tapped element. */
export type AssignRequest = {
  readonly card?: ScheduledTicket
  readonly technicianId?: string
  readonly date: string
  /** The entry that would move. */
  readonly movedEntry?: Entry
  /** The time `HH:mm` that its appointment was dragged to. */
  readonly time?: string
}

type AssignFormProps = {
  week: Week
  /** The query of the week. */
  queryKey: QueryKey
  /** The last one stays until the dialog is closed. */
  request: AssignRequest
  onClose: () => void
}

/**
 * Asks for ticket, technician and day, or for the time of an appointment: the keyboard's alternative to dragging, and
 * its confirmation.
 */
export function AssignDialog({ isOpen, ...form }: AssignFormProps & { isOpen: boolean }) {
  // Opened after mounting: a dialog returns the focus to where it was on opening.
  const [isShown, setShown] = useState(false)
  useEffect(() => setShown(isOpen), [isOpen])
  const { card } = form.request
  return (
    <Modal
      opened={isShown}
      onClose={form.onClose}
      title={card === undefined ? 'Assign a Ticket' : customerLabel(card)}
    >
      <DialogContent {...form} />
    </Modal>
  )
}

function DialogContent(form: AssignFormProps) {
  const { week, request, onClose } = form
  const { card, date, time } = request
  const queries = useQueryClient()
  const [isMoving, setMoving] = useState(time !== undefined)
  if (card === undefined || !isConfirmed(card) || card.appointmentAt === null) return <AssignForm {...form} />
  const { ticketId, appointmentAt } = card
  const { timeZone } = week
  return isMoving ? (
    <>
      <TicketLine card={card} timeZone={timeZone} />
      <MoveAppointment
        booking={{ ticketId, wantedAt: new Date(appointmentAt), timeZone }}
        {...(time !== undefined && { proposed: { day: date, time } })}
        onDone={() => {
          void queries.invalidateQueries({ queryKey: api.schedule.week.key() })
          onClose()
        }}
      />
    </>
  ) : (
    <>
      <AssignForm {...form} />
      <Button mt="md" variant="subtle" onClick={() => setMoving(true)}>
        Move Appointment
      </Button>
    </>
  )
}

function AssignForm({ week, queryKey, request, onClose }: AssignFormProps) {
  const { today, technicians, unassigned } = week
  const queries = useQueryClient()
  const [ticketId, setTicketId] = useState(String(request.card?.ticketId ?? ''))
  const [employeeId, setEmployeeId] = useState(request.technicianId ?? '')
  const [date, setDate] = useState(request.date < today ? today : request.date)
  const [error, setError] = useState<Readonly<Record<string, string>>>({})
  const { movedEntry } = request
  const isFixed = movedEntry !== undefined && !isMovable(movedEntry, today)

  const refetch = () => void queries.invalidateQueries({ queryKey: api.schedule.week.key() })
  const release = useMutationOnce(client.tickets.release, {
    optimistic: () =>
      movedEntry &&
      optimisticUpdate<Week>(queries, queryKey, optimisticWeek => withoutEntry(optimisticWeek, movedEntry)),
    onDone: refetch,
  })
  const assign = useMutationOnce(client.tickets.assign, {
    onDone: () => {
      // The plan dragged to another day is removed from its own.
      if (movedEntry?.isPlanned && movedEntry.date !== date)
        release.run({ ticketId: Number(ticketId), date: movedEntry.date })
      refetch()
      notify.success(assignedMessage(date, today))
      onClose()
    },
    onError: ({ fields = {}, message, requestId }) => {
      refetch()
      if (Object.keys(fields).length > 0) setError(fields)
      else notify.failure(message, { requestId })
    },
  })

  const { ask, question } = useStopClockQuestion()

  function submit(event: FormEvent) {
    event.preventDefault()
    const missing = {
      ...(ticketId === '' ? { ticketId: 'Select a ticket.' } : {}),
      ...(employeeId === '' ? { employeeId: SELECT_TECHNICIAN } : {}),
      ...(date === '' ? { date: 'Select a day.' } : {}),
    }
    setError(missing)
    if (Object.keys(missing).length > 0) return
    const run = () => assign.run({ ticketId: Number(ticketId), employeeId, date })
    if (date > today) run()
    else void ask({ ticketId: Number(ticketId), employeeId }, run)
  }

  function removeAssignment() {
    if (movedEntry === undefined) return
    const { ticketId } = movedEntry.card
    const remove = () => {
      release.run({ ticketId, ...(movedEntry.isPlanned ? { date: movedEntry.date } : {}) })
      onClose()
    }
    if (movedEntry.isPlanned) remove()
    else void ask({ ticketId, employeeId: null }, remove)
  }

  return (
    <>
      {question}
      {request.card !== undefined && <TicketLine card={request.card} timeZone={week.timeZone} />}
      {isFixed ? (
        <p className={styles.past}>This day is over or the ticket has moved on, so it can’t be changed.</p>
      ) : (
        <form className={styles.form} onSubmit={submit} noValidate>
          {request.card === undefined && unassigned.length === 0 && (
            <p className={styles.line}>
              Every ticket in progress is assigned. To move one, select it on the board or drag it.
            </p>
          )}
          {request.card === undefined && (
            <NativeSelect
              label="Ticket"
              value={ticketId}
              error={error.ticketId}
              onChange={event => setTicketId(event.currentTarget.value)}
            >
              <option value="">Select Ticket</option>
              {unassigned.map(card => (
                <option key={card.ticketId} value={card.ticketId}>
                  {`${customerLabel(card)} · ${card.ticketId}`}
                </option>
              ))}
            </NativeSelect>
          )}
          <TechnicianSelect
            technicians={technicians}
            label="Technician"
            value={employeeId}
            error={error.employeeId}
            onChange={event => setEmployeeId(event.currentTarget.value)}
          />
          <PlanDay
            today={today}
            description="Today assigns right away. A later day is assigned that morning."
            value={date}
            error={error.date}
            onChange={event => setDate(event.currentTarget.value)}
          />
          <Absence technicians={technicians} chosenId={employeeId} day={date} />
          <div className={styles.footer}>
            {movedEntry !== undefined && (
              <Button variant="subtle" color="red" disabled={release.isRunning} onClick={removeAssignment}>
                {movedEntry.isPlanned ? 'Cancel Planned Assignment' : 'Release Technician'}
              </Button>
            )}
            <PrimaryButton type="submit" loading={assign.isRunning} loadingText="Assigning…">
              Assign Technician
            </PrimaryButton>
          </div>
        </form>
      )}
    </>
  )
}

function TicketLine({ card, timeZone }: { card: ScheduledTicket; timeZone: string }) {
  const path = ticketPath(card.state, card.ticketId)
  return (
    <p className={styles.line}>
      {rigName(card)} · {path === null ? card.ticketId : <TextLink to={path}>Open {card.ticketId}</TextLink>}
      {card.appointmentAt !== null &&
        ` · ${describeAppointment({ ...card, closeReason: null }, new Date(card.appointmentAt), timeZone)}`}
    </p>
  )
}

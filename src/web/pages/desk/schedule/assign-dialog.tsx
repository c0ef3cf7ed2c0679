import { Button, Modal, NativeSelect } from '@mantine/core'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useMemo, useState } from 'react'
import { describeAppointment } from '#domain/bookings/appointment.ts'
import { customerLabel } from '#domain/customers/customer.ts'
import { SELECT_TECHNICIAN } from '#domain/refusals/page-blocker.ts'
import { rigName } from '#domain/rigs/rig.ts'
import { canBeInServiceBay } from '#domain/service-bays/service-bay.ts'
import { isConfirmed } from '#domain/tickets/confirmation.ts'
import type { ServiceBay } from '#domain/tickets/ticket.ts'
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
import { notifyServiceBay } from '#web/features/service-bays/notify-service-bay.ts'
import { ServiceBayForm } from '#web/features/service-bays/service-bay-form.tsx'
import { ServiceBaySelect, toServiceBayId } from '#web/features/service-bays/service-bay-select.tsx'
import { ticketPath } from '#web/features/tickets/ticket-path.ts'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { TextLink } from '#web/ui/links.tsx'
import { ticketsForServiceBay } from './day.ts'
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
  /** The bay to put it in, null for none: asks for the bay instead of a technician. */
  readonly serviceBayId?: string | null
}

type AssignFormProps = {
  week: Week
  serviceBays: readonly ServiceBay[]
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
  const { card, serviceBayId } = form.request
  const title = serviceBayId === undefined ? 'Assign a Ticket' : 'Put a Ticket in a Bay'
  return (
    <Modal opened={isShown} onClose={form.onClose} title={card === undefined ? title : customerLabel(card)}>
      <DialogContent {...form} />
    </Modal>
  )
}

function DialogContent(form: AssignFormProps) {
  const { week, request, onClose } = form
  const { card, date, time } = request
  const queries = useQueryClient()
  const [isMoving, setMoving] = useState(time !== undefined)
  const Form = request.serviceBayId === undefined ? AssignForm : PutInServiceBay
  if (card === undefined || !isConfirmed(card) || card.appointmentAt === null) return <Form {...form} />
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
      <Form {...form} />
      <Button mt="md" variant="subtle" onClick={() => setMoving(true)}>
        Move Appointment
      </Button>
    </>
  )
}

/** The bay of a ticket, of which the dialog may have to ask first. */
function PutInServiceBay({ week, serviceBays, request, onClose }: AssignFormProps) {
  const queries = useQueryClient()
  const { serviceBayId = null } = request
  const choices = useMemo(() => ticketsForServiceBay(week, serviceBayId), [week, serviceBayId])
  const [ticketId, setTicketId] = useState('')
  const card = request.card ?? choices.find(choice => String(choice.ticketId) === ticketId)
  if (card !== undefined && !canBeInServiceBay(card)) return <p className={styles.past}>{NOT_CHANGEABLE}</p>
  return (
    <>
      {request.card === undefined && <TicketSelect cards={choices} value={ticketId} onChange={setTicketId} />}
      {card !== undefined && (
        <>
          <TicketLine card={card} timeZone={week.timeZone} />
          <ServiceBayForm
            ticketId={card.ticketId}
            serviceBays={serviceBays}
            serviceBayId={serviceBayId}
            className={styles.form}
            onDone={() => {
              void queries.invalidateQueries({ queryKey: api.schedule.week.key() })
              onClose()
            }}
          />
        </>
      )}
    </>
  )
}

type TicketSelectProps = {
  cards: readonly ScheduledTicket[]
  value: string
  error?: string | undefined
  onChange: (ticketId: string) => void
}

const TicketSelect = ({ cards, value, error, onChange }: TicketSelectProps) => (
  <NativeSelect
    label="Ticket"
    value={value}
    error={error}
    onChange={event => onChange(event.currentTarget.value)}
  >
    <option value="">Select Ticket</option>
    {cards.map(card => (
      <option key={card.ticketId} value={card.ticketId}>
        {`${customerLabel(card)} · ${card.ticketId}`}
      </option>
    ))}
  </NativeSelect>
)

const NOT_CHANGEABLE = 'This day is over or the ticket has moved on, so it can’t be changed.'

function AssignForm({ week, serviceBays, queryKey, request, onClose }: AssignFormProps) {
  const { today, technicians, unassigned } = week
  const queries = useQueryClient()
  const [ticketId, setTicketId] = useState(String(request.card?.ticketId ?? ''))
  const [employeeId, setEmployeeId] = useState(request.technicianId ?? '')
  const [date, setDate] = useState(request.date < today ? today : request.date)
  const [error, setError] = useState<Readonly<Record<string, string>>>({})
  // Of a ticket that is chosen here: its own.
  const card = request.card ?? unassigned.find(choice => String(choice.ticketId) === ticketId)
  const ownBay = card?.serviceBay?.id ?? ''
  const [chosenBay, setBay] = useState<string | null>(null)
  const bay = chosenBay ?? ownBay
  const { movedEntry } = request
  const isFixed = movedEntry !== undefined && !isMovable(movedEntry, today)

  const refetch = () => void queries.invalidateQueries({ queryKey: api.schedule.week.key() })
  const release = useMutationOnce(client.tickets.release, {
    optimistic: () =>
      movedEntry &&
      optimisticUpdate<Week>(queries, queryKey, optimisticWeek => withoutEntry(optimisticWeek, movedEntry)),
    onDone: refetch,
  })
  const moveTicket = useMutationOnce(client.serviceBays.moveTicket, {
    onDone: ({ serviceBayNote }) => {
      refetch()
      notifyServiceBay(serviceBayNote)
    },
  })
  const assign = useMutationOnce(client.tickets.assign, {
    onDone: () => {
      // The plan dragged to another day is removed from its own.
      if (movedEntry?.isPlanned && movedEntry.date !== date)
        release.run({ ticketId: Number(ticketId), date: movedEntry.date })
      if (bay !== ownBay) moveTicket.run({ ticketId: Number(ticketId), serviceBayId: toServiceBayId(bay) })
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
        <p className={styles.past}>{NOT_CHANGEABLE}</p>
      ) : (
        <form className={styles.form} onSubmit={submit} noValidate>
          {request.card === undefined && unassigned.length === 0 && (
            <p className={styles.line}>
              Every ticket in progress is assigned. To move one, select it on the board or drag it.
            </p>
          )}
          {request.card === undefined && (
            <TicketSelect cards={unassigned} value={ticketId} error={error.ticketId} onChange={setTicketId} />
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
          {serviceBays.length > 0 && (
            <ServiceBaySelect
              serviceBays={serviceBays}
              value={bay}
              error={error.serviceBayId}
              onChange={event => setBay(event.currentTarget.value)}
            />
          )}
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

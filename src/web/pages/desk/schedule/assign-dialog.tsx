import { Button, Modal, NativeSelect } from '@mantine/core'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { customerLabel } from '#domain/customers/customer.ts'
import { rigName } from '#domain/rigs/rig.ts'
import { api, client } from '#web/api/client.ts'
import { showAtOnce } from '#web/api/optimistic-update.ts'
import { useCommand } from '#web/api/use-mutation-once.ts'
import { ticketPath } from '#web/features/tickets/ticket-state.tsx'
import { assignedWords, PlanDay, TechnicianSelect } from '#web/pages/desk/assignment-fields.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { TextLink } from '#web/ui/links.tsx'
import styles from './schedule.module.css'
import { type Card, type Entry, isMovable, type Week, without } from './week.ts'

/** What somebody wants to assign or plan, as far as it is known from where they pressed. */
export type Wish = {
  readonly card?: Card
  readonly technicianId?: string
  readonly date: string
  /** What stands on the board and would move. */
  readonly moved?: Entry
}

type AssignDialogProps = {
  week: Week
  /** Where the page holds the week. */
  queryKey: QueryKey
  /** Null while there is none; the last one stays until the dialog is gone. */
  wish: Wish | null
  opened: boolean
  onClose: () => void
}

/**
 * Asks for ticket, technician and day: the keyboard's way to what dragging does, and its last word.
 * Always on the page, so that the keyboard finds back to where it came from.
 */
export const AssignDialog = ({ week, queryKey, wish, opened, onClose }: AssignDialogProps) => (
  <Modal
    opened={opened}
    onClose={onClose}
    title={wish?.card === undefined ? 'Assign a Ticket' : customerLabel(wish.card)}
  >
    {wish !== null && <AssignForm week={week} queryKey={queryKey} wish={wish} onClose={onClose} />}
  </Modal>
)

type AssignFormProps = { week: Week; queryKey: QueryKey; wish: Wish; onClose: () => void }

function AssignForm({ week, queryKey, wish, onClose }: AssignFormProps) {
  const { today, technicians, waiting } = week
  const queries = useQueryClient()
  const [ticketId, setTicketId] = useState(String(wish.card?.ticketId ?? ''))
  const [employeeId, setEmployeeId] = useState(wish.technicianId ?? '')
  const [date, setDate] = useState(wish.date < today ? today : wish.date)
  const [fault, setFault] = useState<Readonly<Record<string, string>>>({})
  const { moved } = wish
  const isFixed = moved !== undefined && !isMovable(moved, today)

  const lookAgain = () => void queries.invalidateQueries({ queryKey: api.schedule.week.key() })
  const release = useCommand(client.tickets.release, {
    foresee: () => moved && showAtOnce<Week>(queries, queryKey, shown => without(shown, moved)),
    onDone: lookAgain,
  })
  const assign = useCommand(client.tickets.assign, {
    onDone: () => {
      // The plan that was dragged away from its day is no longer wanted there.
      if (moved?.isPlanned && moved.date !== date)
        release.run({ ticketId: Number(ticketId), date: moved.date })
      lookAgain()
      notify.success(assignedWords(date, today))
      onClose()
    },
    onFault: ({ fields = {}, message, requestId }) => {
      lookAgain()
      if (Object.keys(fields).length > 0) setFault(fields)
      else notify.failure(message, { requestId })
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const missing = {
      ...(ticketId === '' ? { ticketId: 'Choose a ticket.' } : {}),
      ...(employeeId === '' ? { employeeId: 'Please select a technician.' } : {}),
      ...(date === '' ? { date: 'Choose a day.' } : {}),
    }
    setFault(missing)
    if (Object.keys(missing).length === 0) assign.run({ ticketId: Number(ticketId), employeeId, date })
  }

  function drop() {
    if (moved === undefined) return
    release.run({ ticketId: moved.card.ticketId, ...(moved.isPlanned ? { date: moved.date } : {}) })
    onClose()
  }

  return (
    <>
      {wish.card !== undefined && <TicketLine card={wish.card} />}
      {isFixed ? (
        <p className={styles.past}>This day is over, or the ticket has gone on. It stays as it was.</p>
      ) : (
        <form className={styles.form} onSubmit={submit} noValidate>
          {wish.card === undefined && waiting.length === 0 && (
            <p className={styles.line}>
              Every ticket in work has somebody. To move one, press it on the board or drag it.
            </p>
          )}
          {wish.card === undefined && (
            <NativeSelect
              label="Ticket"
              value={ticketId}
              error={fault.ticketId}
              onChange={event => setTicketId(event.currentTarget.value)}
            >
              <option value="">Select Ticket</option>
              {waiting.map(card => (
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
            error={fault.employeeId}
            onChange={event => setEmployeeId(event.currentTarget.value)}
          />
          <PlanDay
            today={today}
            description="Today assigns at once. A later day becomes an assignment that morning."
            value={date}
            error={fault.date}
            onChange={event => setDate(event.currentTarget.value)}
          />
          <div className={styles.foot}>
            {moved !== undefined && (
              <Button variant="subtle" color="red" disabled={release.isRunning} onClick={drop}>
                {moved.isPlanned ? 'Drop This Plan' : 'Release Technician'}
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

function TicketLine({ card }: { card: Card }) {
  const path = ticketPath(card.state, card.ticketId)
  return (
    <p className={styles.line}>
      {rigName(card)} · {path === null ? card.ticketId : <TextLink to={path}>Open {card.ticketId}</TextLink>}
    </p>
  )
}

import { Button, VisuallyHidden } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { helpsOn } from '#domain/account/permission.ts'
import { SELECT_TECHNICIAN } from '#domain/refusals/page-blocker.ts'
import { type Helper, removeHelper } from '#domain/tickets/ticket.ts'
import { MAX_HELPERS, TOO_MANY_HELPERS } from '#domain/tickets/ticket-helpers.ts'
import { client } from '#web/api/client.ts'
import { useStopClockQuestion } from '#web/features/clocks/use-stop-clock-question.tsx'
import { useTechnicians } from '#web/features/employees/use-technicians.ts'
import { TechnicianSelect, TechniciansError } from '#web/features/schedule/assignment-fields.tsx'
import { helperAdded } from '#web/features/tickets/optimistic/optimistic-ticket.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import styles from './technician-panel.module.css'

/** Added and removed are never said at once. */
const HELPER_TOPIC = 'helper'

type TicketHelpersProps = { ticket: TicketView; mayChange: boolean }

/** Who helps on the ticket; the desk adds and removes them. */
export function TicketHelpers({ ticket, mayChange }: TicketHelpersProps) {
  const { helpers } = ticket
  const section = useRef<HTMLDivElement>(null)
  const isFull = helpers.length >= MAX_HELPERS
  return (
    <div ref={section} tabIndex={-1}>
      {helpers.length > 0 && (
        <ul className={styles.plans} aria-label="Helpers">
          {helpers.map(helper => (
            <li key={helper.id} className={styles.plan}>
              <span className={styles.planned}>{helper.name} helps</span>
              {/* The button is gone with its line; focus stays here. */}
              {mayChange && (
                <RemoveHelper ticket={ticket} helper={helper} onRemove={() => section.current?.focus()} />
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange && isFull && <p className={styles.hint}>{TOO_MANY_HELPERS}</p>}
      {mayChange && !isFull && <AddHelper ticket={ticket} />}
    </div>
  )
}

type RemoveHelperProps = { ticket: TicketView; helper: Helper; onRemove: () => void }

function RemoveHelper({ ticket: { ticketId }, helper: { id, name }, onRemove }: RemoveHelperProps) {
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.removeHelper, {
    optimistic: ticket => removeHelper(ticket, id),
    onDone: () => notify.success('Helper removed.', HELPER_TOPIC),
  })
  const { ask, question } = useStopClockQuestion()
  const remove = (): void => {
    onRemove()
    run({ ticketId, employeeId: id })
  }
  return (
    <>
      {question}
      <Button
        size="compact-sm"
        disabled={isRunning}
        onClick={ignoreDoubleClick(() => void ask({ ticketId, helperId: id }, remove))}
      >
        Remove
        <VisuallyHidden> {name} as a helper</VisuallyHidden>
      </Button>
    </>
  )
}

/** A button, and in its place the choice of a technician. */
function AddHelper({ ticket }: { ticket: TicketView }) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  if (isOpen) return <AddHelperForm ticket={ticket} onClose={() => setOpen(false)} />
  return (
    <Button
      ref={opener}
      mt="xs"
      size="compact-sm"
      variant="subtle"
      leftSection={<IconUserPlus size={16} aria-hidden />}
      onClick={() => setOpen(true)}
    >
      Add Helper
    </Button>
  )
}

function AddHelperForm({ ticket, onClose }: { ticket: TicketView; onClose: () => void }) {
  const { ticketId, assignedTechnician } = ticket
  const [chosen, setChosen] = useState('')
  const [error, setError] = useState<string | null>(null)
  const { technicians, isPending, isError, refetch } = useTechnicians()
  const others = technicians.filter(({ id }) => id !== assignedTechnician && !helpsOn(id, ticket))
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.addHelper, {
    optimistic: (before, { employeeId }) => {
      const technician = technicians.find(({ id }) => id === employeeId)
      return technician === undefined ? before : helperAdded(before, technician)
    },
    onDone: () => {
      notify.success('Helper added.', HELPER_TOPIC)
      onClose()
    },
    onError: ({ message, fields, requestId }) => {
      if (fields.employeeId === undefined) notify.failure(message, { requestId })
      else setError(fields.employeeId)
    },
  })

  function add(event: FormEvent) {
    event.preventDefault()
    if (isRunning) return
    // The employee may have been deleted meanwhile.
    const isKnown = others.some(({ id }) => id === chosen)
    setError(isKnown ? null : SELECT_TECHNICIAN)
    if (isKnown) run({ ticketId, employeeId: chosen })
  }

  const isEmpty = !isPending && others.length === 0 && !isRunning
  return (
    <form className={styles.assign} onSubmit={add}>
      {isError && <TechniciansError className={styles.hint} onRetry={() => refetch()} />}
      {!isError && isEmpty && <p className={styles.hint}>No other technician can help.</p>}
      {!isError && !isEmpty && (
        <>
          <TechnicianSelect
            technicians={isRunning ? technicians : others}
            label="Helper"
            autoFocus
            value={chosen}
            error={error}
            disabled={isPending}
            onChange={event => setChosen(event.currentTarget.value)}
          />
          <Button type="submit" aria-disabled={isRunning || undefined} onClick={ignoreDoubleClick()}>
            Add Helper
          </Button>
        </>
      )}
      <Button onClick={onClose}>Cancel</Button>
    </form>
  )
}

import { useNavigate } from '@tanstack/react-router'
import { helpsOn } from '#domain/account/permission.ts'
import { technicianName } from '#domain/tickets/assignment.ts'
import { helpNote } from '#domain/tickets/ticket-helpers.ts'
import { client } from '#web/api/client.ts'
import { useAccount } from '#web/api/session.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import styles from './team-note.module.css'

/** Who helps on the ticket or whom one helps, and how to stop. Nothing without helpers. */
export function TeamNote({ ticket }: { ticket: TicketView }) {
  const { ticketId, assignedTechnician, helpers } = ticket
  const me = useAccount()
  const navigate = useNavigate()
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.stopHelping, {
    onDone: () => {
      notify.success('You no longer help on this ticket.')
      void navigate({ to: '/bay' })
    },
  })
  const note = helpNote({ technician: technicianName(ticket), assignedTechnician, helpers }, me)
  if (note === null) return null
  return (
    <div className={styles.note}>
      <p className={styles.who}>{note}.</p>
      {helpsOn(me, ticket) && (
        <ConfirmInline
          label="Stop Helping"
          question="The ticket leaves your list. Your clock on it stops."
          loading={isRunning}
          onConfirm={() => run({ ticketId })}
        />
      )}
    </div>
  )
}

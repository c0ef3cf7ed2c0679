import { Alert } from '@mantine/core'
import { IconPlayerPause } from '@tabler/icons-react'
import { formatWhen } from '#domain/lib/company-time.ts'
import { transitionSentence } from '#domain/refusals/page-blocker.ts'
import { serviceBayLabel } from '#domain/service-bays/service-bay-label.ts'
import { isConfirmed } from '#domain/tickets/confirmation.ts'
import type { State } from '#domain/tickets/ticket.ts'
import { CheckInDetails } from '#web/features/bookings/check-in-details.tsx'
import { checkInNotesOf } from '#web/features/bookings/check-in-notes.ts'
import { TICKET_STATE_STYLES } from '#web/features/tickets/ticket-state-badge.tsx'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'

const NEXT_STEP: Readonly<Record<State, string>> = {
  pending: 'The desk has not accepted it yet.',
  active: 'Continue with the work.',
  approval: 'Waiting for the desk. You’ll see the answer here.',
  completed: 'It can’t be edited unless the desk reopens it.',
  recorded: "It is in the RV's work history and can no longer be edited.",
  declined: 'The desk declined it.',
  closed: 'No work is needed.',
}

/** Why the ticket is not active: its last step and by whom; and the note of its hold, of which the head has the rest. Nothing for an active one. */
export function TicketStatus({ ticket }: { ticket: TicketView }) {
  const { state, lastTransition, timeZone, unsent, hold } = ticket
  const isBack = lastTransition.verb === 'approve' || lastTransition.verb === 'reopen'
  const { icon: Icon } = TICKET_STATE_STYLES[state]
  return (
    <div role="status">
      {hold?.note && (
        <Alert mb="md" icon={<IconPlayerPause aria-hidden />} variant="default">
          <strong>On hold:</strong> {hold.note}
        </Alert>
      )}
      {(state !== 'active' || isBack || unsent !== undefined) && (
        <Alert mb="md" icon={<Icon aria-hidden />} variant="default">
          {unsent === undefined ? (
            <>
              <strong>{transitionSentence(lastTransition, timeZone, new Date())}</strong>{' '}
              {isConfirmed(ticket) ? 'Tap Arrived when you are at the RV.' : NEXT_STEP[state]}
            </>
          ) : (
            <>
              <strong>Not sent yet.</strong>{' '}
              {unsent.name === 'checkIn' ? 'You arrived' : 'You sent this ticket for approval'} at{' '}
              {formatWhen(unsent.tappedAt, timeZone, new Date())}. The desk{' '}
              {unsent.name === 'checkIn' ? 'sees' : 'gets'} it as soon as you have a signal.
            </>
          )}
        </Alert>
      )}
    </div>
  )
}

/** Where the rig and its keys are: its bay, and what was noted at Check In. */
export function CheckInNotes({ ticket }: { ticket: TicketView }) {
  // Undefined on a ticket that an earlier version stored on a phone.
  const { checkIn = null, serviceBay = null } = ticket
  const notes = checkIn === null ? [] : checkInNotesOf({ ...checkIn, broughtBy: '' })
  const facts = [
    ...(serviceBay === null ? [] : [serviceBayLabel(serviceBay.name)]),
    ...notes.map(({ label, value }) => `${label}: ${value}`),
  ]
  const shown = facts.length > 0 && <p>{facts.join(' · ')}</p>
  return checkIn === null ? shown : <CheckInDetails ticket={ticket}>{shown}</CheckInDetails>
}

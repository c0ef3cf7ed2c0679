import { Button } from '@mantine/core'
import { IconSteeringWheel } from '@tabler/icons-react'
import { arrivalText } from '#domain/bookings/stop-text.ts'
import { emailNotSentSentence } from '#domain/mail/email-outcome.ts'
import { client } from '#web/api/client.ts'
import type { Stops } from '#web/api/live/apply-change.ts'
import { useNow } from '#web/api/use-now.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { onEscape } from '#web/ui/on-escape.ts'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import styles from './todays-stops.module.css'
import { useTodaysStops } from './use-bay-outbox.ts'

export type Stop = Stops['stops'][number]

export type StopProps = { stop: Stop; timeZone: string }

/** On the page of an appointment: On My Way, if it is a visit of today that is still ahead. */
export function SetOutOfTicket({ ticketId }: { ticketId: number }) {
  const { stops, timeZone } = useTodaysStops(useNow())
  const stop = stops.find(other => other.ticketId === ticketId)
  if (stop?.state !== 'pending') return null
  return (
    <div className={styles.ofTicket}>
      <Arrival stop={stop} timeZone={timeZone} />
      <SetOut stop={stop} />
    </div>
  )
}

/** What the customer was told, or that they are there. */
export function Arrival({ stop, timeZone }: StopProps) {
  const text = arrivalText(stop, timeZone)
  return text === '' ? null : <span>{text}</span>
}

const MINUTES = [10, 15, 20, 30, 45, 60, 90, 120]

/** Asks for the minutes, and tells the customer. */
export function SetOut({ stop: { ticketId, arrivingAt } }: { stop: Stop }) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const { run, isRunning } = useTicketCommand(ticketId, client.bookings.setOut, {
    inBay: 'setOut',
    onDone: ({ email, phones }) => {
      const problem = phones > 0 ? null : emailNotSentSentence(email)
      if (problem !== null) notify.failure(problem)
      else notify.success(email === null ? 'Saved.' : 'The customer knows when to expect you.')
    },
    onWaiting: () => notify.success('Not sent yet. The customer is told as soon as you have a signal.'),
  })
  if (!isOpen)
    return (
      <Button
        ref={opener}
        size="md"
        disabled={isRunning}
        leftSection={<IconSteeringWheel size={20} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {arrivingAt === null ? 'On My Way' : 'Change Time'}
      </Button>
    )
  return (
    <fieldset className={styles.minutes} onKeyDown={onEscape(() => setOpen(false))}>
      <legend>Minutes until you arrive</legend>
      {MINUTES.map((minutes, index) => (
        <Button
          key={minutes}
          size="md"
          // The tapped button is gone.
          autoFocus={index === 0}
          aria-label={`${minutes} minutes`}
          onClick={() => {
            setOpen(false)
            run({ ticketId, minutes })
          }}
        >
          {minutes}
        </Button>
      ))}
      <Button size="md" variant="subtle" onClick={() => setOpen(false)}>
        Cancel
      </Button>
    </fieldset>
  )
}

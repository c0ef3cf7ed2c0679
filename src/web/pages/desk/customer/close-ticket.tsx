import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isRunning as isClockRunning } from '#domain/clocks/clock.ts'
import { formatMoney, NO_MONEY, sum } from '#domain/lib/money.ts'
import { jobLabel } from '#domain/tickets/job.ts'
import { api } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { CorrectClockButton } from '#web/features/clocks/correct-clock-button.tsx'
import { CloseForm } from '#web/features/tickets/close-form.tsx'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { MoneyText } from '#web/ui/numbers.tsx'
import styles from './customer-contact-panel.module.css'

type CloseTicketProps = {
  ticket: TicketView
  onClosed: () => void
  onCancel: () => void
  onShowMoney: () => void
}

/** What has to be settled before the ticket can be closed, with the way there; without any of it, the form. */
export function CloseTicket({ ticket, onClosed, onCancel, onShowMoney }: CloseTicketProps) {
  const { ticketId, jobs, timeZone, customerDetails } = ticket
  const enabled = usePermission()('billing.use')
  const { data: money } = useQuery({
    ...api.billing.getTicket.queryOptions({ input: { ticketId } }),
    enabled,
  })
  const running = jobs.flatMap(job =>
    job.sessions.filter(isClockRunning).map(session => ({ ...session, job })),
  )
  const held = money === undefined ? NO_MONEY : sum([money.balance.held, money.balance.credit])
  const mayHold = held > 0 && money?.hasAppointmentFee === true
  if (running.length === 0 && (held === 0 || mayHold))
    return (
      <>
        {mayHold && (
          <p className={styles.line}>
            <MoneyText amount={formatMoney(held)} /> of the customer’s money is held for this ticket.{' '}
            {money.bookingPayment === null
              ? 'The fee for a missed or late canceled appointment is taken from it. Otherwise, refund it first.'
              : 'What was paid when booking is kept for a missed or late canceled appointment. Otherwise it goes back to the card; refund anything else first.'}
          </p>
        )}
        <CloseForm
          ticketId={ticketId}
          hasEmail={customerDetails.email !== ''}
          onClosed={onClosed}
          onCancel={onCancel}
        />
      </>
    )
  return (
    <div role="alert" className={styles.parts}>
      {running.map(({ job, ...session }) => (
        <div key={session.sessionId} className={styles.part}>
          <p className={styles.line}>
            {session.technician} is clocked in on {jobLabel(job)}. Stop the clock first.
          </p>
          <CorrectClockButton session={{ ...session, ...job, ticketId }} timeZone={timeZone} />
        </div>
      ))}
      {held > 0 && (
        <div className={styles.part}>
          <p className={styles.line}>
            <MoneyText amount={formatMoney(held)} /> of the customer’s money is held for this ticket. Refund
            it first.
          </p>
          <Button size="compact-sm" onClick={onShowMoney}>
            Go to Payments
          </Button>
        </div>
      )}
    </div>
  )
}

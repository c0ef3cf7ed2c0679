import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { cancellationNote } from '#domain/billing/booking-payment.ts'
import { formatAppointment } from '#domain/bookings/appointment.ts'
import { blockersForChanging, changeEndsAt } from '#domain/bookings/change-appointment.ts'
import { formatTime } from '#domain/lib/company-time.ts'
import { pageBlockerSentence } from '#domain/refusals/page-blocker.ts'
import { client } from '#web/api/client.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { useNow } from '#web/api/use-now.ts'
import { lazyPanel } from '#web/features/panels/lazy-panel.tsx'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import styles from './progress-panel.module.css'
import { type TrackedTicket, trackedTicketQuery } from './tracked-ticket-query.ts'

const RescheduleForm = lazyPanel(() =>
  import('./reschedule-form.tsx').then(({ RescheduleForm }) => RescheduleForm),
)

/** The appointment's calendar file. */
export const calendarLinkOf = (token: string) => ({
  href: `/api/follow/${token}/appointment.ics`,
  download: 'appointment.ics',
})

type AppointmentProps = {
  token: string
  ticket: TrackedTicket
  appointment: NonNullable<TrackedTicket['appointment']>
}

/** When and where the customer comes; before the company has answered, what they asked for. */
export function Appointment({ token, ticket, appointment }: AppointmentProps) {
  const { at, place, site, isAccepted, arrivingAt } = appointment
  const { timeZone } = ticket
  const where = place === 'site' ? `at ${site}` : 'at the shop'
  return (
    <>
      <p className={isAccepted ? styles.sentence : styles.muted}>
        <span>{isAccepted ? 'Your appointment: ' : 'You asked for '}</span>
        <time dateTime={at.toISOString()}>{formatAppointment(at, timeZone)}</time>
        <span>{`, ${where}.`}</span>
      </p>
      {arrivingAt !== null && (
        <p className={styles.sentence} role="status">
          {`Your technician is on the way. Expected about ${formatTime(arrivingAt, timeZone)}.`}
        </p>
      )}
      {isAccepted && <AppointmentActions token={token} ticket={ticket} appointment={appointment} />}
    </>
  )
}

function AppointmentActions({ token, ticket, appointment }: AppointmentProps) {
  const { timeZone, company, hasBegun } = ticket
  const { at, changeHours } = appointment
  const queries = useQueryClient()
  const container = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const now = useNow()
  const { bookingPayment = null, received = 0 } = ticket.money ?? {}
  const terms = received > 0 ? (bookingPayment?.terms ?? null) : null
  const [blocker] = blockersForChanging({ at, changeHours, hasBegun }, now)
  const until = changeEndsAt(at, changeHours)
  const refetch = () => queries.invalidateQueries({ queryKey: trackedTicketQuery(token).queryKey })
  const cancel = useMutationOnce(client.customerView.cancel, {
    onDone: async () => {
      await refetch()
      notify.success('Your appointment is canceled.')
    },
    onError: (error, showError) => {
      showError(error)
      void refetch()
    },
  })
  const close = () => {
    setOpen(false)
    // The tapped button goes away with the form.
    container.current?.focus({ preventScroll: true })
  }
  return (
    <div ref={container} tabIndex={-1}>
      <p className={styles.muted}>
        {`${blocker !== undefined ? pageBlockerSentence(blocker, timeZone, now) : ''}${
          blocker === undefined && until !== null
            ? `You can change it here until ${formatAppointment(until, timeZone)}.`
            : ''
        }`}
      </p>
      {isOpen && blocker === undefined ? (
        <RescheduleForm
          token={token}
          companyId={company.companyUUID}
          onDone={async () => {
            await refetch()
            close()
          }}
          onCancel={close}
        />
      ) : (
        <div className={styles.line}>
          <Button
            component="a"
            {...calendarLinkOf(token)}
            variant="default"
            leftSection={<IconCalendarPlus size={18} aria-hidden />}
          >
            Add to Calendar
          </Button>
          {blocker === undefined && (
            <>
              <Button variant="default" disabled={cancel.isRunning} onClick={() => setOpen(true)}>
                Reschedule
              </Button>
              <ConfirmInline
                label="Cancel Appointment"
                question={`${company.companyName} will take your RV off their schedule.${
                  terms === null ? '' : ` ${cancellationNote(terms, at, now)}`
                }`}
                loading={cancel.isRunning}
                onConfirm={() => cancel.run({ token })}
              />
            </>
          )}
        </div>
      )}
    </div>
  )
}

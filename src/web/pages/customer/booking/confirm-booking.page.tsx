import { Anchor } from '@mantine/core'
import { IconCircleCheck, IconClockX, IconLinkOff, IconMailCheck } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PAGES } from '#contract/pages/page-routes.ts'
import { PAY_TO_HOLD } from '#domain/billing/booking-payment.ts'
import { formatAppointment } from '#domain/bookings/appointment.ts'
import { formatWhen, zoneName } from '#domain/lib/company-time.ts'
import { telOf } from '#domain/lib/phone.ts'
import { api, client, toAppError } from '#web/api/client.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import styles from './book.module.css'

/** Opened by the link in the confirmation email. Only tapping the button confirms, not opening the page. */
export function ConfirmBookingPage() {
  const { token } = useParams({ from: '/booking/$token' })
  const { data, error, refetch } = useQuery(api.bookings.preview.queryOptions({ input: { token } }))
  return (
    <Page title={PAGES.confirmBooking.title} width="reading">
      {data !== undefined ? (
        <Panel>
          <div className={styles.confirmation} role="status">
            <BookingStatus token={token} preview={data} />
          </div>
        </Panel>
      ) : error === null ? (
        <PanelSkeleton lines={4} label="Loading your booking…" />
      ) : toAppError(error).code === 'NOT_FOUND' ? (
        <EmptyState
          icon={IconLinkOff}
          sentence={toAppError(error).message}
          action={<LinkButton to="/">Home</LinkButton>}
        />
      ) : (
        <QueryError error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

type BookingPreview = Awaited<ReturnType<typeof api.bookings.preview.call>>

function BookingStatus({ token, preview }: { token: string; preview: BookingPreview }) {
  const { status, company, ticketId, payPath } = preview
  const call = <Anchor href={telOf(company.companyPhone)}>{company.companyPhone}</Anchor>
  if (status === 'expired' || status === 'taken')
    return (
      <>
        <IconClockX size={32} aria-hidden />
        <p className={styles.lead}>
          {status === 'expired'
            ? 'This booking wasn’t confirmed in time, so it was canceled.'
            : 'This time is no longer free. Nothing was sent to the shop.'}
        </p>
        <RequestedAppointment preview={preview} />
        <p>
          <span>{`Book again, or call ${company.companyName}: `}</span>
          {call}
        </p>
        <LinkButton next to={`/companies/${company.companyUUID}/book`}>
          Book an Appointment
        </LinkButton>
      </>
    )
  if (status === 'confirmed')
    return (
      <>
        <IconCircleCheck size={32} aria-hidden />
        <p
          className={styles.lead}
        >{`Your booking is with ${company.companyName}. They’ll email you to confirm the time.`}</p>
        <RequestedAppointment preview={preview} />
        {payPath !== null && (
          <LinkButton next to={payPath}>
            {PAY_TO_HOLD}
          </LinkButton>
        )}
        {ticketId !== null && (
          <p>
            Your ticket number is <strong>{ticketId}</strong>. Questions? Call {call}.
          </p>
        )}
      </>
    )
  return <ConfirmPrompt token={token} preview={preview} />
}

function RequestedAppointment({ preview: { wanted } }: { preview: BookingPreview }): ReactNode {
  if (wanted === null) return null
  return (
    <p>
      <strong>{formatAppointment(wanted.at, wanted.timeZone)}</strong>
      <span>{` (${zoneName(wanted.timeZone, wanted.at)})`}</span>
    </p>
  )
}

function ConfirmPrompt({ token, preview }: { token: string; preview: BookingPreview }) {
  const queries = useQueryClient()
  const { run, isRunning } = useMutationOnce(client.bookings.confirm, {
    onDone: confirmed =>
      queries.setQueryData(api.bookings.preview.queryKey({ input: { token } }), confirmed) && undefined,
  })
  const { company, wanted } = preview
  return (
    <>
      <IconMailCheck size={32} aria-hidden />
      <p className={styles.lead}>{`Tap the button to send your booking to ${company.companyName}.`}</p>
      <RequestedAppointment preview={preview} />
      <PrimaryButton size="lg" loading={isRunning} loadingText="Confirming…" onClick={() => run({ token })}>
        Confirm Booking
      </PrimaryButton>
      {wanted !== null && (
        <p>{`You can confirm until ${formatWhen(wanted.until, wanted.timeZone, new Date())}.`}</p>
      )}
    </>
  )
}

import { Anchor } from '@mantine/core'
import { IconCircleCheck, IconClockX, IconLinkOff, IconMailCheck } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { printAppointment, zoneName } from '#domain/bookings/appointment.ts'
import { printWhen } from '#domain/lib/company-time.ts'
import { telOf } from '#domain/lib/phone.ts'
import { api, client, faultOf } from '#web/api/client.ts'
import { LoadFault } from '#web/api/query-error.tsx'
import { useCommand } from '#web/api/use-mutation-once.ts'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import styles from './book.module.css'

/** Where the link of a booking's letter leads. Only the press of its button confirms. */
export function ConfirmBookingPage() {
  const { token } = useParams({ from: '/booking/$token' })
  const { data, error, refetch } = useQuery(api.bookings.look.queryOptions({ input: { token } }))
  return (
    <Page title="Your Booking" width="reading">
      {data !== undefined ? (
        <Panel>
          <div className={styles.told} role="status">
            <Standing token={token} held={data} />
          </div>
        </Panel>
      ) : error === null ? (
        <PanelSkeleton lines={4} label="Loading your booking…" />
      ) : faultOf(error).code === 'NOT_FOUND' ? (
        <EmptyState
          icon={IconLinkOff}
          sentence={faultOf(error).message}
          action={<LinkButton to="/">Home</LinkButton>}
        />
      ) : (
        <LoadFault error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

type Held = Awaited<ReturnType<typeof api.bookings.look.call>>

function Standing({ token, held }: { token: string; held: Held }) {
  const { standing, company, ticketId } = held
  const call = <Anchor href={telOf(company.companyPhone)}>{company.companyPhone}</Anchor>
  if (standing === 'gone')
    return (
      <>
        <IconClockX size={32} aria-hidden />
        <p className={styles.lead}>This booking was not confirmed in time, so it is no longer there.</p>
        <p>
          Book once more, or call {company.companyName}: {call}
        </p>
        <LinkButton next to={`/companies/${company.companyUUID}/book`}>
          Book an Appointment
        </LinkButton>
      </>
    )
  if (standing === 'confirmed')
    return (
      <>
        <IconCircleCheck size={32} aria-hidden />
        <p className={styles.lead}>
          Your booking is with {company.companyName}. They read it and write to you whether it fits.
        </p>
        <Wanted held={held} />
        {ticketId !== null && (
          <p>
            If you call, your number is <strong>{ticketId}</strong>: {call}
          </p>
        )}
      </>
    )
  return <Waiting token={token} held={held} />
}

function Wanted({ held: { wanted } }: { held: Held }): ReactNode {
  if (wanted === null) return null
  return (
    <p>
      <strong>{printAppointment(wanted.at, wanted.timeZone)}</strong> ({zoneName(wanted.timeZone, wanted.at)})
    </p>
  )
}

function Waiting({ token, held }: { token: string; held: Held }) {
  const queries = useQueryClient()
  const { run, isRunning } = useCommand(client.bookings.confirm, {
    onDone: after =>
      queries.setQueryData(api.bookings.look.queryKey({ input: { token } }), after) && undefined,
  })
  const { company, wanted } = held
  return (
    <>
      <IconMailCheck size={32} aria-hidden />
      <p className={styles.lead}>One more press, and {company.companyName} has your booking.</p>
      <Wanted held={held} />
      <PrimaryButton size="lg" loading={isRunning} loadingText="Confirming…" onClick={() => run({ token })}>
        Confirm Booking
      </PrimaryButton>
      {wanted !== null && <p>This works until {printWhen(wanted.until, wanted.timeZone, new Date())}.</p>}
    </>
  )
}

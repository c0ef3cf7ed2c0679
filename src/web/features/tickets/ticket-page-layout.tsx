import { IconTicketOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { customerLabel } from '#domain/customers/customer.ts'
import { rigName } from '#domain/rigs/rig.ts'
import type { State } from '#domain/tickets/ticket.ts'
import { api, faultOf } from '#web/api/client.ts'
import { LoadFault } from '#web/api/query-error.tsx'
import { useHome } from '#web/api/use-landing-page.ts'
import { UnsentOfTicket } from '#web/features/tickets/autosave/unsaved-text.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { Figures } from '#web/ui/numbers.tsx'
import { LastMove } from './last-transition.tsx'
import { MovedState } from './moved-notice.tsx'
import { ThisTicket, useAroundTicket } from './ticket-context.ts'
import styles from './ticket-page-layout.module.css'
import type { TicketView } from './ticket-queries.ts'
import { TicketSkeleton } from './ticket-skeleton.tsx'
import { TicketStateBadge } from './ticket-state.tsx'

type Draw = (ticket: TicketView, setLeaving: (leaving: boolean) => void) => ReactNode

type FrameProps = {
  /** What kind of page it is: `Service Ticket`. */
  title: string
  /** The states this page is for; a ticket that stands elsewhere says where. */
  serves: readonly State[]
  /** Instead of "No ticket data found." where the ticket was in sight and is no longer. */
  ifTaken?: ReactNode
  children: Draw
}

/** Around every page of one ticket: loads it, follows it, and says so when it is gone or elsewhere. */
export function TicketFrame(props: FrameProps) {
  const { ticketId: asked = '' } = useParams({ strict: false })
  if (!/^[1-9]\d{5}$/.test(asked)) return <NoTicket title={props.title} />
  const ticketId = Number(asked)
  return <OneTicket key={ticketId} ticketId={ticketId} {...props} />
}

function OneTicket({ ticketId, title, serves, ifTaken, children }: FrameProps & { ticketId: number }) {
  const query = useQuery(api.tickets.get.queryOptions({ input: { ticketId } }))
  const { data, error, isFetching } = query
  const [leaving, setLeaving] = useState(false)
  const lastHere = useRef<TicketView>(null)
  if (data !== undefined && serves.includes(data.state)) lastHere.current = data
  const isGone = error !== null && faultOf(error).code === 'NOT_FOUND'

  if (isGone && data !== undefined && ifTaken !== undefined)
    return (
      <Page title={customerLabel(data.customerDetails)} tabTitle={title} dense>
        {ifTaken}
        <UnsentOfTicket ticketId={ticketId} />
      </Page>
    )
  if (isGone)
    return (
      <NoTicket title={title}>
        <UnsentOfTicket ticketId={ticketId} />
      </NoTicket>
    )
  if (data === undefined)
    return (
      <Page title={title} dense>
        {error === null ? <TicketSkeleton /> : <LoadFault error={error} onRetry={() => query.refetch()} />}
      </Page>
    )
  const ticket = leaving && lastHere.current !== null ? lastHere.current : data
  const isHere = serves.includes(ticket.state)
  // What is known from before may be from before the step that led here.
  if (!isHere && isFetching && lastHere.current === null)
    return (
      <Page title={title} dense>
        <TicketSkeleton />
      </Page>
    )
  const label = customerLabel(ticket.customerDetails)
  return (
    <Page
      title={label}
      tabTitle={`${label} · ${title}`}
      badge={<TicketStateBadge state={ticket.state} />}
      dense
    >
      <p className={styles.line}>
        {title} <Figures>{ticket.ticketId}</Figures>
        <span aria-hidden> · </span>
        {rigName(ticket.customerRV)}
        <LastMove ticket={ticket} />
      </p>
      {isHere ? (
        <Around ticket={ticket}>{children(ticket, setLeaving)}</Around>
      ) : (
        <>
          <MovedState ticket={ticket} />
          <UnsentOfTicket ticketId={ticketId} />
        </>
      )}
    </Page>
  )
}

const Around = ({ ticket, children }: { ticket: TicketView; children: ReactNode }) => (
  <ThisTicket value={useAroundTicket(ticket)}>{children}</ThisTicket>
)

function NoTicket({ title, children }: { title: string; children?: ReactNode }) {
  const home = useHome()
  const whose = home.to === '/bay' ? 'be assigned to somebody else' : 'belong to another company'
  return (
    <Page title={title} width="reading">
      <EmptyState
        icon={IconTicketOff}
        sentence="No ticket data found."
        next={`It may ${whose}, or the number in the address may have a typing mistake in it.`}
        action={<LinkButton to={home.to}>Back to {home.name}</LinkButton>}
      />
      {children}
    </Page>
  )
}

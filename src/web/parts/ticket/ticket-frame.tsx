import { IconTicketOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { customerLabel } from '#domain/customer.ts'
import { rigName } from '#domain/rig.ts'
import type { State } from '#domain/ticket.ts'
import { api, faultOf } from '#web/api.ts'
import { LoadFault } from '#web/parts/load-fault.tsx'
import { TicketStateBadge } from '#web/parts/ticket-state.tsx'
import { useHome } from '#web/parts/use-home.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Figures } from '#web/ui/figures.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { Page } from '#web/ui/page.tsx'
import { LastMove } from './last-move.tsx'
import { MovedState } from './moved-state.tsx'
import { ThisTicket, useAroundTicket } from './this-ticket.ts'
import styles from './ticket-frame.module.css'
import { TicketSkeleton } from './ticket-skeleton.tsx'
import type { TicketView } from './ticket-view.ts'
import { UnsentOfTicket } from './unsent-words.tsx'

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

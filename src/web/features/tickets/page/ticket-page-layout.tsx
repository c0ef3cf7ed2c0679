import { IconTicketOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { customerLabel } from '#domain/customers/customer.ts'
import type { State } from '#domain/tickets/ticket.ts'
import { api, toAppError } from '#web/api/client.ts'
import { useLandingPage } from '#web/api/use-landing-page.ts'
import { lazyPanel } from '#web/features/panels/lazy-panel.tsx'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { UnsentTextOfTicket } from '#web/features/tickets/autosave/unsent-text.tsx'
import { TicketContext, useTicketContextValue } from '#web/features/tickets/ticket-context.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Columns } from '#web/ui/layout/columns.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { TicketHead } from './ticket-head.tsx'

const TransitionNotice = lazyPanel(() =>
  import('./transition-notice.tsx').then(({ TransitionNotice }) => TransitionNotice),
)

type TicketPageLayoutProps = {
  /** The kind of page: `Service Ticket`. */
  title: string
  /** The states this page is for; a ticket in another state links elsewhere. */
  states: readonly State[]
  /** What of the server's answer is shown. */
  select?: (ticket: TicketView) => TicketView
  /** Shown instead of "No ticket data found." if the ticket was visible before. */
  unassignedContent?: ReactNode
  /** In the head, beside the state. */
  status?: (ticket: TicketView) => ReactNode
  /** In the head: the next step. */
  actions?: (ticket: TicketView, setLeaving: (leaving: boolean) => void) => ReactNode
  children: (ticket: TicketView) => ReactNode
}

/** The layout of every ticket page: loads the ticket, follows it, and says when it is gone or in another state. */
export function TicketPageLayout(props: TicketPageLayoutProps) {
  const { ticketId: ticketIdParam = '' } = useParams({ strict: false })
  if (!/^[1-9]\d{5}$/.test(ticketIdParam)) return <TicketNotFound title={props.title} />
  const ticketId = Number(ticketIdParam)
  return <LoadedTicket key={ticketId} ticketId={ticketId} {...props} />
}

const asItIs = (ticket: TicketView): TicketView => ticket

function LoadedTicket(props: TicketPageLayoutProps & { ticketId: number }) {
  const { ticketId, title, states, select = asItIs, unassignedContent, status, actions, children } = props
  const query = useQuery(api.tickets.get.queryOptions({ input: { ticketId }, select }))
  const { data, error, failureReason, isFetching } = query
  const [leaving, setLeaving] = useState(false)
  const lastShown = useRef<TicketView>(null)
  if (data !== undefined && states.includes(data.state)) lastShown.current = data
  // Said at the first failure, until a retry succeeds.
  const lastProblem = useRef<Error>(null)
  const problem = error ?? failureReason ?? (data === undefined ? lastProblem.current : null)
  lastProblem.current = problem
  const isUnavailable = problem !== null && toAppError(problem).code === 'NOT_FOUND'

  if (isUnavailable && data !== undefined && unassignedContent !== undefined)
    return (
      <Page title={customerLabel(data.customerDetails)} tabTitle={title} dense>
        {unassignedContent}
        <UnsentTextOfTicket ticketId={ticketId} />
      </Page>
    )
  if (isUnavailable)
    return (
      <TicketNotFound title={title}>
        <UnsentTextOfTicket ticketId={ticketId} />
      </TicketNotFound>
    )
  if (data === undefined)
    return (
      <Page title={title} dense>
        {problem === null ? (
          <TicketSkeleton />
        ) : (
          <QueryError
            error={problem}
            onRetry={() => {
              lastProblem.current = null
              return query.refetch()
            }}
          />
        )}
      </Page>
    )
  const ticket = leaving && lastShown.current !== null ? lastShown.current : data
  const isShown = states.includes(ticket.state)
  // Cached data may be from before the step that led here.
  if (!isShown && isFetching && lastShown.current === null)
    return (
      <Page title={title} dense>
        <TicketSkeleton />
      </Page>
    )
  const label = customerLabel(ticket.customerDetails)
  return (
    <TicketProvider ticket={ticket}>
      <Page
        title={label}
        tabTitle={`${label} · ${title}`}
        header={
          <TicketHead
            title={title}
            ticket={ticket}
            status={isShown && status?.(ticket)}
            actions={isShown && actions?.(ticket, setLeaving)}
          />
        }
        dense
      >
        {isShown ? (
          children(ticket)
        ) : (
          <>
            <TransitionNotice ticket={ticket} />
            <UnsentTextOfTicket ticketId={ticketId} />
          </>
        )}
      </Page>
    </TicketProvider>
  )
}

const TicketProvider = ({ ticket, children }: { ticket: TicketView; children: ReactNode }) => (
  <TicketContext value={useTicketContextValue(ticket)}>{children}</TicketContext>
)

function TicketNotFound({ title, children }: { title: string; children?: ReactNode }) {
  const landingPage = useLandingPage()
  const owner = landingPage.to === '/bay' ? 'be assigned to someone else' : 'belong to another company'
  return (
    <Page title={title} width="reading">
      <EmptyState
        icon={IconTicketOff}
        sentence="No ticket data found."
        next={`It may ${owner}, or the ticket number may be wrong.`}
        action={<LinkButton to={landingPage.to}>Back to {landingPage.name}</LinkButton>}
      />
      {children}
    </Page>
  )
}

/** A ticket's page while it loads. */
const TicketSkeleton = () => (
  <Columns
    main={
      <>
        <Panel title="Job Lines">
          <PanelSkeleton lines={5} label="Loading job lines..." />
        </Panel>
        <Panel title="Parts">
          <PanelSkeleton lines={5} label="Loading parts..." />
        </Panel>
      </>
    }
    side={
      <>
        <Panel title="Technician">
          <PanelSkeleton lines={2} label="Loading technician..." />
        </Panel>
        <Panel title="Customer Info">
          <PanelSkeleton label="Loading customer info..." />
        </Panel>
        <Panel title="RV Info">
          <PanelSkeleton label="Loading RV info..." />
        </Panel>
      </>
    }
  />
)

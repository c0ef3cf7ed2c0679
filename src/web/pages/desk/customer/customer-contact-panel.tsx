import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '#web/api/client.ts'
import { lazyPanel } from '#web/api/lazy-panel.tsx'
import { QueryError } from '#web/api/query-error.tsx'
import { usePermission } from '#web/api/use-permission.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { CustomerLink } from './customer-link.tsx'

const CustomerMessages = lazyPanel(() =>
  import('./customer-messages.tsx').then(({ CustomerMessages }) => CustomerMessages),
)

type LoadedLink = Awaited<ReturnType<typeof api.customerLinks.get.call>>
type PanelProps = { ticket: TicketView; title: string; children: (loaded: LoadedLink) => ReactNode }

/** A panel that needs the customer's link. For the desk only. */
function LinkPanel({ ticket: { ticketId }, title, children }: PanelProps) {
  const mayShare = usePermission()('link.share')
  const { data, error, refetch } = useQuery({
    ...api.customerLinks.get.queryOptions({ input: { ticketId } }),
    enabled: mayShare,
  })
  if (!mayShare) return null
  return (
    <Panel title={title}>
      {data === undefined && error === null && <PanelSkeleton lines={2} label="Loading the link…" />}
      {data === undefined && error !== null && <QueryError error={error} onRetry={() => void refetch()} />}
      {data !== undefined && children(data)}
    </Panel>
  )
}

/** The customer's own page of this ticket. */
export const CustomerLinkPanel = ({ ticket }: { ticket: TicketView }) => (
  <LinkPanel ticket={ticket} title="Customer">
    {loaded => <CustomerLink ticket={ticket} {...loaded} />}
  </LinkPanel>
)

export const CustomerMessagesPanel = ({ ticket }: { ticket: TicketView }) => (
  <LinkPanel ticket={ticket} title="Messages">
    {({ link }) => <CustomerMessages ticket={ticket} hasLink={link !== null} />}
  </LinkPanel>
)

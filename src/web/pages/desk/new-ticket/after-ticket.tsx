import { useQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { api } from '#web/api/client.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { withRecord } from './with-record.ts'

type AfterTicketProps = {
  ticketId: number
  /** Until the ticket is here. */
  page: Omit<ComponentProps<typeof Page>, 'children'>
  children: (earlier: TicketView) => ReactNode
}

/** For the customer and the rig of an earlier ticket. */
export function AfterTicket({ ticketId, page, children }: AfterTicketProps) {
  const ticket = useQuery(api.tickets.get.queryOptions({ input: { ticketId } }))
  const customerId = ticket.data?.customerId ?? null
  const record = useQuery({
    ...api.customers.get.queryOptions({ input: { customerId: customerId ?? '' } }),
    enabled: customerId !== null,
  })
  if (ticket.data !== undefined && (customerId === null || record.data !== undefined))
    return children(withRecord(ticket.data, record.data))
  const failed = [ticket, record].find(({ error }) => error !== null)
  return (
    <Page {...page}>
      {failed?.error ? (
        <QueryError error={failed.error} onRetry={() => void failed.refetch()} />
      ) : (
        <PanelSkeleton lines={8} />
      )}
    </Page>
  )
}

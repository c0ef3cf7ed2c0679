import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api/client.ts'
import { lazyPanel } from '#web/api/lazy-panel.tsx'
import { QueryError } from '#web/api/query-error.tsx'
import { usePermission } from '#web/api/use-permission.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './customer-contact-panel.module.css'
import { CustomerLink } from './customer-link.tsx'
import { CustomerMessages } from './customer-messages.tsx'

const HoldControl = lazyPanel(() => import('./hold-control.tsx').then(({ HoldControl }) => HoldControl))

/** The customer's link, the hold, and messages. For the desk only. */
export function CustomerContactPanel({ ticket }: { ticket: TicketView }) {
  const may = usePermission()
  return may('link.share') ? <LoadedCustomerContact ticket={ticket} /> : null
}

function LoadedCustomerContact({ ticket }: { ticket: TicketView }) {
  const { ticketId } = ticket
  const { data, error, refetch } = useQuery(api.customerLinks.get.queryOptions({ input: { ticketId } }))
  return (
    <Panel title="Customer">
      <div className={styles.parts}>
        {data === undefined && error === null && <PanelSkeleton lines={2} label="Loading the link…" />}
        {data === undefined && error !== null && <QueryError error={error} onRetry={() => void refetch()} />}
        {data !== undefined && <CustomerLink ticket={ticket} {...data} />}
        <HoldControl ticket={ticket} />
        <CustomerMessages ticket={ticket} hasLink={data !== undefined && data.link !== null} />
      </div>
    </Panel>
  )
}

import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api/client.ts'
import { LoadFault } from '#web/api/query-error.tsx'
import { useMay } from '#web/api/use-permission.ts'
import type { TicketView } from '#web/features/tickets/ticket-queries.ts'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { CustomerLink } from './customer-link.tsx'
import { CustomerTalk } from './customer-messages.tsx'
import styles from './customer-panel.module.css'
import { WaitingControl } from './hold-control.tsx'

/** What the customer sees and says: their link, what the work waits for, and the talk. For the desk alone. */
export function CustomerSide({ ticket }: { ticket: TicketView }) {
  const may = useMay()
  return may('link.give') ? <Customer ticket={ticket} /> : null
}

function Customer({ ticket }: { ticket: TicketView }) {
  const { ticketId } = ticket
  const { data, error, refetch } = useQuery(api.links.get.queryOptions({ input: { ticketId } }))
  return (
    <Panel title="Customer">
      <div className={styles.parts}>
        {data === undefined && error === null && <PanelSkeleton lines={2} label="Loading the link…" />}
        {data === undefined && error !== null && <LoadFault error={error} onRetry={() => void refetch()} />}
        {data !== undefined && <CustomerLink ticket={ticket} {...data} />}
        <WaitingControl ticket={ticket} />
        <CustomerTalk ticket={ticket} hasLink={data !== undefined && data.link !== null} />
      </div>
    </Panel>
  )
}

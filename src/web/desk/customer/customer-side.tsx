import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { LoadFault } from '#web/parts/load-fault.tsx'
import type { TicketView } from '#web/parts/ticket/ticket-view.ts'
import { useMay } from '#web/parts/use-may.ts'
import { Panel } from '#web/ui/panel.tsx'
import { PanelSkeleton } from '#web/ui/skeletons.tsx'
import { CustomerLink } from './customer-link.tsx'
import styles from './customer-side.module.css'
import { CustomerTalk } from './customer-talk.tsx'
import { WaitingControl } from './waiting-control.tsx'

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

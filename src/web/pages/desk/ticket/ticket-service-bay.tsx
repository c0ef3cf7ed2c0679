import { canBeInServiceBay } from '#domain/service-bays/service-bay.ts'
import { ServiceBayForm } from '#web/features/service-bays/service-bay-form.tsx'
import { useServiceBays } from '#web/features/service-bays/use-service-bays.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './technician-panel.module.css'

/** Which bay the ticket is in; nothing in a company without bays. */
export function TicketServiceBay({ ticket }: { ticket: TicketView }) {
  const { ticketId, serviceBay } = ticket
  const { serviceBays } = useServiceBays()
  if (serviceBays.length === 0 || !canBeInServiceBay(ticket)) return null
  return (
    <Panel title="Bay">
      <ServiceBayForm
        // A colleague may have moved it.
        key={serviceBay?.id}
        ticketId={ticketId}
        serviceBays={serviceBays}
        serviceBayId={serviceBay?.id ?? null}
        className={styles.assign}
      />
    </Panel>
  )
}

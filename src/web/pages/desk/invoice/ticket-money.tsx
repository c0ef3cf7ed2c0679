import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api/client.ts'
import { lazyPanel } from '#web/api/lazy-panel.tsx'
import { usePermission } from '#web/api/use-permission.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'

const InvoicePanel = lazyPanel(() => import('./invoice-panel.tsx').then(({ InvoicePanel }) => InvoicePanel))

/** What is owed for a ticket; nothing as long as the company has not turned billing on. */
export function TicketMoney({ ticket }: { ticket: TicketView }) {
  const { ticketId } = ticket
  const enabled = usePermission()('billing.use')
  const { data } = useQuery({ ...api.billing.getTicket.queryOptions({ input: { ticketId } }), enabled })
  if (data === undefined || !data.isOn) return null
  return <InvoicePanel ticket={ticket} money={data} />
}

import { useQuery } from '@tanstack/react-query'
import { orderableOf } from '#domain/purchase-orders/part-order.ts'
import { isInWork } from '#domain/tickets/ticket.ts'
import { api } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { OrderLineForm } from '#web/features/purchase-orders/order-line-form.tsx'
import { Adder } from '#web/features/tickets/adder.tsx'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TextLink } from '#web/ui/links.tsx'

/** Orders a part for the ticket; nothing in a company without vendors. */
export function OrderPartsPanel({ ticket }: { ticket: TicketView }) {
  const { ticketId, parts, timeZone } = ticket
  const mayOrder = usePermission()('part.order') && isInWork(ticket)
  const { data: vendors = [] } = useQuery({ ...api.vendors.list.queryOptions(), enabled: mayOrder })
  if (!mayOrder || vendors.length === 0) return null
  const orderable = parts
    .filter(part => !part.sublet && !part.stock && part.optimistic === undefined)
    .map(part => ({ ...part, quantity: orderableOf(part.order, part) }))
    .filter(({ quantity }) => quantity > 0)
  return (
    <Panel title="Orders" flush actions={<TextLink to="/parts-on-order">Parts on Order</TextLink>}>
      <Adder label="Order Part" draft={`order ${ticketId}`}>
        {({ onClose }) => (
          <OrderLineForm {...{ vendors, timeZone, onClose }} ticket={{ ticketId, parts: orderable }} />
        )}
      </Adder>
    </Panel>
  )
}

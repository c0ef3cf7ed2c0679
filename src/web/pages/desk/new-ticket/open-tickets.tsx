import { IconTicket } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { isStorableVin } from '#domain/rigs/vin.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import type { State } from '#domain/tickets/ticket.ts'
import { api } from '#web/api/client.ts'
import { ticketPath } from '#web/features/tickets/ticket-path.ts'
import { FieldNote } from '#web/ui/forms/field-note.tsx'
import { TextLink } from '#web/ui/links.tsx'

/** Says which tickets of this rig are open already; nothing without any. */
export function OpenTickets({ vin }: { vin: string }) {
  const { data = [] } = useQuery({
    ...api.rigs.openTickets.queryOptions({ input: { vin } }),
    enabled: isStorableVin(vin),
  })
  const [only, ...others] = data
  if (only === undefined) return null
  return (
    <FieldNote icon={IconTicket} tone="amber">
      {others.length === 0 ? (
        <>
          <TicketLink ticket={only}>{`Open ticket ${only.ticketId}`}</TicketLink>
          <span>{` for this VIN (${fullName(only)}).`}</span>
        </>
      ) : (
        <>
          <span>Open tickets for this VIN: </span>
          {data.map((ticket, index) => (
            <Fragment key={ticket.ticketId}>
              <TicketLink ticket={ticket}>{ticket.ticketId}</TicketLink>
              <span>{` (${fullName(ticket)})${index === others.length ? '.' : ', '}`}</span>
            </Fragment>
          ))}
        </>
      )}
    </FieldNote>
  )
}

type OpenTicket = { readonly ticketId: number; readonly state: State }

function TicketLink({ ticket: { state, ticketId }, children }: { ticket: OpenTicket; children: ReactNode }) {
  const path = ticketPath(state, ticketId)
  return path === null ? <span>{children}</span> : <TextLink to={path}>{children}</TextLink>
}

import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { captioned, type PaperFacts, paperKindOf, paperOf } from '#domain/documents/document.ts'
import { technicianName } from '#domain/tickets/assignment.ts'
import { api } from '#web/api/client.ts'
import { LoadFault } from '#web/api/query-error.tsx'
import { paperFacts } from '#web/features/documents/document-data.ts'
import { NoPaper, PaperPage } from '#web/features/documents/document-page.tsx'
import type { TicketView } from '#web/features/tickets/ticket-queries.ts'
import { ticketPath } from '#web/features/tickets/ticket-state.tsx'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { firstNow } from '#web/ui/hydration.ts'

const TITLE = 'Print Ticket'

/** The estimate or the completed ticket on paper, for the desk. */
export function PrintTicketPage() {
  const { ticketId: asked = '' } = useParams({ strict: false })
  const ticketId = Number(asked)
  const ticket = useQuery(api.tickets.get.queryOptions({ input: { ticketId } }))
  const company = useQuery(api.companies.mine.queryOptions())
  const link = useQuery(api.links.get.queryOptions({ input: { ticketId } }))
  const [now] = useState(firstNow)
  const error = ticket.error ?? company.error ?? link.error
  if (error !== null)
    return (
      <NoPaper title={TITLE}>
        <LoadFault
          error={error}
          onRetry={() => Promise.all([ticket.refetch(), company.refetch(), link.refetch()])}
        />
      </NoPaper>
    )
  if (ticket.data === undefined || company.data === undefined || link.data === undefined)
    return (
      <NoPaper title={TITLE}>
        <PanelSkeleton />
      </NoPaper>
    )
  const { data } = ticket
  return (
    <PaperPage
      paper={paperOf(factsOf(data, company.data, link.data.claim), now)}
      sign={company.data.imageURL}
      photos={captioned(data.jobs)}
      pdf={`/api/tickets/${ticketId}/paper.pdf`}
      back={ticketPath(data.state, ticketId) ?? '/dashboard'}
    />
  )
}

type Company = Parameters<typeof paperFacts>[1]['company']

const factsOf = (ticket: TicketView, company: Company, claim: PaperFacts['claim']) =>
  paperFacts(
    { ...ticket, claim, technician: technicianName(ticket), laborRate: ticket.totals?.laborRate ?? null },
    { kind: paperKindOf(ticket.state), company, customer: ticket.customerDetails },
  )

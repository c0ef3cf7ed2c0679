import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { technicianName } from '#domain/assignment.ts'
import { captioned, type PaperFacts, paperKindOf, paperOf } from '#domain/paper.ts'
import { api } from '#web/api.ts'
import { LoadFault } from '#web/parts/load-fault.tsx'
import { paperFacts } from '#web/parts/paper/paper-facts.ts'
import { NoPaper, PaperPage } from '#web/parts/paper/paper-page.tsx'
import type { TicketView } from '#web/parts/ticket/ticket-view.ts'
import { ticketPath } from '#web/parts/ticket-state.tsx'
import { firstNow } from '#web/ui/adoption.ts'
import { PanelSkeleton } from '#web/ui/skeletons.tsx'

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

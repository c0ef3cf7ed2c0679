import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { PAGES } from '#contract/pages/page-routes.ts'
import {
  captionPhotos,
  type DocumentInput,
  documentKindOf,
  documentOf,
} from '#domain/documents/ticket-document.ts'
import {
  printedTechnician,
  printedTechnicians,
  qualificationsOn,
} from '#domain/tickets/names-for-customers.ts'
import { api } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { documentData, openInvoicePdfs } from '#web/features/documents/document-data.ts'
import { DocumentError, DocumentPage } from '#web/features/documents/document-page.tsx'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { ticketPath } from '#web/features/tickets/ticket-path.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { initialNow } from '#web/ui/hydration.ts'

/** The printable estimate or completed ticket, for the desk. */
export function PrintTicketPage() {
  const { ticketId: ticketIdParam = '' } = useParams({ strict: false })
  const ticketId = Number(ticketIdParam)
  const ticket = useQuery(api.tickets.get.queryOptions({ input: { ticketId } }))
  const company = useQuery(api.companies.mine.queryOptions())
  const link = useQuery(api.customerLinks.get.queryOptions({ input: { ticketId } }))
  const signatures = useQuery(api.signatures.list.queryOptions({ input: { ticketId } }))
  const walkaround = useQuery(api.walkarounds.get.queryOptions({ input: { ticketId } }))
  const enabled = usePermission()('billing.use')
  const money = useQuery({ ...api.billing.getTicket.queryOptions({ input: { ticketId } }), enabled })
  const [now] = useState(initialNow)
  const error = ticket.error ?? company.error ?? link.error
  if (error !== null)
    return (
      <DocumentError title={PAGES.printTicket.title}>
        <QueryError
          error={error}
          onRetry={() => Promise.all([ticket.refetch(), company.refetch(), link.refetch()])}
        />
      </DocumentError>
    )
  if (ticket.data === undefined || company.data === undefined || link.data === undefined)
    return (
      <DocumentError title={PAGES.printTicket.title}>
        <PanelSkeleton />
      </DocumentError>
    )
  const { data } = ticket
  return (
    <DocumentPage
      document={{
        ...documentOf(
          {
            ...documentInputOf(data, company.data, link.data.claim),
            walkaround: walkaround.data?.walkaround,
            signatures: signatures.data?.signatures,
          },
          now,
        ),
        terms: money.data?.estimate ?? null,
      }}
      logo={company.data.imageURL}
      photos={captionPhotos(data.jobs, data.addenda, data.timeZone)}
      pdf={`/api/tickets/${ticketId}/document.pdf`}
      back={ticketPath(data.state, ticketId) ?? '/dashboard'}
      invoices={openInvoicePdfs(`/api/tickets/${ticketId}`, money.data?.invoices ?? [])}
    />
  )
}

type Company = Parameters<typeof documentData>[1]['company']

function documentInputOf(ticket: TicketView, company: Company, claim: DocumentInput['claim']) {
  const technician = printedTechnician(ticket)
  const jobs = ticket.jobs.map(job => ({ ...job, technicians: printedTechnicians(ticket, job) }))
  const namesRead = [technician, ...jobs.flatMap(({ technicians }) => technicians)]
  const qualifications = qualificationsOn(ticket, namesRead, ticket.qualifications)
  return documentData(
    { ...ticket, jobs, qualifications, claim, technician },
    { kind: documentKindOf(ticket.state), company, customer: ticket.customerDetails },
  )
}

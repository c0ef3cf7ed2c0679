import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { PAGES } from '#contract/pages/pages.ts'
import { rigName } from '#domain/rigs/rig.ts'
import { toAppError } from '#web/api/client.ts'
import { QueryError } from '#web/api/query-error.tsx'
import { CompanyHeader } from '#web/features/companies/company-header.tsx'
import { TrackedDocumentLink } from '#web/features/documents/document-link.tsx'
import { AddendumList } from '#web/features/photos/addendum-list.tsx'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Panels } from '#web/ui/layout/columns.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Approvals } from './approvals.tsx'
import { CustomerMessages } from './messages.tsx'
import { isOwed, MoneyPanel } from './money-panel.tsx'
import { PartsUsed } from './parts-used.tsx'
import { ProgressPanel } from './progress-panel.tsx'
import { ReviewForm } from './review-form.tsx'
import { RunningTotal } from './running-total.tsx'
import { SaveHistoryPrompt } from './save-history-prompt.tsx'
import { TrackedJobLines } from './tracked-job-lines.tsx'
import { type CompanyView, previewQuery, trackedTicketQuery } from './tracked-ticket-query.ts'

/** The customer's ticket: what is owed and its status first, then what was found and done, and the total. */
export function TrackedTicketPanels({ token, company }: { token: string; company: CompanyView }) {
  const queries = useQueryClient()
  const { data: ticket, error, refetch } = useQuery(trackedTicketQuery(token))
  const isRefused = error !== null && toAppError(error).code === 'REFUSED'
  // The link was turned off, or needs verification again: the preview knows which.
  useEffect(() => {
    if (isRefused) void queries.invalidateQueries({ queryKey: previewQuery(token).queryKey })
  }, [isRefused, queries, token])
  const tabTitle = `${PAGES.track.title} at ${company.companyName}`
  if (ticket === undefined || isRefused)
    return (
      <Page title={PAGES.track.title} tabTitle={tabTitle} width="reading">
        <CompanyHeader company={company} />
        {error === null || isRefused ? (
          <ListSkeleton rows={4} height={120} label="Loading your ticket…" />
        ) : (
          <QueryError error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  const owes = isOwed(ticket)
  return (
    <Page title={`Your ${rigName(ticket.customerRV)}`} tabTitle={tabTitle} width="reading">
      <CompanyHeader company={ticket.company} />
      <Panels>
        {owes && <MoneyPanel token={token} ticket={ticket} />}
        <ProgressPanel token={token} ticket={ticket} />
        <Approvals token={token} />
        <TrackedJobLines ticket={ticket} />
        {ticket.addenda.length > 0 && (
          <Panel title="Added later">
            <AddendumList addenda={ticket.addenda} timeZone={ticket.timeZone} />
          </Panel>
        )}
        <PartsUsed ticket={ticket} />
        <RunningTotal ticket={ticket} />
        {!owes && <MoneyPanel token={token} ticket={ticket} />}
        <TrackedDocumentLink token={token} />
        {ticket.claim !== null && <SaveHistoryPrompt claim={ticket.claim} vin={ticket.customerRV.vin} />}
        {ticket.progress === 'done' && <ReviewForm token={token} ticket={ticket} />}
        <CustomerMessages token={token} ticket={ticket} />
      </Panels>
    </Page>
  )
}

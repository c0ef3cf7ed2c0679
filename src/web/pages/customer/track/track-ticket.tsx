import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { rigName } from '#domain/rigs/rig.ts'
import { faultOf } from '#web/api/client.ts'
import { LoadFault } from '#web/api/query-error.tsx'
import { FollowedPaperLink } from '#web/features/documents/document-link.tsx'
import { CompanyHead } from '#web/pages/customer/booking/company-header.tsx'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Questions } from './approvals.tsx'
import { JobsDone } from './completed-jobs.tsx'
import { Talk } from './messages.tsx'
import { PartsUsed } from './parts-used.tsx'
import { ProgressPanel } from './progress-panel.tsx'
import { ReviewVisit } from './review-form.tsx'
import { TotalSoFar } from './running-total.tsx'
import { KeepHistory } from './save-history-prompt.tsx'
import styles from './track-ticket.module.css'
import { type CompanyView, followQuery, lookQuery } from './track-view.ts'

/** The customer's ticket: how far it is first, then what was found and done, and what it comes to. */
export function FollowedTicket({ token, company }: { token: string; company: CompanyView }) {
  const queries = useQueryClient()
  const { data: ticket, error, refetch } = useQuery(followQuery(token))
  const isRefused = error !== null && faultOf(error).code === 'REFUSED'
  // Closed, or its question is to be asked again: the look knows which.
  useEffect(() => {
    if (isRefused) void queries.invalidateQueries({ queryKey: lookQuery(token).queryKey })
  }, [isRefused, queries, token])
  const tabTitle = `Your RV at ${company.companyName}`
  if (ticket === undefined || isRefused)
    return (
      <Page title="Your RV" tabTitle={tabTitle} width="reading">
        <CompanyHead company={company} />
        {error === null || isRefused ? (
          <ListSkeleton rows={4} height={120} label="Loading your ticket…" />
        ) : (
          <LoadFault error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  return (
    <Page title={`Your ${rigName(ticket.customerRV)}`} tabTitle={tabTitle} width="reading">
      <CompanyHead company={ticket.company} />
      <div className={styles.panels}>
        <ProgressPanel token={token} ticket={ticket} />
        <Questions token={token} />
        <JobsDone ticket={ticket} />
        <PartsUsed ticket={ticket} />
        <TotalSoFar ticket={ticket} />
        <FollowedPaperLink token={token} />
        {ticket.claim !== null && <KeepHistory claim={ticket.claim} vin={ticket.customerRV.vin} />}
        {ticket.progress === 'done' && <ReviewVisit token={token} ticket={ticket} />}
        <Talk token={token} ticket={ticket} />
      </div>
    </Page>
  )
}

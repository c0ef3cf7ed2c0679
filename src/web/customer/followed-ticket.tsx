import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { rigName } from '#domain/rig.ts'
import { faultOf } from '#web/api.ts'
import { LoadFault } from '#web/parts/load-fault.tsx'
import { FollowedPaperLink } from '#web/parts/paper/paper-link.tsx'
import { Page } from '#web/ui/page.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { CompanyHead } from './company-head.tsx'
import { type CompanyView, followQuery, lookQuery } from './follow-view.ts'
import styles from './followed-ticket.module.css'
import { JobsDone } from './jobs-done.tsx'
import { KeepHistory } from './keep-history.tsx'
import { PartsUsed } from './parts-used.tsx'
import { ProgressPanel } from './progress-panel.tsx'
import { Questions } from './questions.tsx'
import { ReviewVisit } from './review-visit.tsx'
import { Talk } from './talk.tsx'
import { TotalSoFar } from './total-so-far.tsx'

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

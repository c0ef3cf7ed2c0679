import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { dayOf, formatDayWithYear } from '#domain/lib/company-time.ts'
import { uncountedSentence } from '#domain/reviews/review.ts'
import { api, client } from '#web/api/client.ts'
import { afterInput, infinitePages } from '#web/api/infinite-pages.ts'
import { LoadMore } from '#web/features/panels/load-more.tsx'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { ReviewItem } from '#web/features/reviews/review-item.tsx'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import type { AdminCompany } from './admin-company.ts'
import styles from './platform-admin.module.css'
import { ReasonForm } from './reason-form.tsx'

type Review = Awaited<ReturnType<typeof api.platformAdmin.listReviews.call>>['reviews'][number]

/** All reviews of a company; removed ones are marked, and can be restored. */
export function CompanyReviews({ company }: { company: AdminCompany }) {
  const { companyUUID } = company
  const list = useRef<HTMLUListElement>(null)
  const query = useInfiniteQuery(
    api.platformAdmin.listReviews.infiniteOptions({
      input: (after: string | undefined) => ({ companyUUID, ...afterInput(after) }),
      ...infinitePages,
    }),
  )
  const { data, error } = query
  const reviews = data?.pages.flatMap(page => page.reviews)
  return (
    <Panel title="Reviews">
      {reviews === undefined && error === null && <PanelSkeleton label="Loading reviews…" />}
      {reviews === undefined && error !== null && (
        <QueryError error={error} onRetry={() => void query.refetch()} />
      )}
      {reviews?.length === 0 && <p className={styles.text}>No reviews yet.</p>}
      {reviews !== undefined && reviews.length > 0 && (
        <ul ref={list} className={styles.reviews}>
          {reviews.map(review => (
            <li key={review.ticketId} className={styles.review}>
              <CompanyReview company={company} review={review} />
            </li>
          ))}
        </ul>
      )}
      <LoadMore query={query} list={list} label="More reviews" mt="md" />
    </Panel>
  )
}

function CompanyReview({ company, review }: { company: AdminCompany; review: Review }) {
  const { companyUUID, companyName, timeZone } = company
  const { ticketId, removed, uncountedBecause } = review
  const input = { companyUUID, ticketId }
  return (
    <>
      <ReviewItem review={review} companyName={companyName} timeZone={timeZone} />
      <p className={styles.muted}>Ticket {ticketId}</p>
      {uncountedBecause !== null && removed === null && (
        <p className={styles.text}>{uncountedSentence(uncountedBecause)}</p>
      )}
      {removed !== null && (
        <p className={styles.text}>
          <strong>Removed</strong> by {removed.by} on {formatDayWithYear(dayOf(removed.at, timeZone))}:{' '}
          {removed.because}
        </p>
      )}
      {removed === null ? (
        <ReasonForm
          isDestructive
          label="Remove Review"
          description="The company and the customer read it. The review will be hidden and no longer count."
          action={client.platformAdmin.removeReview}
          input={input}
          successMessage="Review removed."
        />
      ) : (
        <ReasonForm
          label="Restore Review"
          description="The company and the customer read it. The review will be shown and count again."
          action={client.platformAdmin.restoreReview}
          input={input}
          successMessage="Review restored."
        />
      )}
    </>
  )
}

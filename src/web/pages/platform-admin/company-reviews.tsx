import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { dayOf, printDayOfYear } from '#domain/lib/company-time.ts'
import { api, client } from '#web/api/client.ts'
import { afterOf, olderPages } from '#web/api/infinite-pages.ts'
import { MoreOfList } from '#web/api/load-more.tsx'
import { LoadFault } from '#web/api/query-error.tsx'
import { OneReview } from '#web/features/reviews/review-item.tsx'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import type { SeenCompany } from './company-queries.ts'
import styles from './platform-admin.module.css'
import { ReasonForm } from './reason-form.tsx'

type Review = Awaited<ReturnType<typeof api.founders.reviews.call>>['reviews'][number]

/** All reviews of a company; one that was removed says so, and can be restored. */
export function SeenReviews({ company }: { company: SeenCompany }) {
  const { companyUUID } = company
  const list = useRef<HTMLUListElement>(null)
  const query = useInfiniteQuery(
    api.founders.reviews.infiniteOptions({
      input: (after: string | undefined) => ({ companyUUID, ...afterOf(after) }),
      ...olderPages,
    }),
  )
  const { data, error } = query
  const reviews = data?.pages.flatMap(page => page.reviews)
  return (
    <Panel title="Reviews">
      {reviews === undefined && error === null && <PanelSkeleton label="Loading the reviews…" />}
      {reviews === undefined && error !== null && (
        <LoadFault error={error} onRetry={() => void query.refetch()} />
      )}
      {reviews?.length === 0 && <p className={styles.text}>No reviews yet.</p>}
      {reviews !== undefined && reviews.length > 0 && (
        <ul ref={list} className={styles.reviews}>
          {reviews.map(review => (
            <li key={review.ticketId} className={styles.review}>
              <OneSeen company={company} review={review} />
            </li>
          ))}
        </ul>
      )}
      <MoreOfList query={query} list={list} label="More reviews" mt="md" />
    </Panel>
  )
}

function OneSeen({ company, review }: { company: SeenCompany; review: Review }) {
  const { companyUUID, companyName, timeZone } = company
  const { ticketId, removed } = review
  const input = { companyUUID, ticketId }
  return (
    <>
      <OneReview review={review} companyName={companyName} timeZone={timeZone} />
      <p className={styles.soft}>Ticket {ticketId}</p>
      {removed !== null && (
        <p className={styles.text}>
          <strong>Removed</strong> by {removed.by} on {printDayOfYear(dayOf(removed.at, timeZone))}:{' '}
          {removed.because}
        </p>
      )}
      {removed === null ? (
        <ReasonForm
          isGrave
          label="Remove Review"
          description="The company and the customer read it. The review is neither shown nor counted any more."
          act={client.founders.removeReview}
          input={input}
          said="The review is removed."
        />
      ) : (
        <ReasonForm
          label="Restore Review"
          description="The company and the customer read it. The review is shown and counts again."
          act={client.founders.restoreReview}
          input={input}
          said="The review is restored."
        />
      )}
    </>
  )
}

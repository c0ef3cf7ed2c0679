import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { MAX_STARS, TRUST } from '#domain/reviews/review.ts'
import { api } from '#web/api/client.ts'
import { afterInput, infinitePages } from '#web/api/infinite-pages.ts'
import { LoadMore } from '#web/features/panels/load-more.tsx'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { ReviewItem } from '#web/features/reviews/review-item.tsx'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './company-page.module.css'

type Company = { readonly companyUUID: string; readonly companyName: string; readonly timeZone: string }

/** A company's reviews, and the numbers behind its Trusted badge. */
export function CompanyReviews({ company }: { company: Company }) {
  const list = useRef<HTMLUListElement>(null)
  const query = useInfiniteQuery(
    api.reviews.list.infiniteOptions({
      input: (after: string | undefined) => ({
        companyId: company.companyUUID,
        ...afterInput(after),
      }),
      ...infinitePages,
    }),
  )
  const pages = query.data?.pages ?? []
  const reviews = pages.flatMap(page => page.reviews)
  const trust = pages[0]?.trust
  return (
    <Panel title="Reviews">
      {trust === undefined && query.error === null && <PanelSkeleton label="Loading the reviews…" />}
      {trust === undefined && query.error !== null && (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      )}
      {trust !== undefined && (
        <div className={styles.stack}>
          <p className={styles.reviewsFacts}>
            {`${
              trust.average === null
                ? `No reviews in the last ${TRUST.months} months.`
                : `${trust.average.toFixed(1)} of ${MAX_STARS} stars from ${trust.count} ${trust.count === 1 ? 'review' : 'reviews'} in the last ${TRUST.months} months.`
            } A company is Trusted with at least ${TRUST.reviews} reviews by customers whose email was confirmed, and ${TRUST.average} stars on average. Only customers with a completed visit can leave a review.`}
          </p>
          {reviews.length > 0 && (
            <ul ref={list} className={styles.list}>
              {reviews.map((review, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a review has no id; new ones come first and the whole list is fetched again.
                <li key={index}>
                  <ReviewItem review={review} companyName={company.companyName} timeZone={company.timeZone} />
                </li>
              ))}
            </ul>
          )}
          <LoadMore query={query} list={list} label="More reviews" />
        </div>
      )}
    </Panel>
  )
}

import { VisuallyHidden } from '@mantine/core'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { formatLongDay } from '#domain/bookings/appointment.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { MAX_STARS, STARS } from '#domain/reviews/review.ts'
import styles from './review-item.module.css'

type ReviewView = {
  readonly stars: number
  readonly words: string
  readonly writtenAt: Date
  readonly rig: string
  readonly answer: { readonly words: string; readonly at: Date } | null
}

type ReviewItemProps = { review: ReviewView; companyName: string; timeZone: string }

/** A customer's review of a visit, and the company's answer. Anonymous. */
export const ReviewItem = ({ review, companyName, timeZone }: ReviewItemProps) => (
  <>
    <p className={styles.head}>
      <ReviewStars stars={review.stars} />
      <span className={styles.muted}>
        <span>{`${review.rig}, `}</span>
        <time dateTime={review.writtenAt.toISOString()}>
          {formatLongDay(dayOf(review.writtenAt, timeZone))}
        </time>
      </span>
    </p>
    {review.words !== '' && <p className={styles.words}>{review.words}</p>}
    {review.answer !== null && (
      <blockquote className={styles.answer}>
        <strong>{`${companyName} answered:`}</strong>
        <span>{` ${review.answer.words}`}</span>
      </blockquote>
    )}
  </>
)

/** A review's stars, also as text for screen readers. */
const ReviewStars = ({ stars }: { stars: number }) => (
  <span className={styles.stars}>
    <VisuallyHidden>{`${stars} of ${MAX_STARS} stars`}</VisuallyHidden>
    {STARS.map(star =>
      star <= stars ? (
        <IconStarFilled key={star} size={18} aria-hidden />
      ) : (
        <IconStar key={star} size={18} aria-hidden />
      ),
    )}
  </span>
)

import { VisuallyHidden } from '@mantine/core'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { MAX_STARS, STARS } from '#domain/reviews/review.ts'
import styles from './review-stars.module.css'

/** A review's stars, as icons and as text. */
export const ReviewStars = ({ stars }: { stars: number }) => (
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

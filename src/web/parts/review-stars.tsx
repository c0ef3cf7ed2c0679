import { VisuallyHidden } from '@mantine/core'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { MOST_STARS } from '#domain/review.ts'
import styles from './review-stars.module.css'

/** How many stars a review gives; said as well as shown. */
export const ReviewStars = ({ stars }: { stars: number }) => (
  <span className={styles.stars}>
    <VisuallyHidden>{`${stars} of ${MOST_STARS} stars`}</VisuallyHidden>
    {Array.from({ length: MOST_STARS }, (_, place) =>
      place < stars ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: five stars that never change their places.
        <IconStarFilled key={place} size={18} aria-hidden />
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: five stars that never change their places.
        <IconStar key={place} size={18} aria-hidden />
      ),
    )}
  </span>
)

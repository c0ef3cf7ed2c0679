import { TrustedBadge, VerifiedBadge } from '#web/features/companies/badges.tsx'
import styles from './legend.module.css'

/** What the badges say; of a company, those that it has. */
export const BadgeLegend = ({
  trusted = true,
  verified = true,
}: {
  trusted?: boolean
  verified?: boolean
}) => (
  <dl className={styles.legend} aria-label="What the badges say">
    {trusted && (
      <div>
        <dt>
          <TrustedBadge />
        </dt>
        <dd>many good reviews</dd>
      </div>
    )}
    {verified && (
      <div>
        <dt>
          <VerifiedBadge />
        </dt>
        <dd>a month with the founders</dd>
      </div>
    )}
  </dl>
)

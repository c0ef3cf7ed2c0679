import { TrustedBadge, VerifiedBadge } from './badges.tsx'
import styles from './companies.module.css'

/** What the badges mean; on a company's page, only the ones it has. */
export const BadgeLegend = ({
  trusted = true,
  verified = true,
}: {
  trusted?: boolean
  verified?: boolean
}) => (
  <dl className={styles.legend} aria-label="What the badges mean">
    {trusted && (
      <div>
        <dt>
          <TrustedBadge />
        </dt>
        <dd>Earned through customer reviews</dd>
      </div>
    )}
    {verified && (
      <div>
        <dt>
          <VerifiedBadge />
        </dt>
        <dd>Spent a month working with our founders</dd>
      </div>
    )}
  </dl>
)

import { IconRosetteDiscountCheck, IconThumbUp } from '@tabler/icons-react'
import { StateBadge } from '#web/ui/feedback/state-badge.tsx'
import styles from './companies.module.css'

export const TrustedBadge = () => <StateBadge word="Trusted" icon={IconThumbUp} tone="amber" />
export const VerifiedBadge = () => <StateBadge word="Verified" icon={IconRosetteDiscountCheck} tone="pine" />

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

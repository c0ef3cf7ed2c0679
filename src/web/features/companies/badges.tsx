import { IconClockCheck, IconRosetteDiscountCheck, IconThumbUp } from '@tabler/icons-react'
import { type OnTimeCount, onTimeSentence } from '#domain/promised-days/on-time.ts'
import { StateBadge } from '#web/ui/feedback/state-badge.tsx'
import styles from './companies.module.css'

export const TrustedBadge = () => <StateBadge word="Trusted" icon={IconThumbUp} tone="amber" />
export const VerifiedBadge = () => <StateBadge word="Verified" icon={IconRosetteDiscountCheck} tone="pine" />

const OnTimeBadge = () => <StateBadge word="On Time" icon={IconClockCheck} tone="pine" />

/** What the badges mean; on a company's page, only the ones it has. */
export const BadgeLegend = ({
  trusted = true,
  verified = true,
  onTime = null,
}: {
  trusted?: boolean
  verified?: boolean
  onTime?: OnTimeCount | null
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
    {onTime !== null && (
      <div>
        <dt>
          <OnTimeBadge />
        </dt>
        <dd>{onTimeSentence(onTime)}</dd>
      </div>
    )}
  </dl>
)

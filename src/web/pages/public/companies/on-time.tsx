// Apart from the badges of the home page, whose scripts stay small.

import { IconClockCheck } from '@tabler/icons-react'
import { type OnTimeCount, onTimeSentence } from '#domain/promised-days/on-time.ts'
import styles from '#web/features/companies/companies.module.css'
import { StateBadge } from '#web/ui/feedback/state-badge.tsx'

type OnTimeProps = {
  /** Null for a company that is not. */
  count: OnTimeCount | null
}

/** The badge of a company that does what it promised, with what it rests on. */
export function OnTime({ count }: OnTimeProps) {
  if (count === null) return null
  return (
    <dl className={styles.legend} aria-label="What On Time means">
      <div>
        <dt>
          <StateBadge word="On Time" icon={IconClockCheck} tone="pine" />
        </dt>
        <dd>{onTimeSentence(count)}</dd>
      </div>
    </dl>
  )
}

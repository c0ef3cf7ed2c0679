import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { MyCompany } from './company-form.ts'
import styles from './own-company.module.css'
import { zoneLabel } from './us-zones.ts'

const TimeZoneSelect = lazy(() =>
  import('./time-zone-select.tsx').then(({ TimeZoneSelect }) => ({ default: TimeZoneSelect })),
)

const DESCRIPTION = 'For the times that you and your customers see. A new address sets it.'

/** In which time the company works, and a button to choose another. */
export function CompanyTimeZone({ company: { timeZone } }: { company: MyCompany }) {
  const [isOpen, setOpen] = useState(false)
  const shown = (
    <div>
      <p className={styles.zone}>
        Time Zone: <strong>{zoneLabel(timeZone)}</strong>
      </p>
      <p className={styles.zoneHint}>{DESCRIPTION}</p>
      <Button size="xs" onClick={() => setOpen(true)}>
        Change Time Zone
      </Button>
    </div>
  )
  if (!isOpen) return shown
  return (
    <Suspense fallback={shown}>
      <TimeZoneSelect timeZone={timeZone} description={DESCRIPTION} onClose={() => setOpen(false)} />
    </Suspense>
  )
}

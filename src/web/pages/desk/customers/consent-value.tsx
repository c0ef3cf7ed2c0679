import { dayOf, formatDayWithYear } from '#domain/lib/company-time.ts'
import { useOwnCompany } from '#web/features/bookings/desk-time-fields.tsx'
import type { CompanyCustomer } from './company-customer.ts'
import styles from './customers.module.css'

export const CONSENT_FIELDS = [
  ['agreesToEmail', 'Email'],
  ['agreesToText', 'Text'],
] as const

/** What a customer answered about updates, and who noted it when. */
export function ConsentValue({ consent }: { consent: NonNullable<CompanyCustomer['consent']> }) {
  const timeZone = useOwnCompany()?.timeZone ?? 'UTC'
  const answers = CONSENT_FIELDS.flatMap(([field, channel]) =>
    consent[field] === null ? [] : [`${channel}: ${consent[field] ? 'yes' : 'no'}`],
  )
  return (
    <span className={styles.words}>
      <span>{answers.join(' · ')}</span>
      <span className={styles.muted}>
        {`Noted ${formatDayWithYear(dayOf(consent.notedAt, timeZone))} by ${consent.notedBy}`}
      </span>
    </span>
  )
}

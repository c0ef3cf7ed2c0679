import { dayOf, formatDayWithYear } from '#domain/lib/company-time.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { TextLink } from '#web/ui/links.tsx'
import styles from './account-bar.module.css'

type ClosingNoticeProps = { companyName: string; closesAt: Date; timeZone: string }

/** Says that the owner closed the company, and when it is deleted. */
export function ClosingNotice({ companyName, closesAt, timeZone }: ClosingNoticeProps) {
  const may = usePermission()
  return (
    <section className={styles.reminder} data-tone="amber" aria-label="Your company closes">
      <p>
        <strong>
          {companyName} closes on {formatDayWithYear(dayOf(closesAt, timeZone))}.
        </strong>{' '}
        Everything works until then. {may('company.close') && <TextLink to="/profile">Take it back</TextLink>}
      </p>
    </section>
  )
}

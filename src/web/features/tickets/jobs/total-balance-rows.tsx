import { formatHours } from '#domain/lib/hours.ts'
import { type Cents, formatMoney } from '#domain/lib/money.ts'
import { FLAT_PRICE, formatBilledHours } from '#domain/tickets/labor.ts'
import type { JobView, TicketView } from '#web/features/tickets/ticket-view.ts'
import type { KeyValue } from '#web/ui/layout/key-values.tsx'
import { MoneyText, TextWithAmounts } from '#web/ui/numbers.tsx'
import styles from './job-line.module.css'

/**
 * A job line's labor, which is its balance, and what the customer pays with its parts, as rows; none without permission to see
 * prices.
 */
export function totalBalanceRows(
  { totals, parts }: Pick<TicketView, 'totals' | 'parts'>,
  job: JobView,
): readonly KeyValue[] {
  if (totals === null || job.totalBalance === null) return []
  const hasParts = job.answer !== 'declined' && parts.some(({ jobNumber }) => jobNumber === job.jobNumber)
  const price = job.price === null ? 'no price yet' : <MoneyText amount={formatMoney(job.price)} />
  const value = (
    <>
      <MoneyText amount={formatMoney(job.totalBalance)} />{' '}
      <span className={styles.hint}>
        <TextWithAmounts text={reasonOf(totals.laborRate, job)} />
      </span>
    </>
  )
  return [
    { label: 'Total Balance', value },
    ...(hasParts ? [{ label: 'With Parts and Supplies', value: price }] : []),
  ]
}

function reasonOf(
  companyRate: Cents | null,
  { estimatedTime, answer, namedRate, flatPrice, clockRule, clockedHours, billed }: JobView,
): string {
  if (billed) return `As on invoice ${billed.invoice}.`
  if (answer === 'declined') return 'The customer declined this job.'
  if (flatPrice !== null) return `${FLAT_PRICE}.`
  const laborRate = namedRate?.amount ?? companyRate
  if (laborRate === null) return 'The company has no labor rate.'
  const rateName = namedRate?.name ?? 'labor rate'
  const each = formatMoney(laborRate)
  if (clockedHours !== null) return `By the clock × ${rateName}: ${formatBilledHours(clockedHours)} × ${each}`
  if (estimatedTime === 0) return clockRule === null ? 'No estimated time yet.' : 'No time clocked yet.'
  const estimate = clockRule === null ? 'Estimated time' : 'Estimate until the clock stops'
  return `${estimate} × ${rateName}: ${formatHours(estimatedTime)} × ${each}`
}

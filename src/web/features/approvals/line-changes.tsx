import { IconAlertTriangle } from '@tabler/icons-react'
import { changedSentence } from '#domain/approvals/approval.ts'
import { fromDollars } from '#domain/lib/money.ts'
import { TextWithAmounts } from '#web/ui/numbers.tsx'
import styles from './line-changes.module.css'

type PricedLine = { readonly problem: string; readonly total: number | null }

/** A line when it was approved, and now, in dollars. */
type LineChange = { readonly was: PricedLine; readonly is: PricedLine }

const inCents = ({ problem, total }: PricedLine) => ({
  problem,
  total: total === null ? null : fromDollars(total),
})

export const formatLineChange = (
  { was, is }: LineChange,
  ...rest: [by: 'you' | 'the customer', line?: string]
): string => changedSentence({ was: inCents(was), is: inCents(is) }, ...rest)

/** Says that a line has changed; needs `role` if it can appear while the page is open. */
export const LineChanges = ({ text, role }: { text: string; role?: 'status' }) => (
  <p className={styles.changed} role={role}>
    <IconAlertTriangle size={18} aria-hidden />
    <TextWithAmounts text={text} />
  </p>
)

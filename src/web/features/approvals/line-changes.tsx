import { IconAlertTriangle } from '@tabler/icons-react'
import { changedSentence } from '#domain/approvals/approval.ts'
import { fromDollars } from '#domain/lib/money.ts'
import styles from './line-changes.module.css'

type Told = { readonly problem: string; readonly total: number | null }

/** What a line was when it was approved, and is now, in dollars. */
export type Changed = { readonly was: Told; readonly is: Told }

const inCents = ({ problem, total }: Told) => ({ problem, total: total === null ? null : fromDollars(total) })

export const changedWords = (
  { was, is }: Changed,
  ...rest: [by: 'you' | 'the customer', line?: string]
): string => changedSentence({ was: inCents(was), is: inCents(is) }, ...rest)

/** Says of a line that it is another than it was; `role` where that comes while somebody reads. */
export const ChangedSince = ({ words, role }: { words: string; role?: 'status' }) => (
  <p className={styles.changed} role={role}>
    <IconAlertTriangle size={18} aria-hidden />
    <span>{words}</span>
  </p>
)

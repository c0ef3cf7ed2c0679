import { IconAlertTriangle } from '@tabler/icons-react'
import { changedSentence } from '#domain/approval.ts'
import { fromDollars } from '#domain/money.ts'
import styles from './changed-since.module.css'

type Told = { readonly problem: string; readonly total: number | null }

/** What a line was when it was approved, and is now, in dollars. */
export type Changed = { readonly was: Told; readonly is: Told }

const inCents = ({ problem, total }: Told) => ({ problem, total: total === null ? null : fromDollars(total) })

export const changedWords = (
  { was, is }: Changed,
  ...rest: [by: 'you' | 'the customer', line?: string]
): string => changedSentence({ was: inCents(was), is: inCents(is) }, ...rest)

/** Says beside an approval that it was given to another price, or other words. */
export const ChangedSince = ({ words }: { words: string }) => (
  <p className={styles.changed}>
    <IconAlertTriangle size={18} aria-hidden />
    <span>{words}</span>
  </p>
)

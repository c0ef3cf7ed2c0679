import { IconHourglassHigh } from '@tabler/icons-react'
import { waitingSentence } from '#domain/on-hold/hold.ts'
import styles from './hold-notice.module.css'
import type { FollowView } from './track-view.ts'

/** What the work waits for, since when and until when, and what the company says of it. */
export function WaitNote({ ticket: { waiting, timeZone } }: { ticket: FollowView }) {
  if (waiting === null) return null
  return (
    <div className={styles.wait} data-tone="amber">
      <IconHourglassHigh size={20} aria-hidden />
      <div className={styles.words}>
        <p>{waitingSentence(waiting, 'customer', timeZone)}</p>
        {waiting.note !== '' && <p className={styles.note}>{waiting.note}</p>}
      </div>
    </div>
  )
}

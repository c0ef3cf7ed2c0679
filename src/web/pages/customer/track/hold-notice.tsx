import { IconHourglassHigh } from '@tabler/icons-react'
import { holdSentence } from '#domain/on-hold/hold.ts'
import styles from './hold-notice.module.css'
import type { TrackedTicket } from './track-view.ts'

/** Why the work is on hold, since when and until when, with the company's note. */
export function HoldNotice({ ticket: { waiting, timeZone } }: { ticket: TrackedTicket }) {
  if (waiting === null) return null
  return (
    <div className={styles.wait} data-tone="amber">
      <IconHourglassHigh size={20} aria-hidden />
      <div className={styles.words}>
        <p>{holdSentence(waiting, 'customer', timeZone)}</p>
        {waiting.note !== '' && <p className={styles.note}>{waiting.note}</p>}
      </div>
    </div>
  )
}

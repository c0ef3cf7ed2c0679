import { useEffect, useRef } from 'react'
import { formatWhen } from '#domain/lib/company-time.ts'
import { emailNotSentSentence } from '#domain/mail/email-outcome.ts'
import type { Message, Side } from '#domain/messages/message.ts'
import { jobLabel } from '#domain/tickets/job.ts'
import { useNow } from '#web/api/use-now.ts'
import styles from './message-thread.module.css'

type ThreadMessage = Omit<Message, 'readAt' | 'emailOutcome'> & Partial<Pick<Message, 'emailOutcome'>>

type MessageThreadProps = {
  messages: readonly ThreadMessage[]
  /** The ticket's job lines, of which a message may be about one. */
  jobs: readonly { readonly jobNumber: number; readonly problem: string }[]
  /** Who reads: their own messages are on their side. */
  reader: Side
  timeZone: string
  /** Shown without messages. */
  empty: string
  /** With a fixed height, scrolled to the newest. */
  isBounded?: boolean
}

/** `2. Roof leak`; the number alone of a line that was deleted. */
function labelOf(jobNumber: number, jobs: MessageThreadProps['jobs']): string {
  const job = jobs.find(each => each.jobNumber === jobNumber)
  return job === undefined ? `job ${jobNumber}` : jobLabel(job)
}

/** The messages, oldest first. New ones are announced to screen readers. */
export function MessageThread(props: MessageThreadProps) {
  const { messages, jobs, reader, timeZone, empty, isBounded = false } = props
  const now = useNow()
  const list = useRef<HTMLDivElement>(null)
  const newest = messages.at(-1)?.messageId
  useEffect(() => {
    if (newest !== undefined && list.current !== null) list.current.scrollTop = list.current.scrollHeight
  }, [newest])
  return (
    <div
      ref={list}
      role="log"
      aria-label="Messages"
      className={styles.log}
      data-bounded={isBounded || undefined}
      // A scroll area must be focusable.
      tabIndex={isBounded && messages.length > 0 ? 0 : undefined}
    >
      {messages.length === 0 && <p className={styles.empty}>{empty}</p>}
      {messages.map(({ messageId, by, authorName, at, jobNumber, text, emailOutcome }) => (
        <div key={messageId} className={styles.message} data-own={by === reader || undefined}>
          <p className={styles.author}>
            <span className={styles.name}>{by === reader && reader === 'customer' ? 'You' : authorName}</span>{' '}
            <time dateTime={at.toISOString()}>{formatWhen(at, timeZone, now)}</time>
          </p>
          {jobNumber !== null && <p className={styles.about}>{`About ${labelOf(jobNumber, jobs)}`}</p>}
          <p className={styles.text}>{text}</p>
          {emailOutcome && <p className={styles.author}>{emailNotSentSentence(emailOutcome)}</p>}
        </div>
      ))}
    </div>
  )
}

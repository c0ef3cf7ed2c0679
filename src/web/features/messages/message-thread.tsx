import { useEffect, useRef } from 'react'
import { formatWhen } from '#domain/lib/company-time.ts'
import type { Message, Side } from '#domain/messages/message.ts'
import { useNow } from '#web/api/use-now.ts'
import styles from './message-thread.module.css'

const MINUTE_MS = 60_000

type ThreadMessage = Omit<Message, 'seenAt'> & { readonly seenAt?: Date | null }

type MessageThreadProps = {
  messages: readonly ThreadMessage[]
  /** Who reads: what they wrote themselves stands on their side. */
  reader: Side
  timeZone: string
  /** What stands where nothing was written yet. */
  empty: string
  /** Keeps to a height of its own, with the newest in sight. */
  isBounded?: boolean
}

/** What was written to and fro, oldest first. New lines are read out as they come. */
export function MessageThread({ messages, reader, timeZone, empty, isBounded = false }: MessageThreadProps) {
  const now = useNow(MINUTE_MS)
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
      // What scrolls has to be reached with the keyboard.
      tabIndex={isBounded && messages.length > 0 ? 0 : undefined}
    >
      {messages.length === 0 && <p className={styles.empty}>{empty}</p>}
      {messages.map(({ messageId, by, authorName, at, text }) => (
        <div key={messageId} className={styles.message} data-own={by === reader || undefined}>
          <p className={styles.author}>
            <span className={styles.name}>{by === reader && reader === 'customer' ? 'You' : authorName}</span>{' '}
            <time dateTime={at.toISOString()}>{formatWhen(at, timeZone, now)}</time>
          </p>
          <p className={styles.text}>{text}</p>
        </div>
      ))}
    </div>
  )
}

import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useLost } from '#web/api/use-delayed-offline.ts'
import type { TicketView } from '#web/features/tickets/ticket-queries.ts'
import { useMayNow } from '#web/features/tickets/use-ticket-permission.ts'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { copyWords } from '#web/ui/share-link.ts'
import styles from './edit-conflict.module.css'
import { type UnsentWords, useUnsentWords } from './finding-drafts.ts'
import { forgetText, isSame } from './text-drafts.ts'

const FIELDS = { cause: 'Cause', correction: 'Correction' } as const

/** Where a ticket is not on the page, or no longer: what was typed into it here and never arrived. */
export const UnsentOfTicket = ({ ticketId }: { ticketId: number }) => (
  <div className={styles.apart}>
    <Listed words={useUnsentWords(ticketId)} />
  </div>
)

/** Where a ticket can be read: what was typed here for fields that cannot be written in now. */
export function UnsentOnTicket({ ticket: { ticketId, jobs } }: { ticket: TicketView }) {
  const mayWrite = useMayNow()('job.write-findings')
  const words = useUnsentWords(ticketId)
  const jobOf = ({ jobNumber }: UnsentWords) => jobs.find(job => job.jobNumber === jobNumber)
  const hasArrived = (one: UnsentWords) => isSame(jobOf(one)?.[one.field] ?? '', one.text)
  const arrived = mayWrite ? [] : words.filter(hasArrived)
  const places = arrived.map(({ place }) => place).join('\n')
  useEffect(() => {
    if (places !== '') for (const place of places.split('\n')) forgetText(place)
  }, [places])
  return <Listed words={words.filter(one => !hasArrived(one) && !(mayWrite && jobOf(one) !== undefined))} />
}

/** Where somebody's day begins: everything that they typed on this device and that has not arrived anywhere. */
export function UnsentAnywhere() {
  const words = useUnsentWords()
  // What was typed a moment ago is on its way.
  const isLate = useLost(words.length === 0)
  return (
    isLate && (
      <div className={styles.apart}>
        <Listed words={words} hasLinks />
      </div>
    )
  )
}

function Listed({ words, hasLinks = false }: { words: readonly UnsentWords[]; hasLinks?: boolean }) {
  if (words.length === 0) return null
  return (
    <Panel title="Not Saved" count={words.length}>
      <p className={styles.lead} role="status">
        {hasLinks
          ? 'These words have not reached their ticket. Open it to save them there, or copy them.'
          : 'These words have not reached the ticket. They are kept on this device alone: copy what is still needed.'}
      </p>
      <ul className={styles.list}>
        {words.map(one => (
          <li key={one.place}>
            <p className={styles.of}>
              {hasLinks && `Ticket ${one.ticketId} · `}
              {one.job} · {FIELDS[one.field]}
            </p>
            <p className={styles.words}>{one.text}</p>
            <div className={styles.choices}>
              {hasLinks && <LinkButton to={`/bay/${one.ticketId}`}>Open Ticket</LinkButton>}
              <Button onClick={() => void copyWords(one.text)}>Copy</Button>
              <ConfirmInline
                label="Put Away"
                question="These words are nowhere else, and will be gone."
                onConfirm={() => forgetText(one.place)}
              />
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

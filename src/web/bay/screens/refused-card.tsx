import { Button, Progress, VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatWhen } from '#domain/lib/company-time.ts'
import { transitionSentence } from '#domain/refusals/page-blocker.ts'
import { isConfirmed } from '#domain/tickets/confirmation.ts'
import { currentOutbox } from '#web/bay/bay-outbox.ts'
import { cachedTicket, timeZoneOf } from '#web/bay/cached-ticket.ts'
import { discard, handOverToDesk, type RefusedItem, useHandOverShare } from '#web/bay/hand-over.ts'
import { namesTransition } from '#web/bay/outbox/refusal-reason.ts'
import { CHECK_IN } from '#web/features/tickets/ticket-path.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { copyText } from '#web/ui/feedback/share-link.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { TextLink } from '#web/ui/links.tsx'
import styles from './unsent-list.module.css'
import { DiscardButton, EntryPhoto, Source } from './waiting-row.tsx'

/** Refusals of this device: it could still be sent. */
const UNSENT_CODES = ['MOVED', 'TOO_OLD']

/** Who did what after it was entered, unless the reason says it. */
function whatHappened(
  { enteredAt, refusal, clockOffset }: RefusedItem,
  ticket: TicketView | undefined,
): string | null {
  if (refusal.code === 'NOT_FOUND' || ticket === undefined) return null
  const { lastTransition, timeZone } = ticket
  const knownAt = namesTransition(refusal) ? refusal.at : enteredAt.getTime()
  const isLater = lastTransition.at.getTime() > knownAt + clockOffset
  return isLater ? transitionSentence(lastTransition, timeZone, new Date()) : null
}

/** What the server, or this device, did not accept: what it was, why, and what can be done with it. */
export function RefusedCard({ item, onClose }: { item: RefusedItem; onClose: () => void }) {
  const [isFolded, setFolded] = useState(false)
  const keepButton = useRef<HTMLButtonElement>(null)
  const showButton = useRef<HTMLButtonElement>(null)
  const fold = (folded: boolean): void => {
    flushSync(() => setFolded(folded))
    const button = folded ? showButton : keepButton
    button.current?.focus()
  }
  const { key, label, ticketId, text, enteredAt, refusal, reason, entry, retry } = item
  const queries = useQueryClient()
  const ticket = cachedTicket(queries, ticketId)
  const meanwhile = whatHappened(item, ticket)
  const canEdit = entry?.name === 'checkIn' && ticket !== undefined && isConfirmed(ticket)
  const photo = entry && <EntryPhoto entry={entry} />
  const share = useHandOverShare(key)
  const about = <VisuallyHidden>: {label}</VisuallyHidden>
  if (isFolded)
    return (
      <li className={styles.row}>
        {photo}
        <div className={styles.words}>
          <span className={styles.label}>{label}</span>
          <span className={styles.source}>Stays on this phone.</span>
          <Button ref={showButton} size="compact-sm" onClick={() => fold(false)}>
            Show{about}
          </Button>
        </div>
      </li>
    )
  return (
    <li className={styles.card}>
      <div className={styles.tapped}>
        {photo}
        <div className={styles.words}>
          <span className={styles.label}>{label}</span>
          {text !== '' && <span className={styles.written}>{text}</span>}
          <Source ticketId={ticketId} at={enteredAt} />
        </div>
      </div>
      <p className={styles.reason}>{reason}</p>
      {meanwhile !== null && <p className={styles.lead}>{meanwhile}</p>}
      {share !== null && share > 0 && (
        <Progress value={share * 100} color="green" size="sm" aria-label={`Handing over ${label}`} />
      )}
      {/* What is on its way to the desk is not done twice. */}
      <fieldset className={styles.choices} disabled={share !== null}>
        <Button ref={keepButton} size="compact-md" onClick={() => fold(true)}>
          Keep{about}
        </Button>
        <Button size="compact-md" onClick={ignoreDoubleClick(() => void handOverToDesk([item]))}>
          Hand to the Desk{about}
        </Button>
        {entry === null || entry.photoSize === null ? (
          <Button size="compact-md" onClick={() => void copyText(copyOf(item, timeZoneOf(queries)))}>
            Copy{about}
          </Button>
        ) : (
          <Button size="compact-md" onClick={() => void savePhoto(key)}>
            Save{about}
          </Button>
        )}
        {retry !== null && (
          <Button size="compact-md" onClick={ignoreDoubleClick(() => void retry())}>
            {UNSENT_CODES.includes(refusal.code) ? 'Send Anyway' : 'Send Again'}
            {about}
          </Button>
        )}
        <DiscardButton onConfirm={() => void discard([item])} />
        {/* This device may no longer know its ticket. */}
        {ticket !== undefined && (
          <TextLink to={`/bay/${ticketId}`} {...(canEdit && { hash: CHECK_IN })} onClick={onClose}>
            {canEdit ? 'Edit and Send' : 'Open Ticket'}
          </TextLink>
        )}
      </fieldset>
    </li>
  )
}

/** For a message to the desk, or a note on paper. */
function copyOf({ entry, ticketId, label, enteredAt, text }: RefusedItem, timeZone: string): string {
  if (entry === null) return text
  return [`Ticket ${ticketId}`, `${label}, ${formatWhen(enteredAt, timeZone, new Date())}`, text]
    .filter(line => line !== '')
    .join('\n')
}

/** To the phone's downloads. */
async function savePhoto(key: string): Promise<void> {
  const photo = await currentOutbox()
    ?.photo(key)
    .catch(() => null)
  if (photo === null || photo === undefined) return notify.failure('This photo is no longer on this phone.')
  const link = document.createElement('a')
  link.href = URL.createObjectURL(photo)
  link.download = `job-photo-${key.slice(-6)}.jpg`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

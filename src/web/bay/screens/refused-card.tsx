import { Button, Progress, VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatWhen } from '#domain/lib/company-time.ts'
import { transitionSentence } from '#domain/refusals/page-blocker.ts'
import { textOf, ticketIdOf } from '#web/bay/bay-commands.ts'
import { currentOutbox } from '#web/bay/bay-outbox.ts'
import { cachedTicket, timeZoneOf } from '#web/bay/cached-ticket.ts'
import {
  discard,
  handOverToDesk,
  type RefusedDraft,
  type RefusedEntry,
  type RefusedItem,
  toRefusedPress,
  toRefusedText,
  useHandOverShare,
} from '#web/bay/hand-over.ts'
import type { OutboxEntry } from '#web/bay/outbox/outbox-types.ts'
import { namesTransition, type Reason, reasonOf } from '#web/bay/outbox/refusal-reason.ts'
import { saveDraft } from '#web/bay/outbox/text-drafts.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { copyText } from '#web/ui/feedback/share-link.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { TextLink } from '#web/ui/links.tsx'
import styles from './unsent-list.module.css'
import { DiscardButton, EntryPhoto, Source } from './waiting-row.tsx'

/** Refusals of this device: it could still be sent. */
const UNSENT_CODES = ['MOVED', 'TOO_OLD']

/** Who did what after it was entered, unless the reason says it. Times are the server's. */
function whatHappened(
  enteredAt: number,
  refusedAt: number,
  refusal: Reason,
  ticket: TicketView | undefined,
): string | null {
  if (refusal.code === 'NOT_FOUND' || ticket === undefined) return null
  const { lastMove, timeZone } = ticket
  const isLater = lastMove.at.getTime() > (namesTransition(refusal) ? refusedAt : enteredAt)
  return isLater ? transitionSentence(lastMove, timeZone, new Date()) : null
}

type CardProps = {
  item: RefusedItem
  written: string
  source: { ticketId: number; at: Date }
  picture?: ReactNode
  reason: string
  meanwhile: string | null
  /** What else can be done than to keep it, hand it over or discard it. */
  children: ReactNode
  /** Null if this device no longer knows its ticket. */
  link: ReactNode
}

/** What the server, or this device, did not accept: what it was, why, and what can be done with it. */
function Card({ item, written, source, picture, reason, meanwhile, children, link }: CardProps) {
  const [isFolded, setFolded] = useState(false)
  const keepButton = useRef<HTMLButtonElement>(null)
  const showButton = useRef<HTMLButtonElement>(null)
  const fold = (folded: boolean): void => {
    flushSync(() => setFolded(folded))
    const button = folded ? showButton : keepButton
    button.current?.focus()
  }
  const { key, label } = item
  const share = useHandOverShare(key)
  const about = <VisuallyHidden>: {label}</VisuallyHidden>
  if (isFolded)
    return (
      <li className={styles.row}>
        {picture}
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
      <div className={styles.pressed}>
        {picture}
        <div className={styles.words}>
          <span className={styles.label}>{label}</span>
          {written !== '' && <span className={styles.written}>{written}</span>}
          <Source {...source} />
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
        {children}
        <DiscardButton onConfirm={() => void discard([item])} />
        {link}
      </fieldset>
    </li>
  )
}

const TicketLink = ({ ticketId, onClose }: { ticketId: number; onClose: () => void }) => (
  <TextLink to={`/bay/${ticketId}`} onClick={onClose}>
    Open Ticket
  </TextLink>
)

/** A press that was not accepted. */
export function RefusedCard({ entry, onClose }: { entry: RefusedEntry; onClose: () => void }) {
  const queries = useQueryClient()
  const { key, label, refusal, photoSize, pressedAt, clockOffset } = entry
  const ticketId = ticketIdOf(entry)
  const ticket = cachedTicket(queries, ticketId)
  const written = textOf(entry)
  const about = <VisuallyHidden>: {label}</VisuallyHidden>
  return (
    <Card
      item={toRefusedPress(entry)}
      written={written}
      source={{ ticketId, at: new Date(pressedAt) }}
      picture={<EntryPhoto entry={entry} />}
      reason={reasonOf(refusal, entry.mayBeDone)}
      meanwhile={whatHappened(pressedAt + clockOffset, refusal.at + clockOffset, refusal, ticket)}
      link={ticket !== undefined && <TicketLink ticketId={ticketId} onClose={onClose} />}
    >
      {photoSize === null ? (
        <Button size="compact-md" onClick={() => void copyText(copyOf(entry, timeZoneOf(queries)))}>
          Copy{about}
        </Button>
      ) : (
        <Button size="compact-md" onClick={() => void savePhoto(entry)}>
          Save{about}
        </Button>
      )}
      <Button size="compact-md" onClick={ignoreDoubleClick(() => void currentOutbox()?.retry(key))}>
        {UNSENT_CODES.includes(refusal.code) ? 'Send Anyway' : 'Send Again'}
        {about}
      </Button>
    </Card>
  )
}

/** A cause or correction that was not accepted. */
export function RefusedText({ text: draft, onClose }: { text: RefusedDraft; onClose: () => void }) {
  const queries = useQueryClient()
  const { key, ticketId, job, text, refused } = draft
  const item = toRefusedText(draft)
  const ticket = cachedTicket(queries, ticketId)
  const at = new Date(refused.at)
  const about = <VisuallyHidden>: {item.label}</VisuallyHidden>
  const sendAgain = (): void => {
    const { base, sent } = draft
    saveDraft(key, { job, base, sent, text })
  }
  return (
    <Card
      item={item}
      written={text}
      source={{ ticketId, at }}
      reason={reasonOf(refused)}
      meanwhile={whatHappened(refused.at, refused.at, refused, ticket)}
      link={ticket !== undefined && <TicketLink ticketId={ticketId} onClose={onClose} />}
    >
      <Button size="compact-md" onClick={() => void copyText(text)}>
        Copy{about}
      </Button>
      {/* Of two texts, their author chooses on the ticket. */}
      {refused.reason !== 'job.reworded' && (
        <Button size="compact-md" onClick={sendAgain}>
          Send Again{about}
        </Button>
      )}
    </Card>
  )
}

/** For a message to the desk, or a note on paper. */
function copyOf(entry: OutboxEntry, timeZone: string): string {
  const when = formatWhen(new Date(entry.pressedAt), timeZone, new Date())
  return [`Ticket ${ticketIdOf(entry)}`, `${entry.label}, ${when}`, textOf(entry)]
    .filter(line => line !== '')
    .join('\n')
}

/** To the phone's downloads. */
async function savePhoto({ key }: OutboxEntry): Promise<void> {
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

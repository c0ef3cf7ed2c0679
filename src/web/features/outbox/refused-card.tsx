import { Button, VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatWhen } from '#domain/lib/company-time.ts'
import { transitionSentence } from '#domain/refusals/refusal.ts'
import { client, toAppError } from '#web/api/client.ts'
import type { OutboxEntry, OutboxRefusal } from '#web/api/outbox/outbox-types.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { copyText } from '#web/ui/feedback/share-link.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { TextLink } from '#web/ui/links.tsx'
import { handOverKeyOf, jobNumberOf, textOf, ticketIdOf } from './bay-commands.ts'
import { currentOutbox } from './bay-outbox.ts'
import { cachedTicket } from './cached-ticket.ts'
import styles from './not-sent-list.module.css'
import { EntryPhoto, EntrySource } from './waiting-row.tsx'

/** Refusals of this device: it could still be sent. */
const UNSENT_CODES = ['MOVED', 'TOO_OLD']

/** Who did what after the press, unless the reason says it. */
function whatHappened(
  entry: OutboxEntry,
  { message, code }: OutboxRefusal,
  ticket: TicketView | undefined,
): string | null {
  if (code === 'NOT_FOUND') return 'The desk released this ticket or assigned it to another technician.'
  if (ticket === undefined) return null
  const { lastMove, timeZone } = ticket
  const isLater = lastMove.at.getTime() > entry.pressedAt + entry.clockOffset
  const sentence = transitionSentence(lastMove, timeZone, new Date())
  return isLater && !message.includes(sentence.slice(1, -1)) ? sentence : null
}

type RefusedCardProps = { entry: OutboxEntry; onClose: () => void }

/** What the server, or this device, did not accept: what it was, why, and what can be done with it. */
export function RefusedCard({ entry, onClose }: RefusedCardProps) {
  const queries = useQueryClient()
  const [isFolded, setFolded] = useState(false)
  const { key, label, refusal, photoSize } = entry
  if (refusal === null) return null
  const ticketId = ticketIdOf(entry)
  const ticket = cachedTicket(queries, ticketId)
  const written = textOf(entry)
  const meanwhile = whatHappened(entry, refusal, ticket)
  const about = <VisuallyHidden>: {label}</VisuallyHidden>
  if (isFolded)
    return (
      <li className={styles.row}>
        <EntryPhoto entry={entry} />
        <div className={styles.words}>
          <span className={styles.label}>{label}</span>
          <span className={styles.source}>Stays on this phone.</span>
          <Button size="compact-sm" onClick={() => setFolded(false)}>
            Show{about}
          </Button>
        </div>
      </li>
    )
  return (
    <li className={styles.card}>
      <div className={styles.pressed}>
        <EntryPhoto entry={entry} />
        <div className={styles.words}>
          <span className={styles.label}>{label}</span>
          {written !== '' && <span className={styles.written}>{written}</span>}
          <EntrySource entry={entry} />
        </div>
      </div>
      <p className={styles.reason}>{refusal.message}</p>
      {meanwhile !== null && <p className={styles.lead}>{meanwhile}</p>}
      <div className={styles.choices}>
        <Button size="compact-md" onClick={() => setFolded(true)}>
          Keep{about}
        </Button>
        {photoSize === null ? (
          <Button size="compact-md" onClick={() => void copyText(copyOf(entry, ticket))}>
            Copy{about}
          </Button>
        ) : (
          <Button size="compact-md" onClick={() => void savePhoto(entry)}>
            Save{about}
          </Button>
        )}
        <HandOverButton entry={entry} reason={refusal.message} written={written} />
        <Button size="compact-md" onClick={ignoreDoubleClick(() => void currentOutbox()?.retry(key))}>
          {UNSENT_CODES.includes(refusal.code) ? 'Send Anyway' : 'Send Again'}
          {about}
        </Button>
        <ConfirmInline
          label="Discard"
          question="It is only on this phone and will be lost."
          onConfirm={() => void currentOutbox()?.remove(key)}
        />
        {ticket !== undefined && (
          <TextLink to={`/bay/${ticketId}`} onClick={onClose}>
            Open Ticket
          </TextLink>
        )}
      </div>
    </li>
  )
}

/** For a message to the desk, or a note on paper. */
function copyOf(entry: OutboxEntry, ticket: TicketView | undefined): string {
  const when = formatWhen(new Date(entry.pressedAt), ticket?.timeZone ?? 'UTC', new Date())
  const zone = ticket === undefined ? ' UTC' : ''
  return [`Ticket ${ticketIdOf(entry)}`, `${entry.label}, ${when}${zone}`, textOf(entry)]
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

type HandOverProps = { entry: OutboxEntry; reason: string; written: string }

/** The desk does it: it gets what was pressed and why it was not done. */
function HandOverButton({ entry, reason, written }: HandOverProps) {
  const [isSending, setSending] = useState(false)
  async function send() {
    setSending(true)
    try {
      await client.bay.handOver(
        {
          ticketId: ticketIdOf(entry),
          jobNumber: jobNumberOf(entry),
          label: entry.label,
          text: written,
          reason,
          pressedAt: new Date(entry.pressedAt + entry.clockOffset),
        },
        { context: { idempotencyKey: handOverKeyOf(entry) } },
      )
      notify.success('The desk has it now.')
      await currentOutbox()?.remove(entry.key)
    } catch (error) {
      notify.failure(toAppError(error).message)
    } finally {
      setSending(false)
    }
  }
  // The desk cannot be given a picture: it can be saved, and sent to the desk.
  if (entry.photoSize !== null) return null
  return (
    <Button size="compact-md" disabled={isSending} onClick={ignoreDoubleClick(() => void send())}>
      Hand to the Desk
      <VisuallyHidden>: {entry.label}</VisuallyHidden>
    </Button>
  )
}

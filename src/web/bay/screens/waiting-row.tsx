import { Progress } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { formatWhen } from '#domain/lib/company-time.ts'
import { textOf, ticketIdOf } from '#web/bay/bay-commands.ts'
import { currentOutbox, subscribeToOutbox } from '#web/bay/bay-outbox.ts'
import { cachedTicket, timeZoneOf } from '#web/bay/cached-ticket.ts'
import type { OutboxEntry } from '#web/bay/outbox/outbox-types.ts'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import styles from './unsent-list.module.css'
import { usePhotoUrl } from './use-photo-url.ts'

/** `Ticket 412873, Park`. */
export function useTicketName(ticketId: number): string {
  const ticket = cachedTicket(useQueryClient(), ticketId)
  return `Ticket ${ticketId}${ticket === undefined ? '' : `, ${ticket.customerDetails.lastName}`}`
}

/** `Ticket 412873, Park · 2:14 PM`. */
export function Source({ ticketId, at }: { ticketId: number; at: Date }) {
  const timeZone = timeZoneOf(useQueryClient())
  return (
    <span className={styles.source}>
      {useTicketName(ticketId)} ·{' '}
      <time dateTime={at.toISOString()}>{formatWhen(at, timeZone, new Date())}</time>
    </span>
  )
}

/** For what is nowhere else. */
export const DiscardButton = ({ onConfirm }: { onConfirm: () => void }) => (
  <ConfirmInline
    label="Discard"
    question="It is only on this phone and will be lost."
    onConfirm={onConfirm}
  />
)

/** The entry's picture, loaded near the screen. */
export function EntryPhoto({ entry: { key, photoSize } }: { entry: OutboxEntry }) {
  const { ref, url } = usePhotoUrl(key)
  if (photoSize === null) return null
  return (
    <span ref={ref} className={styles.photo}>
      {url !== null && <img src={url} alt="" decoding="async" />}
    </span>
  )
}

/** What is sent by itself. */
export function WaitingRow({ entry }: { entry: OutboxEntry }) {
  const { key, label } = entry
  const written = textOf(entry)
  const progress = useSyncExternalStore(
    subscribeToOutbox,
    () => currentOutbox()?.progress(key) ?? 0,
    () => 0,
  )
  const discard = (): void =>
    void currentOutbox()
      ?.remove(key)
      .catch(() =>
        notify.failure('This is being sent right now. If it is still here in a minute, discard it then.'),
      )
  return (
    <li className={styles.row}>
      <EntryPhoto entry={entry} />
      <div className={styles.words}>
        <span className={styles.label}>{label}</span>
        {written !== '' && <span className={styles.written}>{written}</span>}
        <Source ticketId={ticketIdOf(entry)} at={new Date(entry.tappedAt)} />
        {progress > 0 && (
          <Progress value={progress * 100} color="green" size="sm" aria-label={`Sending ${label}`} />
        )}
        <DiscardButton onConfirm={discard} />
      </div>
    </li>
  )
}

import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useDelayedOffline } from '#web/api/use-delayed-offline.ts'
import { reasonOf } from '#web/bay/outbox/refusal-reason.ts'
import { deleteDraft, isSame, type UnsentText } from '#web/bay/outbox/text-drafts.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { useTicketPermission } from '#web/features/tickets/use-ticket-permission.ts'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { copyText } from '#web/ui/feedback/share-link.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import styles from './edit-conflict.module.css'
import { FINDING_LABELS, useUnsentText } from './finding-drafts.ts'

/** For a ticket that is not on the page: its unsaved text. */
export const UnsentTextOfTicket = ({ ticketId }: { ticketId: number }) => (
  <div className={styles.spaced}>
    <UnsentTextList texts={useUnsentText(ticketId)} />
  </div>
)

/** On a ticket's page: unsaved text for fields that cannot be edited now. */
export function UnsentTextOnTicket({ ticket: { ticketId, jobs, unsent } }: { ticket: TicketView }) {
  const mayWrite = useTicketPermission()('job.write-findings')
  const texts = useUnsentText(ticketId)
  const jobOf = ({ jobNumber }: UnsentText) => jobs.find(job => job.jobNumber === jobNumber)
  const isSaved = (one: UnsentText) => isSame(jobOf(one)?.[one.field] ?? '', one.text)
  const saved = mayWrite ? [] : texts.filter(isSaved)
  const savedKeys = saved.map(({ key }) => key).join('\n')
  useEffect(() => {
    if (savedKeys !== '') for (const key of savedKeys.split('\n')) deleteDraft(key)
  }, [savedKeys])
  return (
    <UnsentTextList
      texts={texts.filter(one => !isSaved(one) && !(mayWrite && jobOf(one) !== undefined))}
      isSentFirst={unsent !== undefined}
    />
  )
}

/** On landing pages: all unsaved text of this account on this device. */
export function AllUnsentText() {
  const texts = useUnsentText()
  // Recently typed text is being saved.
  const isShown = useDelayedOffline(texts.length === 0)
  return (
    isShown && (
      <div className={styles.spaced}>
        <UnsentTextList texts={texts} hasLinks />
      </div>
    )
  )
}

type UnsentTextListProps = {
  texts: readonly UnsentText[]
  hasLinks?: boolean
  /** The ticket waits to be sent for approval, and this text goes before it. */
  isSentFirst?: boolean
}

function UnsentTextList({ texts, hasLinks = false, isSentFirst = false }: UnsentTextListProps) {
  if (texts.length === 0) return null
  return (
    <Panel title="Not Saved" count={texts.length}>
      <p className={styles.lead} role="status">
        {hasLinks
          ? 'Not saved to the ticket yet, and only on this device.'
          : isSentFirst
            ? 'Not sent yet. This text is saved to the ticket before the ticket is sent for approval.'
            : 'Not saved to the ticket. This text is only on this device: copy what you still need.'}
      </p>
      <ul className={styles.list}>
        {texts.map(one => (
          <li key={one.key}>
            <p className={styles.source}>
              {hasLinks && `Ticket ${one.ticketId} · `}
              {one.job} · {FINDING_LABELS[one.field]}
            </p>
            <p className={styles.words}>{one.text}</p>
            {one.refused !== undefined && <p className={styles.source}>{reasonOf(one.refused)}</p>}
            <div className={styles.choices}>
              {hasLinks && <LinkButton to={`/bay/${one.ticketId}`}>Open Ticket</LinkButton>}
              <Button onClick={() => void copyText(one.text)}>Copy</Button>
              <ConfirmInline
                label="Discard"
                question="This text isn’t saved anywhere else and will be lost."
                onConfirm={() => deleteDraft(one.key)}
              />
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

import { lazy, type ReactNode } from 'react'
import { formatDateTime } from '#domain/lib/company-time.ts'
import { CLOSE_REASON_LABELS } from '#domain/tickets/closing.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LazyContent } from '#web/ui/lazy-content.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import styles from './ticket-forms.module.css'

const VisitDisputes = lazy(() =>
  import('./visit-disputes.tsx').then(({ VisitDisputes }) => ({ default: VisitDisputes })),
)

/** On a ticket in the work history: since when, and what an owner of the rig disputes about it. */
export const RecordedNotices = ({ ticket }: { ticket: TicketView }) => (
  <>
    <InHistory ticket={ticket} />
    <LazyContent>
      <VisitDisputes ticket={ticket} />
    </LazyContent>
  </>
)

type ClosedNoticeProps = {
  ticket: TicketView
  closing: NonNullable<TicketView['closing']>
  children: ReactNode
}

/** On a closed ticket: why it ended without work. */
export const ClosedNotice = ({ ticket, closing: { reason, note }, children }: ClosedNoticeProps) => (
  <div className={styles.recorded}>
    <Panel>
      <p className={styles.words}>
        This ticket was closed: {CLOSE_REASON_LABELS[reason].toLowerCase()}. It can’t be edited unless you
        reopen it.
      </p>
      {note !== '' && (
        <p className={styles.dispute}>
          {ticket.lastTransition.by.name}: {note}
        </p>
      )}
      {children}
    </Panel>
  </div>
)

function InHistory({ ticket }: { ticket: TicketView }) {
  const { completedTimestamp, timeZone, customerRV } = ticket
  const when = completedTimestamp === null ? '' : ` since ${formatDateTime(completedTimestamp, timeZone)}`
  return (
    <div className={styles.recorded}>
      <Panel>
        <p className={styles.words}>This ticket is in the work history{when}. It can no longer be edited.</p>
        <LinkButton to="/work-history" search={{ vin: customerRV.vin }}>
          Work History of {customerRV.vin}
        </LinkButton>
      </Panel>
    </div>
  )
}

import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconArchive } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { dayOf, formatDayWithYear } from '#domain/lib/company-time.ts'
import { formatDateTime } from '#domain/lib/date-time.ts'
import { api } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { LinkButton } from '#web/ui/links.tsx'
import styles from './ticket-forms.module.css'

/** On a ticket in the work history: since when, and what an owner of the rig disputes about it. */
export const RecordedNotices = ({ ticket }: { ticket: TicketView }) => (
  <>
    <InHistory ticket={ticket} />
    <VisitDisputes ticket={ticket} />
  </>
)

function InHistory({ ticket }: { ticket: TicketView }) {
  const { completedTimestamp, timeZone, customerRV } = ticket
  const when = completedTimestamp === null ? '' : ` since ${formatDateTime(completedTimestamp, timeZone)}`
  return (
    <div className={styles.recorded}>
      <Alert icon={<IconArchive aria-hidden />} variant="default">
        <p className={styles.words}>This ticket is in the work history{when}. It can no longer be edited.</p>
        <LinkButton to="/work-history" search={{ vin: customerRV.vin }}>
          Work History of {customerRV.vin}
        </LinkButton>
      </Alert>
    </div>
  )
}

/** What the rig's current or former owner disputes about this visit. */
function VisitDisputes({ ticket: { ticketId, timeZone } }: { ticket: TicketView }) {
  const may = usePermission()
  const { data = [] } = useQuery({
    ...api.tickets.disputes.queryOptions({ input: { ticketId }, staleTime: 0 }),
    enabled: may('dispute.see'),
  })
  return data.map(({ words, writtenAt, isHeld }) => (
    <Alert
      key={`${writtenAt.getTime()} ${words}`}
      className={styles.recorded}
      icon={<IconAlertTriangle aria-hidden />}
      variant="default"
    >
      <p className={styles.dispute}>
        {isHeld ? 'The owner' : 'A former owner'} of this rig disputes this visit: {words}
      </p>
      <p className={styles.when}>
        {formatDayWithYear(dayOf(writtenAt, timeZone))}. The public work history does not show this.
      </p>
    </Alert>
  ))
}

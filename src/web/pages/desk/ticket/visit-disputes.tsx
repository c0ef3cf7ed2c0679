import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { dayOf, formatDayWithYear } from '#domain/lib/company-time.ts'
import { api } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import styles from './ticket-forms.module.css'

/** What the rig's current or former owner disputes about this visit. */
export function VisitDisputes({ ticket: { ticketId, timeZone } }: { ticket: TicketView }) {
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

import { useQuery } from '@tanstack/react-query'
import { formatWhen } from '#domain/lib/company-time.ts'
import { api } from '#web/api/client.ts'
import { useNow } from '#web/api/use-now.ts'
import { useOwnCompany } from '#web/features/bookings/desk-time-fields.tsx'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { ticketPath } from '#web/features/tickets/ticket-path.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TextLink } from '#web/ui/links.tsx'
import styles from './customers.module.css'

/** The newest messages on a customer's tickets; nothing without any. */
export function MessagesPanel({ customerId }: { customerId: string }) {
  const timeZone = useOwnCompany()?.timeZone ?? 'UTC'
  const now = useNow()
  const { data, error, refetch } = useQuery(api.messages.ofCustomer.queryOptions({ input: { customerId } }))
  if (data === undefined && error !== null) return <QueryError error={error} onRetry={() => void refetch()} />
  if (data === undefined || data.messages.length === 0) return null
  return (
    <Panel title="Messages">
      <ul className={styles.list}>
        {data.messages.map(({ messageId, authorName, at, ticketId, state, text }) => (
          <li key={messageId}>
            <p className={styles.muted}>
              <strong>{authorName}</strong>{' '}
              <time dateTime={at.toISOString()}>{formatWhen(at, timeZone, now)}</time>
              {', '}
              <TextLink to={ticketPath(state, ticketId) ?? `/service-ticket/${ticketId}`}>
                ticket {ticketId}
              </TextLink>
            </p>
            <p className={styles.note}>{text}</p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

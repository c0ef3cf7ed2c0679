import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useId } from 'react'
import { customerLabel } from '#domain/customers/customer.ts'
import { api } from '#web/api/client.ts'
import { boardQuery } from '#web/api/live/board-query.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { ticketPath } from '#web/features/tickets/ticket-path.ts'
import styles from '#web/pages/desk/dashboard.module.css'
import { TextLink } from '#web/ui/links.tsx'

/** Unread messages. Loaded after the board, and shown if there are any. */
export function UnreadMessages() {
  const may = usePermission()
  const titleId = useId()
  const search = useSearch({ from: '/signed-in/dashboard' })
  const { isSuccess: isBoardLoaded } = useQuery(boardQuery(search))
  const { data } = useQuery({
    ...api.messages.listUnread.queryOptions(),
    enabled: may('message.read') && isBoardLoaded,
  })
  if (data === undefined || data.tickets.length === 0) return null
  return (
    <section className={styles.strip} data-tone="amber" aria-labelledby={titleId}>
      <h2 className={styles.title} id={titleId}>
        New customer messages
      </h2>
      <ul className={styles.customers}>
        {data.tickets.map(({ ticketId, state, count, ...customer }) => {
          const path = ticketPath(state, ticketId)
          const label = `${customerLabel(customer)}${count > 1 ? ` (${count})` : ''}`
          return <li key={ticketId}>{path === null ? label : <TextLink to={path}>{label}</TextLink>}</li>
        })}
      </ul>
    </section>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, client } from '#web/api/client.ts'
import { MessageForm } from '#web/features/messages/message-form.tsx'
import { MessageThread } from '#web/features/messages/message-thread.tsx'
import { useMarkRead } from '#web/features/messages/use-mark-read.ts'
import { setVisibleThread } from '#web/features/messages/visible-thread.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import styles from './customer-contact-panel.module.css'

/** Messages with the customer. They count as read once shown on screen. */
export function CustomerMessages({ ticket, hasLink }: { ticket: TicketView; hasLink: boolean }) {
  const { ticketId, customerDetails, timeZone } = ticket
  const queries = useQueryClient()
  const query = api.messages.list.queryOptions({ input: { ticketId } })
  const { data, error, refetch } = useQuery(query)
  const messages = data?.messages ?? []
  const unread = messages.findLast(({ by, readAt }) => by === 'customer' && readAt === null)?.messageId
  const { ref, inViewport } = useMarkRead(client.messages.markRead, { ticketId }, unread)
  useEffect(() => (inViewport ? setVisibleThread(ticketId) : undefined), [inViewport, ticketId])
  if (data === undefined)
    return error === null ? (
      <PanelSkeleton lines={2} label="Loading messages…" />
    ) : (
      <QueryError error={error} onRetry={() => void refetch()} />
    )
  return (
    <section ref={ref} className={styles.part} aria-label="Messages with the customer">
      <MessageThread
        messages={messages}
        jobs={ticket.jobs}
        reader="desk"
        timeZone={timeZone}
        isBounded
        empty={hasLink ? 'No messages yet.' : 'Send the customer the link to start messaging.'}
      />
      {(hasLink || messages.length > 0) && (
        <MessageForm
          label={`Message ${customerDetails.firstName}`}
          draft={`message ${ticketId}`}
          send={(text, options) => client.messages.post({ ticketId, text }, options)}
          onSent={() => queries.invalidateQueries({ queryKey: query.queryKey })}
        />
      )}
    </section>
  )
}

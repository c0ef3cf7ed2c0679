import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client } from '#web/api/client.ts'
import { MessageForm } from '#web/features/messages/message-form.tsx'
import { MessageThread } from '#web/features/messages/message-thread.tsx'
import { useMarkRead } from '#web/features/messages/use-mark-read.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import type { TrackedTicket } from './tracked-ticket-query.ts'

/** The customer's messages with the company. */
export function CustomerMessages({ token, ticket }: { token: string; ticket: TrackedTicket }) {
  const queries = useQueryClient()
  const { companyName } = ticket.company
  const { data, error, refetch } = useQuery(api.customerView.listMessages.queryOptions({ input: { token } }))
  const messages = data?.messages ?? []
  const unread = messages.findLast(({ isUnread }) => isUnread)?.messageId
  const { ref: end } = useMarkRead(client.customerView.markRead, { token }, unread)
  return (
    <Panel title="Messages">
      {data === undefined && error === null && <PanelSkeleton lines={3} label="Loading the messages…" />}
      {data === undefined && error !== null && <QueryError error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <MessageThread
          messages={messages}
          jobs={ticket.jobs}
          reader="customer"
          timeZone={ticket.timeZone}
          empty={`Have a question, or something ${companyName} should know? Write it here.`}
        />
      )}
      {/* A customer who sees the end of the newest message has seen it. */}
      <span ref={end} />
      <MessageForm
        label={`Message ${companyName}`}
        draft={`message ${ticket.ticketId}`}
        send={(text, options) => client.customerView.post({ token, text }, options)}
        onSent={() =>
          queries.invalidateQueries({ queryKey: api.customerView.listMessages.key({ input: { token } }) })
        }
      />
    </Panel>
  )
}

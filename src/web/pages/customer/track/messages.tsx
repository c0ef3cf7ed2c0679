import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client } from '#web/api/client.ts'
import { LoadFault } from '#web/api/query-error.tsx'
import { WriteMessage } from '#web/features/messages/message-form.tsx'
import { Thread } from '#web/features/messages/message-thread.tsx'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import type { FollowView } from './track-view.ts'

/** Writing with the company, without an address or an app to look for. */
export function Talk({ token, ticket }: { token: string; ticket: FollowView }) {
  const queries = useQueryClient()
  const { companyName } = ticket.company
  const { data, error, refetch } = useQuery(api.follow.messages.queryOptions({ input: { token } }))
  return (
    <Panel title="Messages">
      {data === undefined && error === null && <PanelSkeleton lines={3} label="Loading the messages…" />}
      {data === undefined && error !== null && <LoadFault error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <Thread
          messages={data.messages}
          reader="customer"
          timeZone={ticket.timeZone}
          empty={`A question, or something ${companyName} should know? Write it here.`}
        />
      )}
      <WriteMessage
        label={`Write to ${companyName}`}
        draft={`message ${ticket.ticketId}`}
        send={(text, options) => client.follow.say({ token, text }, options)}
        onSent={() => queries.invalidateQueries({ queryKey: api.follow.messages.key({ input: { token } }) })}
      />
    </Panel>
  )
}

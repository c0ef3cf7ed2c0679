import { useInViewport } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api, client } from '#web/api/client.ts'
import { LoadFault } from '#web/api/query-error.tsx'
import { useCommand } from '#web/api/use-mutation-once.ts'
import { WriteMessage } from '#web/features/messages/message-form.tsx'
import { Thread } from '#web/features/messages/message-thread.tsx'
import { bringIntoSight } from '#web/features/messages/visible-thread.ts'
import type { TicketView } from '#web/features/tickets/ticket-queries.ts'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import styles from './customer-panel.module.css'

/** The talk with the customer. What they wrote counts as seen once it is on somebody's screen. */
export function CustomerTalk({ ticket, hasLink }: { ticket: TicketView; hasLink: boolean }) {
  const { ticketId, customerDetails, timeZone } = ticket
  const queries = useQueryClient()
  const query = api.messages.list.queryOptions({ input: { ticketId } })
  const { data, error, refetch } = useQuery(query)
  const messages = data?.messages ?? []
  const { ref, inViewport } = useInViewport<HTMLElement>()
  const unseen = messages.findLast(({ by, seenAt }) => by === 'customer' && seenAt === null)?.messageId
  const { run } = useCommand(client.messages.markSeen, { basis: unseen, onFault: () => {} })
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    if (inViewport && unseen !== undefined && document.visibilityState === 'visible')
      latest.current({ ticketId })
  }, [inViewport, unseen, ticketId])
  useEffect(() => (inViewport ? bringIntoSight(ticketId) : undefined), [inViewport, ticketId])
  if (data === undefined)
    return error === null ? (
      <PanelSkeleton lines={2} label="Loading the messages…" />
    ) : (
      <LoadFault error={error} onRetry={() => void refetch()} />
    )
  return (
    <section ref={ref} className={styles.part} aria-label="Messages with the customer">
      <Thread
        messages={messages}
        reader="desk"
        timeZone={timeZone}
        isBounded
        empty={hasLink ? 'No messages yet.' : 'Messages go by the link: give it to the customer first.'}
      />
      {(hasLink || messages.length > 0) && (
        <WriteMessage
          label={`Write to ${customerDetails.firstName}`}
          draft={`message ${ticketId}`}
          send={(text, options) => client.messages.say({ ticketId, text }, options)}
          onSent={() => queries.invalidateQueries({ queryKey: query.queryKey })}
        />
      )}
    </section>
  )
}

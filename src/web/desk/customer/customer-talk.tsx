import { useInViewport } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api, client } from '#web/api.ts'
import { LoadFault } from '#web/parts/load-fault.tsx'
import { bringIntoSight } from '#web/parts/talk/in-sight.ts'
import { Thread } from '#web/parts/talk/thread.tsx'
import { WriteMessage } from '#web/parts/talk/write-message.tsx'
import type { TicketView } from '#web/parts/ticket/ticket-view.ts'
import { useCommand } from '#web/parts/use-command.ts'
import { PanelSkeleton } from '#web/ui/skeletons.tsx'
import styles from './customer-side.module.css'

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

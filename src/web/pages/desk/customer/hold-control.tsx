import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { holdSentence } from '#domain/on-hold/hold.ts'
import { isInWork } from '#domain/tickets/ticket.ts'
import { api, client } from '#web/api/client.ts'
import { lazyPanel } from '#web/api/lazy-panel.tsx'
import { optimisticUpdate } from '#web/api/optimistic-update.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import styles from './customer-contact-panel.module.css'
import type { HoldView } from './hold-form.tsx'

const HoldForm = lazyPanel(() => import('./hold-form.tsx').then(({ HoldForm }) => HoldForm))

/** Puts the ticket on hold, so that the customer need not call and ask. */
export function HoldControl({ ticket }: { ticket: TicketView }) {
  const { ticketId, timeZone } = ticket
  const queries = useQueryClient()
  const container = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  const query = api.onHold.get.queryOptions({ input: { ticketId } })
  const { data } = useQuery({ ...query, enabled: isInWork(ticket) })
  const refetch = () => queries.invalidateQueries({ queryKey: query.queryKey })
  const close = async () => {
    setOpen(false)
    await refetch()
    container.current?.focus()
  }
  const clear = useMutationOnce(client.onHold.clear, {
    optimistic: () =>
      optimisticUpdate<{ hold: HoldView | null }>(queries, query.queryKey, () => ({ hold: null })),
    onDone: close,
  })
  const resume = (): void => {
    // The pressed button is gone with the hold.
    container.current?.focus()
    clear.run({ ticketId })
  }
  if (!isInWork(ticket) || data === undefined) return null
  const { hold } = data
  return (
    <section ref={container} tabIndex={-1} className={styles.part} aria-label="On hold">
      <p className={hold === null ? styles.muted : styles.line}>
        {hold === null ? 'Not on hold.' : holdSentence(hold, 'desk', timeZone)}
      </p>
      {hold !== null && hold.note !== '' && <p className={styles.muted}>{hold.note}</p>}
      {isOpen ? (
        <HoldForm ticket={ticket} hold={hold} onDone={close} onCancel={() => setOpen(false)} />
      ) : (
        <div className={styles.actions}>
          <Button
            size="compact-sm"
            disabled={clear.isRunning}
            onClick={ignoreDoubleClick(() => setOpen(true))}
          >
            {hold === null ? 'Put on hold…' : 'Change'}
          </Button>
          {hold !== null && (
            <Button size="compact-sm" disabled={clear.isRunning} onClick={ignoreDoubleClick(resume)}>
              Resume work
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

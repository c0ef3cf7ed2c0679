import { Button, VisuallyHidden } from '@mantine/core'
import { useClickOutside } from '@mantine/hooks'
import { IconPlayerPause } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { holdSentence } from '#domain/on-hold/hold.ts'
import { isInWork } from '#domain/tickets/ticket.ts'
import { api, client } from '#web/api/client.ts'
import { lazyPanel } from '#web/api/lazy-panel.tsx'
import { optimisticUpdate } from '#web/api/optimistic-update.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { usePermission } from '#web/api/use-permission.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { StateBadge } from '#web/ui/feedback/state-badge.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { onEscape } from '#web/ui/on-escape.ts'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import type { HoldView } from './hold-form.tsx'
import styles from './hold-menu.module.css'

const HoldForm = lazyPanel(() => import('./hold-form.tsx').then(({ HoldForm }) => HoldForm))

/** Puts the ticket on hold, so that the customer need not call and ask; and says why it waits. */
export function HoldMenu({ ticket }: { ticket: TicketView }) {
  const { ticketId, timeZone } = ticket
  const queries = useQueryClient()
  const may = usePermission()
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const menu = useClickOutside<HTMLDivElement>(() => setOpen(false))
  const query = api.onHold.get.queryOptions({ input: { ticketId } })
  const { data } = useQuery({ ...query, enabled: isInWork(ticket) && may('hold.set') })
  const refetch = () => queries.invalidateQueries({ queryKey: query.queryKey })
  const close = async () => {
    setOpen(false)
    await refetch()
  }
  const clear = useMutationOnce(client.onHold.clear, {
    optimistic: () =>
      optimisticUpdate<{ hold: HoldView | null }>(queries, query.queryKey, () => ({ hold: null })),
    onDone: refetch,
  })
  const resume = (): void => {
    // The pressed button is gone with the hold.
    opener.current?.focus()
    clear.run({ ticketId })
  }
  if (!isInWork(ticket) || data === undefined) return null
  const { hold } = data
  return (
    <div ref={menu} className={styles.menu}>
      {hold !== null && (
        <>
          <StateBadge word="On hold" icon={IconPlayerPause} tone="amber" />
          <span className={styles.reason}>
            {holdSentence(hold, 'desk', timeZone)} {hold.note}
          </span>
          <Button size="compact-sm" disabled={clear.isRunning} onClick={ignoreDoubleClick(resume)}>
            Resume work
          </Button>
        </>
      )}
      <Button
        ref={opener}
        size="compact-sm"
        variant="subtle"
        leftSection={<IconPlayerPause size={16} aria-hidden />}
        aria-expanded={isOpen}
        aria-disabled={clear.isRunning || undefined}
        onClick={ignoreDoubleClick(clear.isRunning ? undefined : () => setOpen(!isOpen))}
      >
        {hold === null ? 'Put on hold…' : 'Change…'}
        {hold !== null && <VisuallyHidden> the hold</VisuallyHidden>}
      </Button>
      {isOpen && (
        <section className={styles.dropdown} aria-label="On hold" onKeyDown={onEscape(() => setOpen(false))}>
          <HoldForm ticket={ticket} hold={hold} onDone={close} onCancel={() => setOpen(false)} />
        </section>
      )}
    </div>
  )
}

import { Button } from '@mantine/core'
import { formatWhen } from '#domain/lib/company-time.ts'
import { type api, client } from '#web/api/client.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { useNow } from '#web/api/use-now.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import styles from './customer-contact-panel.module.css'

export type DeskLink = NonNullable<Awaited<ReturnType<typeof api.customerLinks.get.call>>['link']>

type LinkLockProps = {
  ticket: Pick<TicketView, 'ticketId' | 'timeZone'>
  link: Pick<DeskLink, 'isLocked' | 'lockedUntil' | 'openedAt'>
  onUnlocked: () => Promise<void>
}

/** A link that too many wrong answers locked, and how the desk unlocks it. */
export function LinkLock({ ticket, link, onUnlocked }: LinkLockProps) {
  const { ticketId, timeZone } = ticket
  const { isLocked, lockedUntil, openedAt } = link
  const now = useNow()
  const { run, isRunning } = useMutationOnce(client.customerLinks.unlock, {
    onDone: async () => {
      await onUnlocked()
      notify.success('Link unlocked. The customer can try again.')
    },
  })
  return (
    <>
      <p className={styles.line} role="status">
        {isLocked || lockedUntil === null
          ? 'This link is locked for new devices after too many wrong answers.'
          : `This link is locked until ${formatWhen(lockedUntil, timeZone, now)} where the wrong digits were entered.`}{' '}
        {openedAt === null ? 'Unlock it, or copy a new one.' : 'Unlock it to let the customer try again.'}
      </p>
      <div className={styles.actions}>
        <Button size="compact-sm" disabled={isRunning} onClick={ignoreDoubleClick(() => run({ ticketId }))}>
          Unlock link
        </Button>
      </div>
    </>
  )
}

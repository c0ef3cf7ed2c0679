import { Button, VisuallyHidden } from '@mantine/core'
import { useClickOutside } from '@mantine/hooks'
import { IconPlayerPause } from '@tabler/icons-react'
import { isInWork } from '#domain/tickets/ticket.ts'
import { client } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { lazyPanel } from '#web/features/panels/lazy-panel.tsx'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { onEscape } from '#web/ui/on-escape.ts'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import styles from './hold-menu.module.css'

const HoldForm = lazyPanel(() => import('./hold-form.tsx').then(({ LoadedHoldForm }) => LoadedHoldForm))

/** Puts the ticket on hold, so that the customer need not call and ask; or resumes the work. */
export function HoldMenu({ ticket }: { ticket: TicketView }) {
  const { ticketId, hold } = ticket
  const may = usePermission()
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const menu = useClickOutside<HTMLDivElement>(() => setOpen(false))
  const clear = useTicketCommand(ticketId, client.onHold.clear, {
    optimistic: before => ({ ...before, hold: null }),
  })
  const resume = (): void => {
    // The tapped button is gone with the hold.
    opener.current?.focus()
    clear.run({ ticketId })
  }
  if (!isInWork(ticket) || !may('hold.set')) return null
  return (
    <div ref={menu} className={styles.menu}>
      {hold !== null && (
        <Button size="compact-sm" disabled={clear.isRunning} onClick={ignoreDoubleClick(resume)}>
          Resume work
        </Button>
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
          <HoldForm ticket={ticket} onClose={() => setOpen(false)} />
        </section>
      )}
    </div>
  )
}

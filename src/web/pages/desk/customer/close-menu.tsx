import { Button } from '@mantine/core'
import { useClickOutside } from '@mantine/hooks'
import { IconCircleMinus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { flushSync } from 'react-dom'
import { isInWork } from '#domain/tickets/ticket.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { lazyPanel } from '#web/features/panels/lazy-panel.tsx'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { onEscape } from '#web/ui/on-escape.ts'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import styles from './hold-menu.module.css'

/** The id of what shows the ticket's money. */
export const MONEY_SECTION = 'ticket-money'

const CloseTicket = lazyPanel(() => import('./close-ticket.tsx').then(({ CloseTicket }) => CloseTicket))

/** Ends the ticket without work, with a reason. */
export function CloseMenu({ ticket }: { ticket: TicketView }) {
  const may = usePermission()
  const navigate = useNavigate()
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const menu = useClickOutside<HTMLDivElement>(() => setOpen(false))
  if (!isInWork(ticket) || !may('ticket.close')) return null
  const { ticketId } = ticket
  return (
    <div ref={menu} className={styles.menu}>
      <Button
        ref={opener}
        size="compact-sm"
        variant="subtle"
        leftSection={<IconCircleMinus size={16} aria-hidden />}
        aria-expanded={isOpen}
        onClick={ignoreDoubleClick(() => setOpen(!isOpen))}
      >
        Close Ticket…
      </Button>
      {isOpen && (
        <section
          className={styles.dropdown}
          aria-label="Close Ticket"
          onKeyDown={onEscape(() => setOpen(false))}
        >
          <CloseTicket
            ticket={ticket}
            onClosed={() => {
              setOpen(false)
              void navigate({ to: `/service-ticket/${ticketId}` })
            }}
            onCancel={() => setOpen(false)}
            onShowMoney={() => {
              // The focus returns to the button first.
              flushSync(() => setOpen(false))
              document.getElementById(MONEY_SECTION)?.focus()
            }}
          />
        </section>
      )}
    </div>
  )
}

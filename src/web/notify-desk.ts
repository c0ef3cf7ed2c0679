// Loaded with the first change that is a customer's.

import type { QueryClient } from '@tanstack/react-query'
import type { CompanyChange } from '#contract/live-changes.ts'
import { may } from '#domain/account/permission.ts'
import {
  formatAnswerNotification,
  formatAppointmentNotification,
  formatMessageNotification,
} from '#domain/approvals/desk-notifications.ts'
import { meQuery } from '#web/api/session.ts'
import { isThreadVisible } from '#web/features/messages/visible-thread.ts'
import { ticketPath } from '#web/features/tickets/ticket-path.ts'
import { notify } from '#web/ui/feedback/notify.ts'

export type TicketChange = Extract<CompanyChange, { kind: 'ticket' }>

/** Notifies service writers of a customer's answer, message or appointment, on any page. */
export function notifyDesk(queries: QueryClient, card: NonNullable<TicketChange['card']>): void {
  const me = queries.getQueryData(meQuery.queryKey)
  if (me === undefined) return
  const { ticketId, state, answered, wrote, about, appointment } = card
  const to = ticketPath(state, ticketId) ?? '/dashboard'
  if (answered !== undefined && may(me, 'approval.ask'))
    notify.success(formatAnswerNotification(answered, card))
  if (wrote && may(me, 'message.read') && !isThreadVisible(ticketId))
    notify.link(formatMessageNotification(card, about), { to, label: 'Open the ticket' })
  if (appointment !== undefined && may(me, 'ticket.accept'))
    notify.link(formatAppointmentNotification({ appointment }, card), {
      to,
      label: appointment === 'moved' ? 'Open the ticket' : 'Open the dashboard',
    })
}

// What a change on the live stream does on an open page.

import type { QueryClient } from '@tanstack/react-query'
import type { CompanyChange } from '#contract/live-changes.ts'
import { may } from '#domain/account/permission.ts'
import { formatAnswerNotification, formatMessageNotification } from '#domain/approvals/desk-notifications.ts'
import { invalidateCompany } from '#web/api/live/invalidate.ts'
import { meQuery } from '#web/api/session.ts'
import { isThreadVisible } from '#web/features/messages/visible-thread.ts'
import { deskLinkOf } from '#web/features/tickets/ticket-path.ts'
import { notify } from '#web/ui/feedback/notify.ts'

type TicketChange = Extract<CompanyChange, { kind: 'ticket' }>

/** Notifies service writers of a customer's answer or message, on any page. */
function notifyDesk(queries: QueryClient, card: TicketChange['card']): void {
  const me = queries.getQueryData(meQuery.queryKey)
  if (card === null || me === undefined) return
  const { ticketId, state, answered, wrote } = card
  if (answered !== undefined && may(me, 'approval.ask'))
    notify.success(formatAnswerNotification(answered, card))
  if (wrote && may(me, 'message.read') && !isThreadVisible(ticketId))
    notify.link(formatMessageNotification(card), {
      ...(deskLinkOf(state, ticketId) ?? { to: '/dashboard' }),
      label: 'Open the ticket',
    })
}

export function handleLiveChange(queries: QueryClient, change: CompanyChange): void {
  invalidateCompany(queries, change)
  if (change.kind === 'ticket') notifyDesk(queries, change.card)
}

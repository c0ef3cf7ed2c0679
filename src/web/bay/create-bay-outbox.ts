// Opens the bay's outbox, with what it needs to know of tickets. Loaded when it is first needed.

import type { QueryClient } from '@tanstack/react-query'
import { client } from '#web/api/client.ts'
import { openOutbox } from '#web/bay/outbox/open-outbox.ts'
import type { Outbox } from '#web/bay/outbox/outbox-types.ts'
import { startReports } from '#web/bay/outbox/report-unsent.ts'
import { persistStorage } from '#web/bay/outbox/storage-room.ts'
import { draftOwnerIn } from '#web/bay/outbox/text-drafts.ts'
import { eraseDeletedAccounts } from '#web/bay/outbox/unsent.ts'
import { OUTBOX_COMMANDS, ticketIdOf } from './bay-commands.ts'
import { cachedTicket, keepSavedText, moveByAnother } from './cached-ticket.ts'
import { createDraftSender } from './send-drafts.ts'
import { ticketQuery } from './stored-bay.ts'

export function createBayOutbox(queries: QueryClient, account: string, deviceId: string | null): Outbox {
  const drafts = createDraftSender({
    account,
    isUser: () => draftOwnerIn(queries) === account,
    onSaved: saved => void keepSavedText(queries, account, saved).catch(() => {}),
    fetchTicket: ticketId => queries.fetchQuery({ ...ticketQuery(ticketId), staleTime: 0 }),
  })
  const outbox = openOutbox({
    account,
    commands: OUTBOX_COMMANDS,
    isSignedIn: async () => {
      const actor = await client.me()
      return 'id' in actor && actor.id === account
    },
    lastTransitionOf: queue => {
      const ticket = cachedTicket(queries, ticketIdOf({ queue }))
      return ticket === undefined ? null : moveByAnother(ticket, account, new Date())
    },
    drafts,
  })
  if (deviceId !== null) void persistStorage()
  const stopReports = deviceId === null ? () => {} : startReports({ outbox, drafts, deviceId })
  void eraseDeletedAccounts(account)
  return {
    ...outbox,
    close: () => {
      stopReports()
      outbox.close()
    },
  }
}

// Opens the bay's outbox, with what it needs to know of tickets. Loaded when it is first needed.

import type { QueryClient } from '@tanstack/react-query'
import { client } from '#web/api/client.ts'
import { createFieldLocks } from '#web/bay/outbox/open-field-locks.ts'
import { openOutbox } from '#web/bay/outbox/open-outbox.ts'
import type { Outbox } from '#web/bay/outbox/outbox-types.ts'
import { startReports } from '#web/bay/outbox/report-unsent.ts'
import { eraseDeletedAccounts } from '#web/bay/outbox/unsent.ts'
import { OUTBOX_COMMANDS, ticketIdOf } from './bay-commands.ts'
import { cachedTicket, keepSavedText, moveByAnother } from './cached-ticket.ts'
import { createDraftSender } from './send-drafts.ts'

export function createBayOutbox(queries: QueryClient, account: string, deviceId: string | null): Outbox {
  const fieldLocks = createFieldLocks()
  const drafts = createDraftSender({
    account,
    runWithoutField: fieldLocks.runWithoutField,
    onSaved: saved => void keepSavedText(queries, account, saved).catch(() => {}),
  })
  const outbox = openOutbox({
    account,
    commands: OUTBOX_COMMANDS,
    isSignedIn: async () => {
      const actor = await client.me()
      return 'id' in actor && actor.id === account
    },
    lastTransitionOf: lane => {
      const ticket = cachedTicket(queries, ticketIdOf({ lane }))
      return ticket === undefined ? null : moveByAnother(ticket, account, new Date())
    },
    drafts,
  })
  const stopReports = deviceId === null ? () => {} : startReports({ outbox, drafts, deviceId })
  void eraseDeletedAccounts(account)
  return {
    ...outbox,
    close: () => {
      stopReports()
      fieldLocks.stop()
      outbox.close()
    },
  }
}

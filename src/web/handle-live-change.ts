// What a change on the live stream does on an open page.

import type { QueryClient } from '@tanstack/react-query'
import type { CompanyChange } from '#contract/live-changes.ts'
import { invalidateCompany } from '#web/api/live/apply-change.ts'

export function handleLiveChange(queries: QueryClient, change: CompanyChange): void {
  invalidateCompany(queries, change)
  const { kind, card } = change
  if (kind !== 'ticket' || card === null) return
  if (card.answered !== undefined || card.wrote || card.appointment !== undefined)
    // Without the notice the page shows the change all the same.
    void import('./notify-desk.ts').then(({ notifyDesk }) => notifyDesk(queries, card)).catch(() => {})
}

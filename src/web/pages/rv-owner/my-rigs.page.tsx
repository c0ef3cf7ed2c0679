import { PAGES } from '#contract/pages/pages.ts'
import { useLiveRigs } from '#web/api/live/use-live.ts'
import { ClaimedRigs } from '#web/pages/rv-owner/rigs/claimed-rigs.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { RvOwnerTickets } from './rv-owner-tickets.tsx'

/** An RV owner's rigs and tickets. */
export function MyRigsPage() {
  useLiveRigs()
  return (
    <Page title={PAGES.myRigs.title} width="reading">
      <ClaimedRigs />
      <RvOwnerTickets />
    </Page>
  )
}

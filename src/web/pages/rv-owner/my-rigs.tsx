import { MyRigs } from '#web/pages/rv-owner/rigs/my-rigs.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { RvOwnerTickets } from './rv-owner-tickets.tsx'

/** An RV owner's rigs and tickets. */
export const MyRigsPage = () => (
  <Page title="My Rigs" width="reading">
    <MyRigs />
    <RvOwnerTickets />
  </Page>
)

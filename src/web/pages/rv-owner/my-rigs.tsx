import { MyRigs } from '#web/pages/rv-owner/rigs/my-rigs.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { MyTickets } from './my-tickets.tsx'

/** Where an owner of rigs finds them again, with everything that was ever done to them. */
export const MyRigsPage = () => (
  <Page title="My Rigs" width="reading">
    <MyRigs />
    <MyTickets />
  </Page>
)

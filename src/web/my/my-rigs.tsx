import { Page } from '#web/ui/page.tsx'
import { MyTickets } from './my-tickets.tsx'
import { OwnRigs } from './rigs/own-rigs.tsx'

/** Where an owner of rigs finds them again, with everything that was ever done to them. */
export const MyRigsPage = () => (
  <Page title="My Rigs" width="reading">
    <OwnRigs />
    <MyTickets />
  </Page>
)

import { Page } from '#web/ui/page.tsx'

export function CompletedTicketPage() {
  return <Page title="Completed Service Ticket" />
}

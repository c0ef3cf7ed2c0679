import { Page } from '#web/ui/page.tsx'

export function ServiceTicketPage() {
  return <Page title="Service Ticket" />
}

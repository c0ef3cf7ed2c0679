import { Page } from '#web/ui/page.tsx'

export function CreateTicketPage() {
  return <Page title="Create a New Ticket" />
}

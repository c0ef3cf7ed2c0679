import { Page } from '#web/ui/page.tsx'

export function ApprovalTicketPage() {
  return <Page title="Approval Service Ticket" />
}

import { usePermission } from '#web/api/use-permission.ts'
import { DocumentLink } from '#web/features/documents/document-link.tsx'
import { ActivityPanel } from '#web/features/tickets/activity-panel.tsx'
import { JobsPanel } from '#web/features/tickets/jobs/jobs-panel.tsx'
import { TicketFooter } from '#web/features/tickets/page/ticket-footer.tsx'
import { TicketPageLayout } from '#web/features/tickets/page/ticket-page-layout.tsx'
import { PartsPanel } from '#web/features/tickets/parts/parts-panel.tsx'
import { TotalsPanel } from '#web/features/tickets/totals-panel.tsx'
import { useTicketTransition } from '#web/features/tickets/use-ticket-transition.ts'
import { CustomerContactPanel } from '#web/pages/desk/customer/customer-panel.tsx'
import { ApprovalJob } from '#web/pages/desk/ticket/approval-job.tsx'
import { RequestApproval } from '#web/pages/desk/ticket/ask-customer.tsx'
import { DeferredOnTicket } from '#web/pages/desk/ticket/deferred-on-ticket.tsx'
import { CustomerDetails, RigDetails } from '#web/pages/desk/ticket/details.tsx'
import { NewJobForm } from '#web/pages/desk/ticket/new-job-form.tsx'
import { TechnicianPanel } from '#web/pages/desk/ticket/technician-panel.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { Columns } from '#web/ui/layout/columns.tsx'

export const ApprovalTicketPage = () => (
  <TicketPageLayout title="Approval Service Ticket" states={['approval']}>
    {(ticket, setLeaving) => (
      <>
        <Columns
          main={
            <>
              <JobsPanel ticket={ticket} line={job => <ApprovalJob key={job.jobNumber} job={job} />}>
                <NewJobForm ticketId={ticket.ticketId} />
              </JobsPanel>
              <PartsPanel ticket={ticket} inWork />
              <RequestApproval ticketId={ticket.ticketId} />
              <DeferredOnTicket ticket={ticket} />
              <ActivityPanel ticket={ticket} />
            </>
          }
          side={
            <>
              <TechnicianPanel ticket={ticket} inWork />
              <CustomerContactPanel ticket={ticket} />
              <CustomerDetails ticket={ticket} />
              <RigDetails ticket={ticket} />
              <TotalsPanel ticket={ticket} />
            </>
          }
        />
        <TicketFooter totals={ticket.totals}>
          <DocumentLink ticketId={ticket.ticketId} />
          <ApproveTicket ticketId={ticket.ticketId} setLeaving={setLeaving} />
        </TicketFooter>
      </>
    )}
  </TicketPageLayout>
)

type ApproveTicketProps = { ticketId: number; setLeaving: (leaving: boolean) => void }

function ApproveTicket({ ticketId, setLeaving }: ApproveTicketProps) {
  const may = usePermission()
  const { move, isRunning, isResting } = useTicketTransition(ticketId, 'approve', {
    successMessage: 'Ticket approved successfully.',
    to: `/service-ticket/${ticketId}`,
    setLeaving,
  })
  if (!may('ticket.approve')) return null
  return (
    <PrimaryButton loading={isRunning} disabled={isResting} loadingText="Approving…" onClick={move}>
      Approve Ticket
    </PrimaryButton>
  )
}

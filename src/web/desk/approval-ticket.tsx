import { PaperLink } from '#web/parts/paper/paper-link.tsx'
import { ActivityPanel } from '#web/parts/ticket/activity-panel.tsx'
import { JobsPanel } from '#web/parts/ticket/jobs-panel.tsx'
import { PartsPanel } from '#web/parts/ticket/parts-panel.tsx'
import { TicketFoot } from '#web/parts/ticket/ticket-foot.tsx'
import { TicketFrame } from '#web/parts/ticket/ticket-frame.tsx'
import { TotalsPanel } from '#web/parts/ticket/totals-panel.tsx'
import { useMove } from '#web/parts/ticket/use-move.ts'
import { useMay } from '#web/parts/use-may.ts'
import { Columns } from '#web/ui/columns.tsx'
import { PrimaryButton } from '#web/ui/primary-button.tsx'
import { CustomerSide } from './customer/customer-side.tsx'
import { ApprovalJob } from './ticket/approval-job.tsx'
import { AskCustomer } from './ticket/ask-customer.tsx'
import { DeferredOnTicket } from './ticket/deferred-on-ticket.tsx'
import { CustomerDetails, RigDetails } from './ticket/details.tsx'
import { NewJobForm } from './ticket/new-job-form.tsx'
import { TechnicianPanel } from './ticket/technician-panel.tsx'

export const ApprovalTicketPage = () => (
  <TicketFrame title="Approval Service Ticket" serves={['approval']}>
    {(ticket, setLeaving) => (
      <>
        <Columns
          main={
            <>
              <JobsPanel ticket={ticket} line={job => <ApprovalJob key={job.jobNumber} job={job} />}>
                <NewJobForm ticketId={ticket.ticketId} />
              </JobsPanel>
              <PartsPanel ticket={ticket} inWork />
              <AskCustomer ticketId={ticket.ticketId} />
              <DeferredOnTicket ticket={ticket} />
              <ActivityPanel ticket={ticket} />
            </>
          }
          side={
            <>
              <TechnicianPanel ticket={ticket} inWork />
              <CustomerSide ticket={ticket} />
              <CustomerDetails ticket={ticket} />
              <RigDetails ticket={ticket} />
              <TotalsPanel ticket={ticket} />
            </>
          }
        />
        <TicketFoot totals={ticket.totals}>
          <PaperLink ticketId={ticket.ticketId} />
          <ApproveTicket ticketId={ticket.ticketId} setLeaving={setLeaving} />
        </TicketFoot>
      </>
    )}
  </TicketFrame>
)

type ApproveTicketProps = { ticketId: number; setLeaving: (leaving: boolean) => void }

function ApproveTicket({ ticketId, setLeaving }: ApproveTicketProps) {
  const may = useMay()
  const { move, isRunning, isResting } = useMove(ticketId, 'approve', {
    said: 'Ticket approved successfully.',
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

import { usePermission } from '#web/api/use-permission.ts'
import { DocumentLink } from '#web/features/documents/document-link.tsx'
import { useTicketTransition } from '#web/features/tickets/use-ticket-transition.ts'
import { ApprovalJobLine } from '#web/pages/desk/ticket/approval-job-line.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { TicketInWork } from './ticket-in-work.tsx'

export const ApprovalTicketPage = () => (
  <TicketInWork
    title="Approval Service Ticket"
    state="approval"
    line={job => <ApprovalJobLine key={job.jobNumber} job={job} />}
  >
    {({ ticketId }, setLeaving) => (
      <>
        <DocumentLink ticketId={ticketId} />
        <ApproveTicket ticketId={ticketId} setLeaving={setLeaving} />
      </>
    )}
  </TicketInWork>
)

type ApproveTicketProps = { ticketId: number; setLeaving: (leaving: boolean) => void }

function ApproveTicket({ ticketId, setLeaving }: ApproveTicketProps) {
  const may = usePermission()
  const { start, isRunning, isCoolingDown } = useTicketTransition(ticketId, 'approve', {
    successMessage: 'Ticket approved successfully.',
    to: `/service-ticket/${ticketId}`,
    setLeaving,
  })
  if (!may('ticket.approve')) return null
  return (
    <PrimaryButton loading={isRunning} disabled={isCoolingDown} loadingText="Approving…" onClick={start}>
      Approve Ticket
    </PrimaryButton>
  )
}

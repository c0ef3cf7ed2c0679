import { Button } from '@mantine/core'
import { sentence } from '#domain/lib/refusal.ts'
import { obstaclesToAskingApproval, obstaclesToFinalizing } from '#domain/tickets/ticket.ts'
import { useMay } from '#web/api/use-permission.ts'
import { PaperLink } from '#web/features/documents/document-link.tsx'
import { ActivityPanel } from '#web/features/tickets/activity-panel.tsx'
import { JobsPanel } from '#web/features/tickets/jobs/jobs-panel.tsx'
import { PartsPanel } from '#web/features/tickets/parts/parts-panel.tsx'
import { TicketFoot } from '#web/features/tickets/ticket-footer.tsx'
import { TicketFrame } from '#web/features/tickets/ticket-page-layout.tsx'
import type { TicketView } from '#web/features/tickets/ticket-queries.ts'
import { TotalsPanel } from '#web/features/tickets/totals-panel.tsx'
import { useMove } from '#web/features/tickets/use-ticket-transition.ts'
import { CustomerSide } from '#web/pages/desk/customer/customer-panel.tsx'
import { ActiveJob } from '#web/pages/desk/ticket/active-job.tsx'
import { AskCustomer } from '#web/pages/desk/ticket/ask-customer.tsx'
import { BookingPanel } from '#web/pages/desk/ticket/booking-panel.tsx'
import { ChangedLines } from '#web/pages/desk/ticket/changed-approvals.tsx'
import { DeferredOnTicket } from '#web/pages/desk/ticket/deferred-on-ticket.tsx'
import { CustomerDetails, RigDetails } from '#web/pages/desk/ticket/details.tsx'
import { NewJobForm } from '#web/pages/desk/ticket/new-job-form.tsx'
import { TechnicianPanel } from '#web/pages/desk/ticket/technician-panel.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { firstClick } from '#web/ui/ignore-double-click.ts'
import { Columns } from '#web/ui/layout/columns.tsx'

export const ServiceTicketPage = () => (
  <TicketFrame title="Service Ticket" serves={['active']}>
    {(ticket, setLeaving) => (
      <>
        <Columns
          main={
            <>
              <JobsPanel ticket={ticket} line={job => <ActiveJob key={job.jobNumber} job={job} />}>
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
              <BookingPanel ticket={ticket} />
              <CustomerSide ticket={ticket} />
              <CustomerDetails ticket={ticket} />
              <RigDetails ticket={ticket} />
              <TotalsPanel ticket={ticket} />
            </>
          }
        />
        <TicketFoot totals={ticket.totals}>
          <NextSteps ticket={ticket} setLeaving={setLeaving} />
        </TicketFoot>
      </>
    )}
  </TicketFrame>
)

type NextStepsProps = { ticket: TicketView; setLeaving: (leaving: boolean) => void }

function NextSteps({ ticket, setLeaving }: NextStepsProps) {
  const may = useMay()
  const { ticketId, timeZone } = ticket
  const finalize = useMove(ticketId, 'finalize', {
    said: 'Ticket finalized.',
    to: `/completed-service-ticket/${ticketId}`,
    setLeaving,
  })
  const askApproval = useMove(ticketId, 'askApproval', {
    said: 'Ticket sent to approval.',
    to: `/approval-service-ticket/${ticketId}`,
    setLeaving,
  })
  const isBusy = finalize.isRunning || askApproval.isRunning || finalize.isResting
  const asked = new Set(ticket.jobs.filter(({ isAsked }) => isAsked).map(({ jobNumber }) => jobNumber))
  const told = (obstacles: Parameters<typeof sentence>[0][]) =>
    obstacles.map(obstacle => sentence(obstacle, timeZone, new Date()))

  function send() {
    const [reason] = told(obstaclesToAskingApproval(ticket))
    if (reason === undefined) askApproval.move()
    else notify.failure(reason)
  }

  return (
    <>
      <PaperLink ticketId={ticketId} />
      {may('ticket.ask-approval', ticket) && (
        <Button disabled={isBusy} onClick={firstClick(send)}>
          {askApproval.isRunning ? 'Sending…' : 'Send to Approval'}
        </Button>
      )}
      {may('ticket.finalize') && (
        <PrimaryButton
          loading={finalize.isRunning}
          loadingText="Finalizing…"
          disabled={isBusy}
          obstacles={told(obstaclesToFinalizing(ticket, asked))}
          onClick={finalize.move}
        >
          Finalize Ticket
        </PrimaryButton>
      )}
      {may('ticket.finalize') && <ChangedLines ticket={ticket} />}
    </>
  )
}

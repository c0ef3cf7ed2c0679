import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { blockerSentence } from '#domain/refusals/refusal.ts'
import { blockersForAskingApproval, blockersForFinalizing } from '#domain/tickets/ticket.ts'
import { api } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { DocumentLink } from '#web/features/documents/document-link.tsx'
import { ActivityPanel } from '#web/features/tickets/activity-panel.tsx'
import { JobsPanel } from '#web/features/tickets/jobs/jobs-panel.tsx'
import { PartsPanel } from '#web/features/tickets/parts/parts-panel.tsx'
import { TicketFooter } from '#web/features/tickets/ticket-footer.tsx'
import { TicketPageLayout } from '#web/features/tickets/ticket-page-layout.tsx'
import type { TicketView } from '#web/features/tickets/ticket-queries.ts'
import { TotalsPanel } from '#web/features/tickets/totals-panel.tsx'
import { useTicketTransition } from '#web/features/tickets/use-ticket-transition.ts'
import { CustomerContactPanel } from '#web/pages/desk/customer/customer-panel.tsx'
import { ActiveJob } from '#web/pages/desk/ticket/active-job.tsx'
import { RequestApproval } from '#web/pages/desk/ticket/ask-customer.tsx'
import { ChangedApprovals } from '#web/pages/desk/ticket/changed-approvals.tsx'
import { DeferredOnTicket } from '#web/pages/desk/ticket/deferred-on-ticket.tsx'
import { CustomerDetails, RigDetails } from '#web/pages/desk/ticket/details.tsx'
import { NewJobForm } from '#web/pages/desk/ticket/new-job-form.tsx'
import { TechnicianPanel } from '#web/pages/desk/ticket/technician-panel.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { Columns } from '#web/ui/layout/columns.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { BookingDetails } from './booking-facts.tsx'

export const ServiceTicketPage = () => (
  <TicketPageLayout title="Service Ticket" states={['active']}>
    {(ticket, setLeaving) => (
      <>
        <Columns
          main={
            <>
              <JobsPanel ticket={ticket} line={job => <ActiveJob key={job.jobNumber} job={job} />}>
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
              <BookingPanel ticket={ticket} />
              <CustomerContactPanel ticket={ticket} />
              <CustomerDetails ticket={ticket} />
              <RigDetails ticket={ticket} />
              <TotalsPanel ticket={ticket} />
            </>
          }
        />
        <TicketFooter totals={ticket.totals}>
          <NextSteps ticket={ticket} setLeaving={setLeaving} />
        </TicketFooter>
      </>
    )}
  </TicketPageLayout>
)

type NextStepsProps = { ticket: TicketView; setLeaving: (leaving: boolean) => void }

function NextSteps({ ticket, setLeaving }: NextStepsProps) {
  const may = usePermission()
  const { ticketId, timeZone } = ticket
  const finalize = useTicketTransition(ticketId, 'finalize', {
    successMessage: 'Ticket finalized.',
    to: `/completed-service-ticket/${ticketId}`,
    setLeaving,
  })
  const askApproval = useTicketTransition(ticketId, 'askApproval', {
    successMessage: 'Ticket sent for approval.',
    to: `/approval-service-ticket/${ticketId}`,
    setLeaving,
  })
  const isBusy = finalize.isRunning || askApproval.isRunning || finalize.isResting
  const openJobNumbers = new Set(
    ticket.jobs.filter(({ isAsked }) => isAsked).map(({ jobNumber }) => jobNumber),
  )
  const messages = (obstacles: Parameters<typeof blockerSentence>[0][]) =>
    obstacles.map(blocker => blockerSentence(blocker, timeZone, new Date()))

  function send() {
    const [reason] = messages(blockersForAskingApproval(ticket))
    if (reason === undefined) askApproval.move()
    else notify.failure(reason)
  }

  return (
    <>
      <DocumentLink ticketId={ticketId} />
      {may('ticket.ask-approval', ticket) && (
        <Button disabled={isBusy} onClick={ignoreDoubleClick(send)}>
          {askApproval.isRunning ? 'Sending…' : 'Send for Approval'}
        </Button>
      )}
      {may('ticket.finalize') && (
        <PrimaryButton
          loading={finalize.isRunning}
          loadingText="Finalizing…"
          disabled={isBusy}
          blockers={messages(blockersForFinalizing(ticket, openJobNumbers))}
          onClick={finalize.move}
        >
          Finalize Ticket
        </PrimaryButton>
      )}
      {may('ticket.finalize') && <ChangedApprovals ticket={ticket} />}
    </>
  )
}

/** What was agreed when the ticket was booked; nothing on one that the desk made. */
function BookingPanel({ ticket }: { ticket: TicketView }) {
  const { ticketId, pendingTimestamp } = ticket
  const isBooked = usePermission()('ticket.accept') && pendingTimestamp !== null
  const { data } = useQuery({ ...api.bookings.get.queryOptions({ input: { ticketId } }), enabled: isBooked })
  if (data === undefined) return null
  return (
    <Panel title="Booking">
      <BookingDetails booking={data} />
    </Panel>
  )
}

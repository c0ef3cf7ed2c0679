import { Button } from '@mantine/core'
import { sentence } from '#domain/refusal.ts'
import { obstaclesToAskingApproval, obstaclesToFinalizing } from '#domain/ticket.ts'
import { firstClick } from '#web/parts/first-click.ts'
import { PaperLink } from '#web/parts/paper/paper-link.tsx'
import { ActivityPanel } from '#web/parts/ticket/activity-panel.tsx'
import { JobsPanel } from '#web/parts/ticket/jobs-panel.tsx'
import { PartsPanel } from '#web/parts/ticket/parts-panel.tsx'
import { TicketFoot } from '#web/parts/ticket/ticket-foot.tsx'
import { TicketFrame } from '#web/parts/ticket/ticket-frame.tsx'
import type { TicketView } from '#web/parts/ticket/ticket-view.ts'
import { TotalsPanel } from '#web/parts/ticket/totals-panel.tsx'
import { useMove } from '#web/parts/ticket/use-move.ts'
import { useMay } from '#web/parts/use-may.ts'
import { Columns } from '#web/ui/columns.tsx'
import { notify } from '#web/ui/notify.ts'
import { PrimaryButton } from '#web/ui/primary-button.tsx'
import { CustomerSide } from './customer/customer-side.tsx'
import { ActiveJob } from './ticket/active-job.tsx'
import { AskCustomer } from './ticket/ask-customer.tsx'
import { BookingPanel } from './ticket/booking-panel.tsx'
import { ChangedLines } from './ticket/changed-lines.tsx'
import { DeferredOnTicket } from './ticket/deferred-on-ticket.tsx'
import { CustomerDetails, RigDetails } from './ticket/details.tsx'
import { NewJobForm } from './ticket/new-job-form.tsx'
import { TechnicianPanel } from './ticket/technician-panel.tsx'

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

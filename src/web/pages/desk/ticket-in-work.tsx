import type { ReactNode } from 'react'
import { client } from '#web/api/client.ts'
import { lazyPanel } from '#web/api/lazy-panel.tsx'
import { usePermission } from '#web/api/use-permission.ts'
import { DeferredWork } from '#web/features/rigs/deferred-work.tsx'
import { ActivityPanel } from '#web/features/tickets/activity-panel.tsx'
import { JobsPanel } from '#web/features/tickets/jobs/jobs-panel.tsx'
import { jobAdded } from '#web/features/tickets/optimistic/optimistic-jobs.ts'
import { TicketFooter } from '#web/features/tickets/page/ticket-footer.tsx'
import { TicketPageLayout } from '#web/features/tickets/page/ticket-page-layout.tsx'
import { PartsPanel } from '#web/features/tickets/parts/parts-panel.tsx'
import type { JobView, TicketView } from '#web/features/tickets/ticket-view.ts'
import { TotalsPanel } from '#web/features/tickets/totals-panel.tsx'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { CustomerContactPanel } from '#web/pages/desk/customer/customer-contact-panel.tsx'
import { UnaskedCharges } from '#web/pages/desk/ticket/changed-approvals.tsx'
import { CustomerDetails, RigDetails } from '#web/pages/desk/ticket/customer-and-rig-details.tsx'
import { NewJobForm } from '#web/pages/desk/ticket/new-job-form.tsx'
import { TechnicianPanel } from '#web/pages/desk/ticket/technician-panel.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { Columns } from '#web/ui/layout/columns.tsx'

type TicketInWorkProps = {
  title: string
  state: 'active' | 'approval'
  line: (job: JobView) => ReactNode
  /** Shown below the technician. */
  booking?: (ticket: TicketView) => ReactNode
  /** The buttons below the ticket. */
  children: (ticket: TicketView, setLeaving: (leaving: boolean) => void) => ReactNode
}

/** The desk's page of a ticket that is worked on or waits for approval. */
export const TicketInWork = ({ title, state, line, booking, children }: TicketInWorkProps) => (
  <TicketPageLayout title={title} states={[state]}>
    {(ticket, setLeaving) => (
      <>
        <Columns
          main={
            <>
              <JobsPanel ticket={ticket} line={line}>
                <NewJobForm ticketId={ticket.ticketId} />
              </JobsPanel>
              <PartsPanel ticket={ticket} inWork />
              <ApprovalPanel ticket={ticket} />
              <DeferredOnTicket ticket={ticket} />
              <ActivityPanel ticket={ticket} />
            </>
          }
          side={
            <>
              <TechnicianPanel ticket={ticket} inWork />
              {booking?.(ticket)}
              <CustomerContactPanel ticket={ticket} />
              <CustomerDetails ticket={ticket} />
              <RigDetails ticket={ticket} />
              <TotalsPanel ticket={ticket}>
                <UnaskedCharges ticket={ticket} />
              </TotalsPanel>
            </>
          }
        />
        <TicketFooter totals={ticket.totals}>{children(ticket, setLeaving)}</TicketFooter>
      </>
    )}
  </TicketPageLayout>
)

const RequestApproval = lazyPanel(() =>
  import('#web/pages/desk/ticket/request-approval.tsx').then(({ RequestApproval }) => RequestApproval),
)

function ApprovalPanel({ ticket: { ticketId, jobs } }: { ticket: TicketView }) {
  const may = usePermission()
  return may('approval.ask') && jobs.length > 0 ? <RequestApproval ticketId={ticketId} /> : null
}

/** What was declined on this rig before, ready to be a job line of this ticket. */
function DeferredOnTicket({ ticket }: { ticket: TicketView }) {
  const { ticketId, customerRV, jobs } = ticket
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.addJob, {
    optimistic: jobAdded,
    waitForRefetch: true,
    onDone: () => notify.success('Job line added.'),
  })
  const problems = new Set(jobs.map(({ problem }) => problem))
  return (
    <DeferredWork
      vin={customerRV.vin}
      isOnTicket={line => line.ticketId === ticketId || problems.has(line.problem)}
      isBusy={isRunning}
      onAdd={problem => run({ ticketId, problem })}
    />
  )
}

import { IconUserShare } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { pageBlockerSentence } from '#domain/refusals/refusal.ts'
import { blockersForAskingApproval, STATES } from '#domain/tickets/ticket.ts'
import { useAccount } from '#web/api/use-account.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { UnsavedTextOfTicket } from '#web/features/tickets/autosave/unsaved-text.tsx'
import { JobsPanel } from '#web/features/tickets/jobs/jobs-panel.tsx'
import { TicketFooter } from '#web/features/tickets/page/ticket-footer.tsx'
import { TicketPageLayout } from '#web/features/tickets/page/ticket-page-layout.tsx'
import { RigPanel } from '#web/features/tickets/rig-panel.tsx'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { useTicketTransition } from '#web/features/tickets/use-ticket-transition.ts'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Columns } from '#web/ui/layout/columns.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { BayJobLine } from './bay-job-line.tsx'
import { BayParts } from './bay-parts.tsx'
import styles from './bay-ticket.module.css'
import { CustomerInfo } from './customer-info.tsx'
import { TicketStatus } from './ticket-status.tsx'

/** The ticket was reassigned while its page was open. */
const UnassignedNotice = () => (
  <Panel>
    <div role="status">
      <EmptyState
        icon={IconUserShare}
        sentence="This ticket is no longer assigned to you."
        next="The desk released it or assigned it to another technician. Your saved work is kept."
        action={
          <LinkButton to="/bay" next>
            Back to My Jobs
          </LinkButton>
        }
      />
    </div>
  </Panel>
)

type BayTicketProps = { ticket: TicketView; setLeaving: (leaving: boolean) => void }

/** A technician's ticket: the problems and the work. No prices. */
export const BayTicketPage = () => (
  <TicketPageLayout title="Bay Ticket" states={STATES} unassignedContent={<UnassignedNotice />}>
    {(ticket, setLeaving) => <AssignedTicket ticket={ticket} setLeaving={setLeaving} />}
  </TicketPageLayout>
)

function AssignedTicket({ ticket, setLeaving }: BayTicketProps) {
  const me = useAccount()
  // A technician who is also at the desk still sees a reassigned ticket.
  if (ticket.assignedTechnician !== me)
    return (
      <>
        <UnassignedNotice />
        <UnsavedTextOfTicket ticketId={ticket.ticketId} />
      </>
    )
  return (
    <>
      <TicketStatus ticket={ticket} />
      <Columns
        main={
          <>
            <JobsPanel
              ticket={ticket}
              line={job => <BayJobLine key={job.jobNumber} job={job} isOnly={ticket.jobs.length === 1} />}
            />
            <BayParts ticket={ticket} />
          </>
        }
        side={
          <>
            <CustomerInfo customer={ticket.customerDetails} />
            <RigPanel rig={ticket.customerRV} />
          </>
        }
      />
      {ticket.state === 'active' && <AskApproval ticket={ticket} setLeaving={setLeaving} />}
    </>
  )
}

function AskApproval({ ticket, setLeaving }: BayTicketProps) {
  const may = usePermission()
  const { ticketId, timeZone } = ticket
  const { start, isRunning } = useTicketTransition(ticketId, 'askApproval', {
    successMessage: 'Ticket sent for approval.',
    to: '/bay',
    setLeaving,
  })
  const blockers = blockersForAskingApproval(ticket).map(blocker =>
    pageBlockerSentence(blocker, timeZone, new Date()),
  )
  if (!may('ticket.ask-approval', ticket)) return null
  // A fixed footer only when it can be pressed: otherwise the space is needed.
  const Footer = blockers.length === 0 ? TicketFooter : Blocked
  return (
    <Footer>
      <PrimaryButton size="md" loading={isRunning} loadingText="Sending…" blockers={blockers} onClick={start}>
        Send for Approval
      </PrimaryButton>
    </Footer>
  )
}

const Blocked = ({ children }: { children: ReactNode }) => <div className={styles.blocked}>{children}</div>

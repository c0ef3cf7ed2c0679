import type { ReactNode } from 'react'
import { sentence } from '#domain/lib/refusal.ts'
import { obstaclesToAskingApproval, STATES } from '#domain/tickets/ticket.ts'
import { useAccount } from '#web/api/use-account.ts'
import { useMay } from '#web/api/use-permission.ts'
import { UnsentOfTicket } from '#web/features/tickets/autosave/unsaved-text.tsx'
import { JobsPanel } from '#web/features/tickets/jobs/jobs-panel.tsx'
import { RigPanel } from '#web/features/tickets/rig-panel.tsx'
import { TicketFoot } from '#web/features/tickets/ticket-footer.tsx'
import { TicketFrame } from '#web/features/tickets/ticket-page-layout.tsx'
import type { TicketView } from '#web/features/tickets/ticket-queries.ts'
import { useMove } from '#web/features/tickets/use-ticket-transition.ts'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { Columns } from '#web/ui/layout/columns.tsx'
import { BayJob } from './bay-job.tsx'
import { BayParts } from './bay-parts.tsx'
import styles from './bay-ticket.module.css'
import { Customer } from './customer-info.tsx'
import { Standing } from './ticket-status.tsx'
import { NotMine } from './unassigned-notice.tsx'

type OneTicketProps = { ticket: TicketView; setLeaving: (leaving: boolean) => void }

/** One of the technician's tickets: what is wrong with the rig, and everything done about it. No money. */
export const BayTicketPage = () => (
  <TicketFrame title="Bay Ticket" serves={STATES} ifTaken={<NotMine />}>
    {(ticket, setLeaving) => <Mine ticket={ticket} setLeaving={setLeaving} />}
  </TicketFrame>
)

function Mine({ ticket, setLeaving }: OneTicketProps) {
  const me = useAccount()
  // Whoever is at the desk too still sees a ticket that has left them.
  if (ticket.assignedTechnician !== me)
    return (
      <>
        <NotMine />
        <UnsentOfTicket ticketId={ticket.ticketId} />
      </>
    )
  return (
    <>
      <Standing ticket={ticket} />
      <Columns
        main={
          <>
            <JobsPanel
              ticket={ticket}
              line={job => <BayJob key={job.jobNumber} job={job} isOnly={ticket.jobs.length === 1} />}
            />
            <BayParts ticket={ticket} />
          </>
        }
        side={
          <>
            <Customer customer={ticket.customerDetails} />
            <RigPanel rig={ticket.customerRV} />
          </>
        }
      />
      {ticket.state === 'active' && <AskApproval ticket={ticket} setLeaving={setLeaving} />}
    </>
  )
}

function AskApproval({ ticket, setLeaving }: OneTicketProps) {
  const may = useMay()
  const { ticketId, timeZone } = ticket
  const { move, isRunning } = useMove(ticketId, 'askApproval', {
    said: 'Ticket sent to approval.',
    to: '/bay',
    setLeaving,
  })
  const obstacles = obstaclesToAskingApproval(ticket).map(found => sentence(found, timeZone, new Date()))
  if (!may('ticket.ask-approval', ticket)) return null
  // At the thumb only when it can be pressed: before that the work needs the room.
  const Foot = obstacles.length === 0 ? TicketFoot : NotYet
  return (
    <Foot>
      <PrimaryButton size="md" loading={isRunning} loadingText="Asking…" obstacles={obstacles} onClick={move}>
        Ask Approval
      </PrimaryButton>
    </Foot>
  )
}

const NotYet = ({ children }: { children: ReactNode }) => <div className={styles.notYet}>{children}</div>

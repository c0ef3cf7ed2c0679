import type { ReactNode } from 'react'
import { sentence } from '#domain/refusal.ts'
import { obstaclesToAskingApproval, STATES } from '#domain/ticket.ts'
import { JobsPanel } from '#web/parts/ticket/jobs-panel.tsx'
import { RigPanel } from '#web/parts/ticket/rig-panel.tsx'
import { TicketFoot } from '#web/parts/ticket/ticket-foot.tsx'
import { TicketFrame } from '#web/parts/ticket/ticket-frame.tsx'
import type { TicketView } from '#web/parts/ticket/ticket-view.ts'
import { UnsentOfTicket } from '#web/parts/ticket/unsent-words.tsx'
import { useMove } from '#web/parts/ticket/use-move.ts'
import { useAccount } from '#web/parts/use-account.ts'
import { useMay } from '#web/parts/use-may.ts'
import { Columns } from '#web/ui/columns.tsx'
import { PrimaryButton } from '#web/ui/primary-button.tsx'
import { BayJob } from './bay-job.tsx'
import { BayParts } from './bay-parts.tsx'
import styles from './bay-ticket.module.css'
import { Customer } from './customer.tsx'
import { NotMine } from './not-mine.tsx'
import { Standing } from './standing.tsx'

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

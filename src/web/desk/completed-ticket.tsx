import { Alert, Button } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { printStamp } from '#domain/calendar.ts'
import { sentence } from '#domain/refusal.ts'
import { obstaclesToCompleting } from '#domain/ticket.ts'
import { firstClick } from '#web/parts/first-click.ts'
import { PaperLink } from '#web/parts/paper/paper-link.tsx'
import { ActivityPanel } from '#web/parts/ticket/activity-panel.tsx'
import { CustomerPanel } from '#web/parts/ticket/customer-panel.tsx'
import { JobsPanel } from '#web/parts/ticket/jobs-panel.tsx'
import { PartsPanel } from '#web/parts/ticket/parts-panel.tsx'
import { RigPanel } from '#web/parts/ticket/rig-panel.tsx'
import { TicketFoot } from '#web/parts/ticket/ticket-foot.tsx'
import { TicketFrame } from '#web/parts/ticket/ticket-frame.tsx'
import type { TicketView } from '#web/parts/ticket/ticket-view.ts'
import { TotalsPanel } from '#web/parts/ticket/totals-panel.tsx'
import { useMove } from '#web/parts/ticket/use-move.ts'
import { useMay } from '#web/parts/use-may.ts'
import { Columns } from '#web/ui/columns.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { PrimaryButton } from '#web/ui/primary-button.tsx'
import styles from './completed-ticket.module.css'
import { CustomerSide } from './customer/customer-side.tsx'
import { ChangedLines } from './ticket/changed-lines.tsx'
import { CompletedJob } from './ticket/completed-job.tsx'
import { TechnicianPanel } from './ticket/technician-panel.tsx'
import { VisitDisputes } from './visit-disputes.tsx'

export const CompletedTicketPage = () => (
  <TicketFrame title="Completed Service Ticket" serves={['completed', 'recorded']}>
    {(ticket, setLeaving) => (
      <>
        {ticket.state === 'recorded' && (
          <>
            <InHistory ticket={ticket} />
            <VisitDisputes ticket={ticket} />
          </>
        )}
        <Columns
          main={
            <>
              <JobsPanel ticket={ticket} line={job => <CompletedJob key={job.jobNumber} job={job} />} />
              <PartsPanel ticket={ticket} inWork={false} />
              <ActivityPanel ticket={ticket} />
            </>
          }
          side={
            <>
              <TotalsPanel ticket={ticket} />
              <TechnicianPanel ticket={ticket} inWork={false} />
              <CustomerSide ticket={ticket} />
              <CustomerPanel customer={ticket.customerDetails} />
              <RigPanel rig={ticket.customerRV} />
            </>
          }
        />
        <TicketFoot>
          <PaperLink ticketId={ticket.ticketId} />
          {ticket.state === 'completed' && <NextSteps ticket={ticket} setLeaving={setLeaving} />}
        </TicketFoot>
      </>
    )}
  </TicketFrame>
)

function InHistory({ ticket }: { ticket: TicketView }) {
  const { completedTimestamp, timeZone, customerRV } = ticket
  const when = completedTimestamp === null ? '' : ` since ${printStamp(completedTimestamp, timeZone)}`
  return (
    <div className={styles.recorded}>
      <Alert icon={<IconArchive aria-hidden />} variant="default">
        <p className={styles.words}>
          This ticket is in the work history{when}. Nothing on it changes any more.
        </p>
        <LinkButton to="/work-history" search={{ vin: customerRV.vin }}>
          Work History of {customerRV.vin}
        </LinkButton>
      </Alert>
    </div>
  )
}

type NextStepsProps = { ticket: TicketView; setLeaving: (leaving: boolean) => void }

function NextSteps({ ticket, setLeaving }: NextStepsProps) {
  const may = useMay()
  const { ticketId, timeZone } = ticket
  const complete = useMove(ticketId, 'complete', {
    said: 'Ticket completed. It is in the work history now.',
    to: '/dashboard',
    setLeaving,
  })
  const reopen = useMove(ticketId, 'reopen', {
    said: 'Ticket reopened.',
    to: `/service-ticket/${ticketId}`,
    setLeaving,
  })
  const isBusy = complete.isRunning || reopen.isRunning || complete.isResting
  const obstacles = obstaclesToCompleting(ticket).map(found => sentence(found, timeZone, new Date()))
  if (!may('ticket.complete')) return null
  return (
    <>
      <Button disabled={isBusy} onClick={firstClick(reopen.move)}>
        {reopen.isRunning ? 'Reopening…' : 'Reopen'}
      </Button>
      <PrimaryButton
        loading={complete.isRunning}
        loadingText="Completing…"
        disabled={isBusy}
        obstacles={obstacles}
        onClick={complete.move}
      >
        Complete Ticket
      </PrimaryButton>
      <ChangedLines ticket={ticket} />
    </>
  )
}

import { Alert, Button } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { printStamp } from '#domain/lib/company-time.ts'
import { sentence } from '#domain/lib/refusal.ts'
import { obstaclesToCompleting } from '#domain/tickets/ticket.ts'
import { useMay } from '#web/api/use-permission.ts'
import { PaperLink } from '#web/features/documents/document-link.tsx'
import { ActivityPanel } from '#web/features/tickets/activity-panel.tsx'
import { CustomerPanel } from '#web/features/tickets/customer-panel.tsx'
import { JobsPanel } from '#web/features/tickets/jobs/jobs-panel.tsx'
import { PartsPanel } from '#web/features/tickets/parts/parts-panel.tsx'
import { RigPanel } from '#web/features/tickets/rig-panel.tsx'
import { TicketFoot } from '#web/features/tickets/ticket-footer.tsx'
import { TicketFrame } from '#web/features/tickets/ticket-page-layout.tsx'
import type { TicketView } from '#web/features/tickets/ticket-queries.ts'
import { TotalsPanel } from '#web/features/tickets/totals-panel.tsx'
import { useMove } from '#web/features/tickets/use-ticket-transition.ts'
import { CustomerSide } from '#web/pages/desk/customer/customer-panel.tsx'
import { ChangedLines } from '#web/pages/desk/ticket/changed-approvals.tsx'
import { CompletedJob } from '#web/pages/desk/ticket/completed-job.tsx'
import { TechnicianPanel } from '#web/pages/desk/ticket/technician-panel.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { firstClick } from '#web/ui/ignore-double-click.ts'
import { Columns } from '#web/ui/layout/columns.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import styles from './completed-ticket.module.css'
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

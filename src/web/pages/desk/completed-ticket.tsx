import { Alert, Button } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { formatDateTime } from '#domain/lib/date-time.ts'
import { pageBlockerSentence } from '#domain/refusals/refusal.ts'
import { blockersForCompleting } from '#domain/tickets/ticket.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { DocumentLink } from '#web/features/documents/document-link.tsx'
import { ActivityPanel } from '#web/features/tickets/activity-panel.tsx'
import { CustomerPanel } from '#web/features/tickets/customer-panel.tsx'
import { JobsPanel } from '#web/features/tickets/jobs/jobs-panel.tsx'
import { TicketFooter } from '#web/features/tickets/page/ticket-footer.tsx'
import { TicketPageLayout } from '#web/features/tickets/page/ticket-page-layout.tsx'
import { PartsPanel } from '#web/features/tickets/parts/parts-panel.tsx'
import { RigPanel } from '#web/features/tickets/rig-panel.tsx'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { TotalsPanel } from '#web/features/tickets/totals-panel.tsx'
import { useTicketTransition } from '#web/features/tickets/use-ticket-transition.ts'
import { CustomerContactPanel } from '#web/pages/desk/customer/customer-contact-panel.tsx'
import { ChangedApprovals } from '#web/pages/desk/ticket/changed-approvals.tsx'
import { CompletedJobLine } from '#web/pages/desk/ticket/completed-job-line.tsx'
import { TechnicianPanel } from '#web/pages/desk/ticket/technician-panel.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { Columns } from '#web/ui/layout/columns.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import styles from './completed-ticket.module.css'
import { VisitDisputes } from './visit-disputes.tsx'

export const CompletedTicketPage = () => (
  <TicketPageLayout title="Completed Service Ticket" states={['completed', 'recorded']}>
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
              <JobsPanel ticket={ticket} line={job => <CompletedJobLine key={job.jobNumber} job={job} />} />
              <PartsPanel ticket={ticket} inWork={false} />
              <ActivityPanel ticket={ticket} />
            </>
          }
          side={
            <>
              <TotalsPanel ticket={ticket} />
              <TechnicianPanel ticket={ticket} inWork={false} />
              <CustomerContactPanel ticket={ticket} />
              <CustomerPanel customer={ticket.customerDetails} />
              <RigPanel rig={ticket.customerRV} />
            </>
          }
        />
        <TicketFooter>
          <DocumentLink ticketId={ticket.ticketId} />
          {ticket.state === 'completed' && <NextSteps ticket={ticket} setLeaving={setLeaving} />}
        </TicketFooter>
      </>
    )}
  </TicketPageLayout>
)

function InHistory({ ticket }: { ticket: TicketView }) {
  const { completedTimestamp, timeZone, customerRV } = ticket
  const when = completedTimestamp === null ? '' : ` since ${formatDateTime(completedTimestamp, timeZone)}`
  return (
    <div className={styles.recorded}>
      <Alert icon={<IconArchive aria-hidden />} variant="default">
        <p className={styles.words}>This ticket is in the work history{when}. It can no longer be edited.</p>
        <LinkButton to="/work-history" search={{ vin: customerRV.vin }}>
          Work History of {customerRV.vin}
        </LinkButton>
      </Alert>
    </div>
  )
}

type NextStepsProps = { ticket: TicketView; setLeaving: (leaving: boolean) => void }

function NextSteps({ ticket, setLeaving }: NextStepsProps) {
  const may = usePermission()
  const { ticketId, timeZone } = ticket
  const complete = useTicketTransition(ticketId, 'complete', {
    successMessage: 'Ticket completed. It is now in the work history.',
    to: '/dashboard',
    setLeaving,
  })
  const reopen = useTicketTransition(ticketId, 'reopen', {
    successMessage: 'Ticket reopened.',
    to: `/service-ticket/${ticketId}`,
    setLeaving,
  })
  const isBusy = complete.isRunning || reopen.isRunning || complete.isCoolingDown
  const blockers = blockersForCompleting(ticket).map(blocker =>
    pageBlockerSentence(blocker, timeZone, new Date()),
  )
  if (!may('ticket.complete')) return null
  return (
    <>
      <Button disabled={isBusy} onClick={ignoreDoubleClick(reopen.start)}>
        {reopen.isRunning ? 'Reopening…' : 'Reopen'}
      </Button>
      <PrimaryButton
        loading={complete.isRunning}
        loadingText="Completing…"
        disabled={isBusy}
        blockers={blockers}
        onClick={complete.start}
      >
        Complete Ticket
      </PrimaryButton>
      <ChangedApprovals ticket={ticket} />
    </>
  )
}

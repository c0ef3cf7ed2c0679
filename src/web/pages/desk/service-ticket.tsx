import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { fromDollars } from '#domain/lib/money.ts'
import { pageBlockerSentence } from '#domain/refusals/refusal.ts'
import { blockersForAskingApproval, blockersForFinalizing } from '#domain/tickets/ticket.ts'
import { api } from '#web/api/client.ts'
import { lazyPanel } from '#web/api/lazy-panel.tsx'
import { usePermission } from '#web/api/use-permission.ts'
import { DocumentLink } from '#web/features/documents/document-link.tsx'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { useTicketTransition } from '#web/features/tickets/use-ticket-transition.ts'
import { ActiveTicketJobLine } from '#web/pages/desk/ticket/active-ticket-job-line.tsx'
import { ChangedApprovals } from '#web/pages/desk/ticket/changed-approvals.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TicketInWork } from './ticket-in-work.tsx'

export const ServiceTicketPage = () => (
  <TicketInWork
    title="Service Ticket"
    state="active"
    line={job => <ActiveTicketJobLine key={job.jobNumber} job={job} />}
    booking={ticket => <BookingPanel ticket={ticket} />}
  >
    {(ticket, setLeaving) => <NextSteps ticket={ticket} setLeaving={setLeaving} />}
  </TicketInWork>
)

/** What the customer still has to say, in cents. */
const missingAnswersOf = ({ jobs }: TicketView) => ({
  asked: new Set(jobs.filter(({ isAsked }) => isAsked).map(({ jobNumber }) => jobNumber)),
  raised: jobs.flatMap(({ jobNumber, approval, raisedTo }) =>
    approval === null || raisedTo === null
      ? []
      : [{ jobNumber, was: fromDollars(approval.total), is: fromDollars(raisedTo) }],
  ),
})

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
  const isBusy = finalize.isRunning || askApproval.isRunning || finalize.isCoolingDown
  const messages = (blockers: Parameters<typeof pageBlockerSentence>[0][]) =>
    blockers.map(blocker => pageBlockerSentence(blocker, timeZone, new Date()))

  function send() {
    const [reason] = messages(blockersForAskingApproval(ticket))
    if (reason === undefined) askApproval.start()
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
          blockers={messages(blockersForFinalizing(ticket, missingAnswersOf(ticket)))}
          onClick={finalize.start}
        >
          Finalize Ticket
        </PrimaryButton>
      )}
      {may('ticket.finalize') && <ChangedApprovals ticket={ticket} />}
    </>
  )
}

const BookingDetails = lazyPanel(() =>
  import('#web/features/bookings/booking-details.tsx').then(({ BookingDetails }) => BookingDetails),
)

/** The booking's details; nothing on a ticket created by the desk. */
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

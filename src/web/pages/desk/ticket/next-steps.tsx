import { Button } from '@mantine/core'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { customerLabel } from '#domain/customers/customer.ts'
import { type PageBlocker, pageBlockerSentence } from '#domain/refusals/page-blocker.ts'
import { isRequest } from '#domain/tickets/confirmation.ts'
import { gapsBeforeFinalizing, hasAnythingDone, missingFindings } from '#domain/tickets/gaps.ts'
import {
  blockersForAskingApproval,
  blockersForCompleting,
  blockersForFinalizing,
} from '#domain/tickets/ticket.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { CheckInLink, useIsCheckInOpen } from '#web/features/bookings/check-in.tsx'
import { lazyPanel } from '#web/features/panels/lazy-panel.tsx'
import { ticketPath } from '#web/features/tickets/ticket-path.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { useTicketTransition } from '#web/features/tickets/use-ticket-transition.ts'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { Question } from '#web/ui/feedback/question.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import styles from './ticket-forms.module.css'

const BookingActions = lazyPanel(() =>
  import('#web/features/bookings/booking-actions.tsx').then(({ BookingActions }) => BookingActions),
)

type NextStepsProps = {
  ticket: TicketView
  setLeaving: (leaving: boolean) => void
  /** A question about what is open of its money, which never stops it; null for nothing. */
  getMoneyQuestion: (queries: QueryClient, ticketId: number) => Promise<string | null>
}

/** What can be done with the ticket in its state. */
export function NextSteps(props: NextStepsProps) {
  switch (props.ticket.state) {
    case 'active':
      return <ActiveSteps {...props} />
    case 'approval':
      return <ApprovalSteps {...props} />
    case 'completed':
      return <CompletedSteps {...props} />
    case 'closed':
      return <ClosedSteps {...props} />
    case 'pending':
      return <PendingSteps ticket={props.ticket} />
    case 'declined':
    case 'recorded':
      return null
  }
}

/** What the customer still has to say, in cents. */
const missingAnswersOf = ({ jobs }: TicketView) => ({
  asked: new Set(jobs.filter(({ isAsked }) => isAsked).map(({ jobNumber }) => jobNumber)),
  raised: jobs.flatMap(({ jobNumber, approval, raisedTo }) =>
    approval === null || raisedTo === null ? [] : [{ jobNumber, was: approval.total, is: raisedTo }],
  ),
})

const sentencesOf = ({ timeZone }: TicketView, blockers: readonly PageBlocker[]) =>
  blockers.map(blocker => pageBlockerSentence(blocker, timeZone, new Date()))

function PendingSteps({ ticket }: Pick<NextStepsProps, 'ticket'>) {
  const may = usePermission()
  const { ticketId, customerDetails } = ticket
  const isOpen = useIsCheckInOpen()
  if (isRequest(ticket)) return <BookingActions ticketId={ticketId} label={customerLabel(customerDetails)} />
  return isOpen || !may('ticket.check-in', ticket) ? null : <CheckInLink label="Check In" />
}

function ActiveSteps({ ticket, setLeaving }: NextStepsProps) {
  const may = usePermission()
  const { ticketId } = ticket
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
  const [isAsking, setAsking] = useState(false)
  const gaps = gapsBeforeFinalizing(ticket, ticket.totals === null ? null : ticket.totals.totalBalance)

  function send() {
    const [reason] = sentencesOf(ticket, blockersForAskingApproval(ticket))
    if (reason === undefined) askApproval.start()
    else notify.failure(reason)
  }

  if (isAsking && gaps.length > 0)
    return (
      <Question
        sentences={gaps}
        label="Finalize Anyway"
        onConfirm={finalize.start}
        onClose={() => setAsking(false)}
      />
    )
  return (
    <>
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
          blockers={sentencesOf(ticket, blockersForFinalizing(ticket, missingAnswersOf(ticket)))}
          isNext={hasAnythingDone(ticket)}
          onClick={gaps.length === 0 ? finalize.start : () => setAsking(true)}
        >
          Finalize Ticket
        </PrimaryButton>
      )}
    </>
  )
}

function ApprovalSteps({ ticket: { ticketId }, setLeaving }: NextStepsProps) {
  const may = usePermission()
  const { start, isRunning, isCoolingDown } = useTicketTransition(ticketId, 'approve', {
    successMessage: 'Ticket approved successfully.',
    to: `/service-ticket/${ticketId}`,
    setLeaving,
  })
  if (!may('ticket.approve')) return null
  return (
    <PrimaryButton loading={isRunning} disabled={isCoolingDown} loadingText="Approving…" onClick={start}>
      Approve Ticket
    </PrimaryButton>
  )
}

function ClosedSteps({ ticket: { ticketId, closing }, setLeaving }: NextStepsProps) {
  const may = usePermission()
  const { start, isRunning, isCoolingDown } = useTicketTransition(ticketId, 'reopen', {
    successMessage: 'Ticket reopened.',
    to: ticketPath(closing?.stateBefore ?? 'active', ticketId) ?? '/dashboard',
    setLeaving,
  })
  if (!may('ticket.reopen')) return null
  return (
    <PrimaryButton loading={isRunning} disabled={isCoolingDown} loadingText="Reopening…" onClick={start}>
      Reopen Ticket
    </PrimaryButton>
  )
}

function CompletedSteps({ ticket, setLeaving, getMoneyQuestion }: NextStepsProps) {
  const may = usePermission()
  const { ticketId } = ticket
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
  const [questions, setQuestions] = useState<readonly string[]>([])
  const queries = useQueryClient()

  async function completeOrAsk(): Promise<void> {
    const moneyQuestion = await getMoneyQuestion(queries, ticketId)
    const open = [...missingFindings(ticket), ...(moneyQuestion === null ? [] : [moneyQuestion])]
    if (open.length === 0) complete.start()
    else setQuestions(open)
  }

  if (!may('ticket.complete')) return null
  if (questions.length > 0)
    return (
      <Question
        sentences={questions}
        label="Complete Anyway"
        onConfirm={complete.start}
        onClose={() => setQuestions([])}
      />
    )
  return (
    <>
      <Button disabled={isBusy} onClick={ignoreDoubleClick(reopen.start)}>
        {reopen.isRunning ? 'Reopening…' : 'Reopen'}
      </Button>
      <PrimaryButton
        loading={complete.isRunning}
        loadingText="Completing…"
        disabled={isBusy}
        blockers={sentencesOf(ticket, blockersForCompleting(ticket))}
        onClick={() => void completeOrAsk()}
      >
        Complete Ticket
      </PrimaryButton>
      <p className={styles.consequence}>It goes into the public work history for good.</p>
    </>
  )
}

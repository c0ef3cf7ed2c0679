import { IconUserShare } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, useEffect, useRef } from 'react'
import { PAGES } from '#contract/pages/page-routes.ts'
import { worksOn } from '#domain/account/permission.ts'
import { pageBlockerSentence } from '#domain/refusals/page-blocker.ts'
import { isConfirmed } from '#domain/tickets/confirmation.ts'
import { rigVisitFacts } from '#domain/tickets/rig-visit.ts'
import { blockersForAskingApproval, STATES } from '#domain/tickets/ticket.ts'
import { api, client } from '#web/api/client.ts'
import { useAccount } from '#web/api/session.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { type BayInputs, queueOf } from '#web/bay/bay-commands.ts'
import { currentOutbox } from '#web/bay/bay-outbox.ts'
import { CheckIn, CheckInLink, useIsCheckInOpen } from '#web/features/bookings/check-in.tsx'
import { UnsentTextOfTicket } from '#web/features/tickets/autosave/unsent-text.tsx'
import { JobsPanel } from '#web/features/tickets/jobs/jobs-panel.tsx'
import { loadTicketValidation } from '#web/features/tickets/load-ticket-validation.ts'
import { TicketActions } from '#web/features/tickets/page/ticket-actions.tsx'
import { TicketPageLayout } from '#web/features/tickets/page/ticket-page-layout.tsx'
import { TicketSection, TicketSections } from '#web/features/tickets/page/ticket-sections.tsx'
import { PartsPanel } from '#web/features/tickets/parts/parts-panel.tsx'
import { RigPanel } from '#web/features/tickets/rig-panel.tsx'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { KeyValues } from '#web/ui/layout/key-values.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LazyContent } from '#web/ui/lazy-content.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { requestIdle } from '#web/ui/request-idle.ts'
import { AddPhotos, BayJobLine } from './bay-job-line.tsx'
import { BayOutboxProvider } from './bay-outbox-provider.tsx'
import { CustomerInfo } from './customer-info.tsx'
import { OfflineBay } from './offline-bay.tsx'
import { TeamNote } from './team-note.tsx'
import { CheckInNotes, TicketStatus } from './ticket-status.tsx'
import { useOutboxEntries, useShownTicket } from './use-bay-outbox.ts'

const SetOutOfTicket = lazy(() =>
  import('./set-out.tsx').then(({ SetOutOfTicket }) => ({ default: SetOutOfTicket })),
)

const BaySignatures = lazy(() =>
  import('./bay-signatures.tsx').then(({ BaySignatures }) => ({ default: BaySignatures })),
)

const BayComponents = lazy(() =>
  import('./bay-components.tsx').then(({ BayComponents }) => ({ default: BayComponents })),
)

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

/** A technician's ticket: the problems and the work. No prices. */
export function BayTicketPage() {
  const select = useShownTicket()
  // Without a connection it could not be loaded.
  useEffect(
    () => requestIdle(() => void Promise.all([AddPhotos.preload(), loadTicketValidation()]).catch(() => {})),
    [],
  )
  return (
    <BayOutboxProvider>
      <TicketPageLayout
        title={PAGES.bayTicket.title}
        states={STATES}
        select={select}
        unassignedContent={<UnassignedNotice />}
        actions={(ticket, setLeaving) =>
          isConfirmed(ticket) ? <Arrived /> : <AskApproval ticket={ticket} setLeaving={setLeaving} />
        }
      >
        {ticket => <AssignedTicket ticket={ticket} />}
      </TicketPageLayout>
    </BayOutboxProvider>
  )
}

function AssignedTicket({ ticket }: { ticket: TicketView }) {
  const me = useAccount()
  // A technician who is also at the desk still sees a reassigned ticket.
  if (me === null || !worksOn(me, ticket))
    return (
      <>
        <UnassignedNotice />
        <UnsentTextOfTicket ticketId={ticket.ticketId} />
      </>
    )
  return (
    <>
      <OfflineBay queryKey={api.tickets.get.queryKey({ input: { ticketId: ticket.ticketId } })} />
      <TicketStatus ticket={ticket} />
      <CheckInNotes ticket={ticket} />
      <TeamNote ticket={ticket} />
      {isConfirmed(ticket) && (
        <LazyContent>
          <SetOutOfTicket ticketId={ticket.ticketId} />
        </LazyContent>
      )}
      <ArrivedForm ticket={ticket} />
      <TicketSections
        tabs={['work', 'people']}
        main={
          <TicketSection tab="work">
            <JobsPanel
              ticket={ticket}
              line={job => <BayJobLine key={job.jobNumber} job={job} isOnly={ticket.jobs.length === 1} />}
            />
            <PartsPanel ticket={ticket} />
            {ticket.signed !== null && (
              <LazyContent>
                <BaySignatures ticket={ticket} />
              </LazyContent>
            )}
            {ticket.components !== null && (
              <LazyContent>
                <BayComponents ticket={ticket} />
              </LazyContent>
            )}
            <BlockedApproval ticket={ticket} />
          </TicketSection>
        }
        rail={
          <TicketSection tab="people">
            <CustomerInfo customer={ticket.customerDetails} />
            <RigPanel rig={ticket.customerRV}>
              <KeyValues rows={rigVisitFacts(ticket.rigVisit)} />
            </RigPanel>
          </TicketSection>
        }
      />
    </>
  )
}

/** With what was typed before, if that was refused: once it is sent again, that is no longer needed. */
function ArrivedForm({ ticket }: { ticket: TicketView }) {
  const refused = useOutboxEntries().findLast(
    ({ name, queue, refusal }) =>
      name === 'checkIn' && queue === queueOf(ticket.ticketId) && refusal !== null,
  )
  const removeRefused = (): void => {
    if (refused !== undefined)
      void currentOutbox()
        ?.remove(refused.key)
        .catch(() => {})
  }
  const earlier = refused && {
    ...refused,
    input: refused.input as BayInputs['checkIn'],
    errors: refused.refusal?.fields ?? {},
  }
  return <CheckIn ticket={ticket} label="Arrived" earlier={earlier} onSaved={removeRefused} />
}

/** Of an appointment: its technician is at the rig. */
function Arrived() {
  return useIsCheckInOpen() ? null : (
    <TicketActions>
      <CheckInLink label="Arrived" />
    </TicketActions>
  )
}

/** Whether the technician could ask, were it not for the reasons: one sentence each. */
function useAskApproval(ticket: TicketView) {
  const may = usePermission()
  const me = useAccount()
  const { state, assignedTechnician, timeZone } = ticket
  return {
    isTheirs: state === 'active' && assignedTechnician === me && may('ticket.ask-approval', ticket),
    blockers: blockersForAskingApproval(ticket).map(blocker =>
      pageBlockerSentence(blocker, timeZone, new Date()),
    ),
  }
}

type AskApprovalProps = { ticket: TicketView; setLeaving: (leaving: boolean) => void }

/** Within reach once it can be tapped. */
function AskApproval({ ticket, setLeaving }: AskApprovalProps) {
  const { ticketId } = ticket
  const { isTheirs, blockers } = useAskApproval(ticket)
  const navigate = useNavigate()
  const isStored = useRef(false)
  const goToMyJobs = () => void navigate({ to: '/bay' })
  const { run } = useTicketCommand(ticketId, client.tickets.askApproval, {
    inBay: 'askApproval',
    onStored: () => {
      isStored.current = true
      goToMyJobs()
    },
    onDone: () => {
      notify.success('Ticket sent for approval.')
      if (!isStored.current) goToMyJobs()
    },
    onWaiting: () => notify.success('Not sent yet. The desk gets this ticket as soon as you have a signal.'),
    onError: (error, showError) => {
      setLeaving(false)
      showError(error)
    },
  })
  function send() {
    // Until My Jobs is here, the page stays as it is.
    setLeaving(true)
    run({ ticketId })
  }
  if (!isTheirs || blockers.length > 0) return null
  return (
    <TicketActions>
      <PrimaryButton size="md" onClick={send}>
        Send for Approval
      </PrimaryButton>
    </TicketActions>
  )
}

/** Until then it is below the work, which needs the room. */
function BlockedApproval({ ticket }: { ticket: TicketView }) {
  const { isTheirs, blockers } = useAskApproval(ticket)
  if (!isTheirs || blockers.length === 0) return null
  return (
    <div>
      <PrimaryButton size="md" fullWidth blockers={blockers}>
        Send for Approval
      </PrimaryButton>
    </div>
  )
}

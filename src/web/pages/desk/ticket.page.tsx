import { PAGES } from '#contract/pages/page-routes.ts'
// A ticket at the desk: one page for each address of the specification, which differ in the ticket's state alone.

import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, lazy, useEffect } from 'react'
import { isFormerCustomer } from '#domain/customers/customer.ts'
import { isInWork, isOpen, type State } from '#domain/tickets/ticket.ts'
import { onReconnect } from '#web/api/on-reconnect.ts'
import { meQuery } from '#web/api/session.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { listTexts, subscribeToDrafts } from '#web/bay/outbox/text-drafts.ts'
import { CheckIn } from '#web/features/bookings/check-in.tsx'
import { DocumentLink } from '#web/features/documents/document-link.tsx'
import { lazyPanel } from '#web/features/panels/lazy-panel.tsx'
import { Adder } from '#web/features/tickets/adder.tsx'
import { JobsPanel } from '#web/features/tickets/jobs/jobs-panel.tsx'
import { TicketActions } from '#web/features/tickets/page/ticket-actions.tsx'
import { TicketPageLayout } from '#web/features/tickets/page/ticket-page-layout.tsx'
import { TicketSection, TicketSections } from '#web/features/tickets/page/ticket-sections.tsx'
import { PartsPanel } from '#web/features/tickets/parts/parts-panel.tsx'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { TotalsPanel } from '#web/features/tickets/totals-panel.tsx'
import { CloseMenu, MONEY_SECTION } from '#web/pages/desk/customer/close-menu.tsx'
import { CustomerLinkPanel, CustomerMessagesPanel } from '#web/pages/desk/customer/customer-contact-panel.tsx'
import { HoldMenu } from '#web/pages/desk/customer/hold-menu.tsx'
import {
  ApprovalChoiceProvider,
  ChooseAllButton,
  useApprovalChoice,
} from '#web/pages/desk/ticket/approval-choice.tsx'
import { ChangedApprovals, UnaskedCharges } from '#web/pages/desk/ticket/changed-approvals.tsx'
import { CustomerDetails, RigDetails } from '#web/pages/desk/ticket/customer-and-rig-details.tsx'
import { DeskJobLine } from '#web/pages/desk/ticket/job-line.tsx'
import { NextSteps } from '#web/pages/desk/ticket/next-steps.tsx'
import { ClosedNotice, RecordedNotices } from '#web/pages/desk/ticket/recorded-notices.tsx'
import { TechnicianPanel } from '#web/pages/desk/ticket/technician-panel.tsx'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { LazyContent } from '#web/ui/lazy-content.tsx'
import { LinkButton } from '#web/ui/links.tsx'

export const ServiceTicketPage = () => (
  <TicketPage title={PAGES.serviceTicket.title} states={['pending', 'active', 'closed']} />
)
export const ApprovalTicketPage = () => (
  <TicketPage title={PAGES.approvalTicket.title} states={['approval']} />
)
export const CompletedTicketPage = () => (
  <TicketPage title={PAGES.completedTicket.title} states={['completed', 'recorded']} />
)

const TicketPage = ({ title, states }: { title: string; states: readonly State[] }) => (
  <TicketPageLayout
    title={title}
    states={states}
    status={ticket => (
      <>
        <HoldMenu ticket={ticket} />
        <CloseMenu ticket={ticket} />
        <DocumentLink ticketId={ticket.ticketId} />
        <NewTicketLink ticket={ticket} />
      </>
    )}
    actions={(ticket, setLeaving) => (
      <TicketActions>
        <NextSteps ticket={ticket} setLeaving={setLeaving} getMoneyQuestion={getMoneyQuestion} />
      </TicketActions>
    )}
  >
    {ticket => (
      <ApprovalChoiceProvider>
        {ticket.closing !== null && (
          <ClosedNotice ticket={ticket} closing={ticket.closing}>
            <LazyContent>
              <HeldMoney ticketId={ticket.ticketId} onShowMoney={showMoney} />
            </LazyContent>
          </ClosedNotice>
        )}
        {ticket.state === 'recorded' && <RecordedNotices ticket={ticket} />}
        <TicketSections
          tabs={['work', 'people', 'messages', 'totals', 'activity']}
          main={<Main ticket={ticket} />}
          rail={<Rail ticket={ticket} />}
        />
      </ApprovalChoiceProvider>
    )}
  </TicketPageLayout>
)

/** On an ended ticket: another one for the same customer and rig, now or later. */
function NewTicketLink({ ticket: { ticketId, state, customerDetails } }: { ticket: TicketView }) {
  const may = usePermission()
  const isEnded = state === 'completed' || state === 'recorded' || state === 'closed'
  if (!isEnded || isFormerCustomer(customerDetails) || !may('ticket.create')) return null
  const link = {
    search: { from: ticketId },
    ...({ variant: 'subtle', size: 'compact-sm', leftSection: <IconPlus size={16} aria-hidden /> } as const),
  }
  return (
    <>
      <LinkButton to="/create-ticket" {...link}>
        New Ticket
      </LinkButton>
      <LinkButton to="/new-appointment" {...link}>
        New Appointment
      </LinkButton>
    </>
  )
}

// Most companies bill elsewhere, and have nothing to wait for.
const loadTicketMoney = () => import('#web/pages/desk/invoice/ticket-money.tsx')
const getMoneyQuestion: ComponentProps<typeof NextSteps>['getMoneyQuestion'] = (queries, ticketId) =>
  loadTicketMoney().then(
    ({ getMoneyQuestion }) => getMoneyQuestion(queries, ticketId),
    () => null,
  )
const HeldMoney = lazy(() => loadTicketMoney().then(({ HeldMoney }) => ({ default: HeldMoney })))
const showMoney = () => document.getElementById(MONEY_SECTION)?.focus()
const TicketMoney = lazy(() => loadTicketMoney().then(({ TicketMoney }) => ({ default: TicketMoney })))
const AddendaPanel = lazy(() =>
  import('#web/pages/desk/ticket/addenda-panel.tsx').then(({ AddendaPanel }) => ({ default: AddendaPanel })),
)
const BookingPanel = lazy(() =>
  import('#web/pages/desk/ticket/booking-panel.tsx').then(({ BookingPanel }) => ({ default: BookingPanel })),
)
const TicketServiceBay = lazy(() =>
  import('#web/pages/desk/ticket/ticket-service-bay.tsx').then(module => ({
    default: module.TicketServiceBay,
  })),
)
const Walkaround = lazy(async () => {
  const [{ WalkaroundPanel }, { PhotoUploader }] = await Promise.all([
    import('#web/features/walkarounds/walkaround-panel.tsx'),
    import('#web/pages/desk/ticket/job-details.tsx'),
  ])
  return {
    default: ({ ticket }: { ticket: TicketView }) => (
      <WalkaroundPanel ticket={ticket} PhotoAdder={PhotoUploader} />
    ),
  }
})
const PromisedDayPanel = lazy(() =>
  import('#web/pages/desk/ticket/promised-day-panel.tsx').then(module => ({
    default: module.PromisedDayPanel,
  })),
)
const SignaturesPanel = lazy(() =>
  import('#web/pages/desk/ticket/signatures-panel.tsx').then(module => ({ default: module.SignaturesPanel })),
)
const ComponentsPanel = lazy(() =>
  import('#web/features/components/components-panel.tsx').then(module => ({
    default: module.ComponentsPanel,
  })),
)
const DeferredOnTicket = lazy(() =>
  import('#web/pages/desk/ticket/deferred-on-ticket.tsx').then(({ DeferredOnTicket }) => ({
    default: DeferredOnTicket,
  })),
)
const SubletsPanel = lazy(() =>
  import('#web/pages/desk/ticket/sublets-panel.tsx').then(({ SubletsPanel }) => ({ default: SubletsPanel })),
)
const OrderPartsPanel = lazy(() =>
  import('#web/pages/desk/ticket/order-parts-panel.tsx').then(({ OrderPartsPanel }) => ({
    default: OrderPartsPanel,
  })),
)
const ActivityPanel = lazyPanel(() =>
  import('#web/features/tickets/activity-panel.tsx').then(({ ActivityPanel }) => ActivityPanel),
)
const NewJobForm = lazyPanel(() =>
  import('#web/pages/desk/ticket/new-job-form.tsx').then(({ NewJobForm }) => NewJobForm),
)
const RequestApproval = lazyPanel(() =>
  import('#web/pages/desk/ticket/request-approval.tsx').then(({ RequestApproval }) => RequestApproval),
)

/** Whether money is what comes next: from then on it is in the main column, before that in the rail. */
const isForBilling = ({ state, totals }: TicketView): boolean =>
  state === 'completed' || (totals !== null && totals.invoiced !== null)

const Main = ({ ticket }: { ticket: TicketView }) => (
  <>
    {isForBilling(ticket) && <Money ticket={ticket} />}
    <TicketSection tab="work">
      <Work ticket={ticket} />
    </TicketSection>
    <TicketSection tab="activity" isLazy>
      <ActivityPanel ticket={ticket} />
    </TicketSection>
  </>
)

const Money = ({ ticket }: { ticket: TicketView }) => (
  <TicketSection tab="totals">
    <div id={MONEY_SECTION} tabIndex={-1}>
      <LazyContent fallback={ticket.totals?.invoiced && <PanelSkeleton lines={4} />}>
        <TicketMoney ticket={ticket} />
      </LazyContent>
    </div>
  </TicketSection>
)

/** The outbox sends what is typed into job lines; its code is loaded then. */
function useTextOutbox(): void {
  const queries = useQueryClient()
  const { data: actor } = useQuery(meQuery)
  useEffect(() => {
    if (actor === undefined || !('id' in actor)) return
    const open = (): void => {
      if (listTexts(actor.id).length === 0) return
      // Without a connection it is loaded later.
      import('#web/bay/bay-outbox.ts').then(module => module.openBayOutbox(queries, actor)).catch(() => {})
    }
    open()
    const stops = [subscribeToDrafts(open), onReconnect(open)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [queries, actor])
}

function Work({ ticket }: { ticket: TicketView }) {
  useTextOutbox()
  const { ticketId } = ticket
  const isWorkable = isInWork(ticket)
  return (
    <>
      <CheckIn ticket={ticket} label="Check In" />
      <ChangedApprovals ticket={ticket} />
      <JobsPanel
        ticket={ticket}
        line={job => <DeskJobLine key={job.jobNumber} job={job} />}
        actions={isWorkable && <ChooseAllButton ticket={ticket} />}
        next={isWorkable ? 'Next: add the first job, in the customer’s words.' : undefined}
      >
        {isWorkable && <AddJob ticketId={ticketId} />}
        <Request ticketId={ticketId} />
      </JobsPanel>
      <PartsPanel ticket={ticket} />
      <LazyContent>
        <SubletsPanel ticket={ticket} />
      </LazyContent>
      <LazyContent>
        <OrderPartsPanel ticket={ticket} />
      </LazyContent>
      {ticket.state === 'recorded' && (
        <LazyContent>
          <AddendaPanel ticket={ticket} />
        </LazyContent>
      )}
      {isWorkable && (
        <LazyContent>
          <DeferredOnTicket ticket={ticket} />
        </LazyContent>
      )}
    </>
  )
}

/** Adds job lines to an active ticket. */
function AddJob({ ticketId }: { ticketId: number }) {
  const may = usePermission()
  const draft = `job on ${ticketId}`
  if (!may('job.change')) return null
  return (
    <Adder label="Add Job" draft={draft}>
      {form => <NewJobForm ticketId={ticketId} draft={draft} {...form} />}
    </Adder>
  )
}

/** While lines are chosen. */
function Request({ ticketId }: { ticketId: number }) {
  const { chosen } = useApprovalChoice()
  return chosen.size === 0 ? null : <RequestApproval ticketId={ticketId} />
}

const Rail = ({ ticket }: { ticket: TicketView }) => (
  <>
    <TicketSection tab="work">
      <TechnicianPanel ticket={ticket} />
      <LazyContent>
        <TicketServiceBay ticket={ticket} />
      </LazyContent>
      {ticket.recordsWalkarounds && (
        <LazyContent>
          <Walkaround ticket={ticket} />
        </LazyContent>
      )}
      <LazyContent>
        <PromisedDayPanel ticket={ticket} />
      </LazyContent>
    </TicketSection>
    <TicketSection tab="people">
      {isOpen(ticket) && (
        <LazyContent>
          <BookingPanel ticket={ticket} />
        </LazyContent>
      )}
      <CustomerDetails ticket={ticket} />
      <RigDetails ticket={ticket} />
      <LazyContent>
        <SignaturesPanel ticket={ticket} />
      </LazyContent>
      <LazyContent>
        <ComponentsPanel ticketId={ticket.ticketId} isOpen={isInWork(ticket)} />
      </LazyContent>
    </TicketSection>
    <TicketSection tab="messages" isLazy>
      <CustomerLinkPanel ticket={ticket} />
      <CustomerMessagesPanel ticket={ticket} />
    </TicketSection>
    <TicketSection tab="totals">
      <TotalsPanel ticket={ticket}>
        <UnaskedCharges ticket={ticket} />
      </TotalsPanel>
    </TicketSection>
    {!isForBilling(ticket) && <Money ticket={ticket} />}
  </>
)

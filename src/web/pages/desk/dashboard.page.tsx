import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy } from 'react'
import { boardFilter } from '#domain/tickets/board-search.ts'
import { api, toAppError } from '#web/api/client.ts'
import { boardQuery } from '#web/api/live/board-query.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { ConfirmEmailReminder } from '#web/features/account/confirm-email-reminder.tsx'
import { lazyPanel } from '#web/features/panels/lazy-panel.tsx'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { ShopClock } from '#web/features/shop-clock/shop-clock.tsx'
import { TicketBoard } from '#web/pages/desk/board/ticket-board.tsx'
import { UnreadMessages } from '#web/pages/desk/board/unread-messages.tsx'
import { ActiveClocksPanel } from '#web/pages/desk/clocks/active-clocks-panel.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { type KeyValue, KeyValues } from '#web/ui/layout/key-values.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { LazyContent } from '#web/ui/lazy-content.tsx'
import { LinkButton, TextLink } from '#web/ui/links.tsx'
import styles from './dashboard.module.css'
import { HandOvers } from './hand-overs.tsx'

const OwnerNameReminder = lazyPanel(() =>
  import('#web/features/account/owner-name-reminder.tsx').then(({ OwnerNameReminder }) => OwnerNameReminder),
)

const CanceledAppointments = lazy(() =>
  import('#web/features/bookings/canceled-appointments.tsx').then(module => ({
    default: module.CanceledAppointments,
  })),
)

// For the owner of a new company alone.
const FirstSteps = lazy(() => import('./first-steps.tsx').then(({ FirstSteps }) => ({ default: FirstSteps })))

const ClosingNotice = lazyPanel(() =>
  import('#web/features/account/closing-notice.tsx').then(({ ClosingNotice }) => ClosingNotice),
)

/** The desk's landing page: the company, and every open ticket. */
export function DashboardPage() {
  const may = usePermission()
  const search = useSearch({ from: '/signed-in/dashboard' })
  // Only whether it is empty: a change of a ticket renders nothing here.
  const { isSuccess: isBoardLoaded, data: isBoardEmpty } = useQuery({
    ...boardQuery(search),
    enabled: false,
    select: board => Object.values(board).every(({ cards }) => cards.length === 0),
  })
  const { data: company, error, refetch } = useQuery(api.companies.mine.queryOptions())
  const isNew = may('company.change') && boardFilter(search) === undefined && isBoardEmpty === true
  return (
    <Page
      title={company?.companyName ?? 'Dashboard'}
      tabTitle="Dashboard"
      width="full"
      dense
      actions={
        <>
          {may('schedule.see') && <LinkButton to="/schedule">Schedule</LinkButton>}
          {may('employee.register') && <LinkButton to="/register-employee">Add Employee</LinkButton>}
          {may('ticket.create') && (
            <LinkButton to="/create-ticket" next className={styles.create ?? ''}>
              Create Ticket
            </LinkButton>
          )}
        </>
      }
    >
      {company !== undefined && company.closesAt !== null && (
        <ClosingNotice {...company} closesAt={company.closesAt} />
      )}
      {company?.details?.asksOwnerName && <OwnerNameReminder companyName={company.companyName} />}
      {company?.details?.isEmailConfirmed === false && <ConfirmEmailReminder email={company.email} />}
      <div className={styles.company}>
        {company === undefined && error === null && (
          <PanelSkeleton lines={2} label="Loading company details..." />
        )}
        {company === undefined && error !== null && (
          <CompanyLoadError error={error} onRetry={() => refetch()} />
        )}
        {company !== undefined && (
          <div className={styles.details}>
            <KeyValues inline rows={rowsOf(company)} />
            {may('company.change') && <TextLink to="/company">Edit Company</TextLink>}
            <PartsOnOrderLink />
            <StockLink />
            {company.isBillingOn && (
              <>
                <TextLink to="/company/billing/receivables">Receivables</TextLink>
                <TextLink to="/company/billing/day-close">Day Close</TextLink>
                {may('company.see-details') && (
                  <>
                    <TextLink to="/company/end-of-day">End of Day</TextLink>
                    <TextLink to="/company/reports">Reports</TextLink>
                  </>
                )}
              </>
            )}
          </div>
        )}
      </div>
      {company !== undefined && isNew && (
        <LazyContent>
          <FirstSteps company={company} />
        </LazyContent>
      )}
      <ShopClock />
      {company !== undefined && <ActiveClocksPanel timeZone={company.timeZone} />}
      {company !== undefined && <HandOvers timeZone={company.timeZone} />}
      {company !== undefined && <UnreadMessages />}
      {company !== undefined && (
        <LazyContent>
          <CanceledAppointments timeZone={company.timeZone} isPageLoaded={isBoardLoaded} />
        </LazyContent>
      )}
      {company !== undefined && <TicketBoard timeZone={company.timeZone} />}
    </Page>
  )
}

type Company = NonNullable<Awaited<ReturnType<typeof api.companies.mine.call>>>

function rowsOf({ companyAddress, companyPhone, email, details }: Company): KeyValue[] {
  const rows = [
    { label: 'Address', value: companyAddress },
    { label: 'Phone', value: companyPhone },
    { label: 'Email', value: email },
  ]
  return details === null
    ? rows
    : [...rows, { label: 'Number of Employees', value: details.numberOfEmployees }]
}

/** An account without a company has nothing here; other errors can be retried. */
function CompanyLoadError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { code } = toAppError(error)
  return code === 'FORBIDDEN' || code === 'NOT_FOUND' ? (
    <EmptyState
      sentence="No company details found for this user."
      next="Ask your company’s owner to add you, or register your own company."
    />
  ) : (
    <QueryError error={error} onRetry={onRetry} />
  )
}

/** In a company that has or had vendors. */
function PartsOnOrderLink() {
  const mayOrder = usePermission()('part.order')
  const vendorsQuery = api.vendors.list.queryOptions({ input: { show: 'all' } })
  const { data: vendors = [] } = useQuery({ ...vendorsQuery, enabled: mayOrder })
  return vendors.length === 0 ? null : <TextLink to="/parts-on-order">Parts on Order</TextLink>
}

/** In a company that lists what is in stock. */
function StockLink() {
  const { data } = useQuery(api.stock.status.queryOptions())
  return data?.isOn ? <TextLink to="/stock">Stock</TextLink> : null
}

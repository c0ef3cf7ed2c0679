import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { PAGES } from '#contract/pages/page-routes.ts'
import { dayOf, formatDayWithYear } from '#domain/lib/company-time.ts'
import { type Cents, formatMoney, NO_MONEY } from '#domain/lib/money.ts'
import { rigName } from '#domain/rigs/rig.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import { api } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { useOwnCompany } from '#web/features/bookings/desk-time-fields.tsx'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { ticketPath } from '#web/features/tickets/ticket-path.ts'
import { TicketStateBadge } from '#web/features/tickets/ticket-state-badge.tsx'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Columns } from '#web/ui/layout/columns.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LinkButton, TextLink } from '#web/ui/links.tsx'
import { MoneyText } from '#web/ui/numbers.tsx'
import type { CompanyCustomer } from './company-customer.ts'
import { CustomerRecord } from './customer-record.tsx'
import styles from './customers.module.css'
import { MergePanel } from './merge-panel.tsx'

const { title } = PAGES.customer

/** A customer of the company: contact, note, RVs, every ticket with its state and total, and what is owed. */
export function CustomerPage() {
  const { customerId = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(api.customers.get.queryOptions({ input: { customerId } }))
  if (data === undefined)
    return (
      <Page title={title}>
        {error === null ? (
          <ListSkeleton rows={3} height={120} label="Loading the customer…" />
        ) : (
          <QueryError error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  const [newest] = data.tickets
  const from = { search: { from: newest?.ticketId ?? 0 } }
  return (
    <Page
      title={fullName(data)}
      tabTitle={`${fullName(data)} · ${title}`}
      lead={title}
      actions={
        newest !== undefined && (
          <>
            <LinkButton to="/create-ticket" {...from}>
              New Ticket
            </LinkButton>
            <LinkButton to="/new-appointment" {...from} next>
              New Appointment
            </LinkButton>
          </>
        )
      }
    >
      <Columns
        main={<Tickets customer={data} />}
        side={
          <>
            <CustomerRecord key={data.customerId} customer={data} />
            <Rigs customer={data} />
            <MergePanel customer={data} />
          </>
        }
      />
    </Page>
  )
}

type Amount = { readonly amount: Cents; readonly due: Cents }

/** What each ticket comes to, by its number: its invoice or, without one, the ticket. */
function useAmounts(tickets: CompanyCustomer['tickets']): ReadonlyMap<number, Amount> {
  const mayPrice = usePermission()('money.see')
  const { data = [] } = useQuery({
    ...api.tickets.balances.queryOptions({
      input: { ticketIds: tickets.map(({ ticketId }) => ticketId).join() },
    }),
    enabled: mayPrice && tickets.length > 0,
  })
  return new Map(
    data.map(({ ticketId, totalBalance, invoiced }) => [
      ticketId,
      { amount: invoiced?.total ?? totalBalance, due: invoiced?.due ?? NO_MONEY },
    ]),
  )
}

function Tickets({ customer: { tickets, ticketCount } }: { customer: CompanyCustomer }) {
  const timeZone = useOwnCompany()?.timeZone ?? 'UTC'
  const amounts = useAmounts(tickets)
  const owed = [...amounts.values()].reduce((sum, { due }) => sum + Math.max(due, 0), 0) as Cents
  return (
    <Panel
      title="Tickets"
      count={ticketCount}
      actions={
        owed > 0 && (
          <strong>
            Owed <MoneyText amount={formatMoney(owed)} />
          </strong>
        )
      }
    >
      {tickets.length === 0 && <p className={styles.muted}>No tickets.</p>}
      <ul className={styles.list}>
        {tickets.map(({ ticketId, state, since, ...card }) => {
          const { amount = NO_MONEY, due = NO_MONEY } = amounts.get(ticketId) ?? {}
          const path = ticketPath(state, ticketId) ?? `/service-ticket/${ticketId}`
          return (
            <li key={ticketId} className={styles.item}>
              <span className={styles.words}>
                <TextLink to={path}>
                  {ticketId} {rigName(card)}
                </TextLink>
                <span className={styles.muted}>{formatDayWithYear(dayOf(since, timeZone))}</span>
              </span>
              <TicketStateBadge state={state} />
              {amount !== 0 && (
                <span className={styles.amount}>
                  <MoneyText amount={formatMoney(amount)} />
                  {due > 0 && <span className={styles.muted}>{formatMoney(due)} due</span>}
                </span>
              )}
            </li>
          )
        })}
      </ul>
      {ticketCount > tickets.length && (
        <p className={styles.muted}>The {tickets.length} newest are listed. Find lists the others.</p>
      )}
    </Panel>
  )
}

function Rigs({ customer: { rigs } }: { customer: CompanyCustomer }) {
  if (rigs.length === 0) return null
  return (
    <Panel title="RVs" count={rigs.length}>
      <ul className={styles.list}>
        {rigs.map(rig => (
          <li key={`${rig.vin} ${rig.ticketId}`} className={styles.words}>
            <strong>{rigName(rig)}</strong>
            {rig.vin !== '' && <span className={styles.muted}>VIN {rig.vin}</span>}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

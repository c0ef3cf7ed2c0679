import { useQuery } from '@tanstack/react-query'
import { ticketAmountOf } from '#domain/billing/ticket-amount.ts'
import { dayOf, formatDayWithYear } from '#domain/lib/company-time.ts'
import { type Cents, formatMoney, NO_MONEY } from '#domain/lib/money.ts'
import { api } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { useOwnCompany } from '#web/features/bookings/desk-time-fields.tsx'
import { ticketPath } from '#web/features/tickets/ticket-path.ts'
import { TicketStateBadge } from '#web/features/tickets/ticket-state-badge.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LinkButton, TextLink } from '#web/ui/links.tsx'
import { MoneyText } from '#web/ui/numbers.tsx'
import type { CompanyCustomer } from './company-customer.ts'
import styles from './customers.module.css'

type Card = CompanyCustomer['tickets'][number]
type Amount = { readonly amount: Cents; readonly due: Cents }

/** What each ticket comes to, by its number: its invoices or, without one and while it is open, the ticket. */
function useAmounts(tickets: CompanyCustomer['tickets']): ReadonlyMap<number, Amount> {
  const mayPrice = usePermission()('money.see')
  const { data = [] } = useQuery({
    ...api.tickets.balances.queryOptions({
      input: { ticketIds: tickets.map(({ ticketId }) => ticketId).join() },
    }),
    enabled: mayPrice && tickets.length > 0,
  })
  const balanceOf = new Map(data.map(balance => [balance.ticketId, balance]))
  return new Map(
    tickets.flatMap(({ ticketId, state }) => {
      const balance = balanceOf.get(ticketId)
      if (balance === undefined) return []
      const { amount } = ticketAmountOf({ state }, balance)
      return [[ticketId, { amount, due: balance.invoiced?.due ?? NO_MONEY }] as const]
    }),
  )
}

type TicketsPanelProps = Pick<CompanyCustomer, 'tickets' | 'ticketCount'> & {
  /** What a ticket is called beside its number. */
  nameOf: (card: Card) => string
  /** What is owed altogether, of these and of others. */
  owed?: Cents | undefined
}

/** Tickets with their state and total, newest first. */
export function TicketsPanel({ tickets, ticketCount, nameOf, owed = NO_MONEY }: TicketsPanelProps) {
  const timeZone = useOwnCompany()?.timeZone ?? 'UTC'
  const amounts = useAmounts(tickets)
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
        {tickets.map(card => {
          const { ticketId, state, since } = card
          const { amount = NO_MONEY, due = NO_MONEY } = amounts.get(ticketId) ?? {}
          const path = ticketPath(state, ticketId) ?? `/service-ticket/${ticketId}`
          return (
            <li key={ticketId} className={styles.item}>
              <span className={styles.words}>
                <TextLink to={path}>
                  {ticketId} {nameOf(card)}
                </TextLink>
                <span className={styles.muted}>{formatDayWithYear(dayOf(since, timeZone))}</span>
              </span>
              <TicketStateBadge state={state} />
              {amount !== 0 && (
                <span className={styles.amount}>
                  <MoneyText amount={formatMoney(amount)} />
                  {due > 0 && (
                    <span className={styles.muted}>
                      <MoneyText amount={formatMoney(due)} /> due
                    </span>
                  )}
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

/** A new ticket or appointment with the customer and the RV of this ticket. */
export function NewVisitLinks({ after }: { after: number }) {
  const search = { from: after }
  return (
    <>
      <LinkButton to="/create-ticket" search={search}>
        New Ticket
      </LinkButton>
      <LinkButton to="/new-appointment" search={search} next>
        New Appointment
      </LinkButton>
    </>
  )
}

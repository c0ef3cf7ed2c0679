import { IconCalendarEvent, IconCalendarUser, IconClockPlay, IconHourglassHigh } from '@tabler/icons-react'
import { lazy, memo, Suspense, useState } from 'react'
import type { OpenMoneyState } from '#domain/billing/ledger.ts'
import { describeAppointment } from '#domain/bookings/appointment.ts'
import { customerLabel } from '#domain/customers/customer.ts'
import { dayOf, formatDay } from '#domain/lib/company-time.ts'
import { type Cents, formatMoney, NO_MONEY } from '#domain/lib/money.ts'
import { holdFact } from '#domain/on-hold/hold.ts'
import { isConfirmed, isRequest } from '#domain/tickets/confirmation.ts'
import { isInWork } from '#domain/tickets/ticket.ts'
import { lazyPage } from '#web/api/lazy-page.ts'
import type { TicketSummary } from '#web/api/live/apply-change.ts'
import { useLazyModule } from '#web/api/use-lazy-module.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { ANSWER_BADGES } from '#web/features/approvals/approval-badge.tsx'
import { MONEY_STATE_BADGES } from '#web/features/billing/money-state-badges.ts'
import { AppointmentLinks, BookingActions } from '#web/features/bookings/booking-actions.tsx'
import { ticketPath } from '#web/features/tickets/ticket-path.ts'
import { Card, CardFact } from '#web/ui/layout/board.tsx'
import { MoneyText } from '#web/ui/numbers.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { AssignButton } from './assign-button.tsx'
import styles from './ticket-column.module.css'

type TicketCardProps = {
  card: TicketSummary
  /** What its invoice or, without one, the ticket comes to; undefined until it is known, or without permission to see prices. */
  amount?: Cents
  /** What is owed on its invoice, likewise. */
  moneyState?: OpenMoneyState | null
  due?: Cents
  now: Date
  timeZone: string
}

/** A card of the board; renders again only when the card, its total or the minute changes. */
export const TicketCard = memo(function TicketCard(props: TicketCardProps) {
  const { card, amount, moneyState = null, due = NO_MONEY, now, timeZone } = props
  const { ticketId, state, year, make, model, technician, jobCount } = card
  const owed = moneyState && MONEY_STATE_BADGES[moneyState]
  const path = ticketPath(state, ticketId)
  // Specification 2: pending cards have no link.
  const isPending = state === 'pending'
  const jobs = jobCount === 1 ? '1 job' : `${jobCount} jobs`
  const rig = [year, make, model].filter(word => word !== '').join(' ')
  const facts = factsOf(card, dayOf(now, timeZone), timeZone)
  return (
    <Card
      title={customerLabel(card)}
      {...(path === null || isPending ? {} : { to: path })}
      aside={<RelativeTime since={card.since} now={now} />}
      line={
        <>
          <span className={styles.number}>{ticketId}</span> {rig}
        </>
      }
      {...(amount === undefined || amount === 0
        ? {}
        : { lineAside: <MoneyText amount={formatMoney(amount)} /> })}
      {...(facts.length === 0 ? {} : { facts })}
    >
      <span className={styles.technician}>{technician ?? 'No technician'}</span>
      {/* It is loaded after the card, so it has no line of its own, which would move the cards below. */}
      {owed && <CardFact words={factWords(owed.word, due)} icon={owed.icon} tone={owed.tone} />}
      <span className={styles.jobs}>{jobs}</span>
      {isInWork(card) && <LazyAssignMenu card={card} />}
      {isRequest(card) && <BookingActions ticketId={ticketId} label={customerLabel(card)} />}
      {isConfirmed(card) && path !== null && <AppointmentLinks to={path} label={customerLabel(card)} />}
    </Card>
  )
})

/** `Invoice overdue: $95.41`; beside the invoice's total. */
const factWords = (state: string, due: Cents): string =>
  `Invoice ${state.toLowerCase()}${due > 0 ? `: ${formatMoney(due)}${state === 'Partly paid' ? ' due' : ''}` : ''}`

/** The facts of a card: a running clock, the hold, the customer's answers, the appointment, and a plan for another day. */
function factsOf(card: TicketSummary, today: string, timeZone: string) {
  const { state, isClockRunning, hold, bookedDay, appointmentAt, plannedDay } = card
  const { askedCount, approvedCount, declinedCount } = card
  const isPending = state === 'pending'
  const answers = [
    ['open', askedCount],
    ['approved', approvedCount],
    ['declined', declinedCount],
  ] as const
  return [
    isClockRunning && <CardFact key="clock" words="On the clock" icon={IconClockPlay} tone="pine" />,
    hold && (
      <CardFact
        key="hold"
        words={holdFact({ ...hold, since: new Date(hold.since) }, timeZone)}
        icon={IconHourglassHigh}
        tone="amber"
      />
    ),
    ...answers.map(([answer, count]) => {
      const { word, ...style } = ANSWER_BADGES[answer]
      return count > 0 && <CardFact key={answer} words={`${count} ${word.toLowerCase()}`} {...style} />
    }),
    appointmentAt && bookedDay && (isPending || bookedDay >= today) && (
      <CardFact
        key="appointment"
        words={describeAppointment({ ...card, closeReason: null }, new Date(appointmentAt), timeZone)}
        icon={IconCalendarEvent}
        tone="slate"
      />
    ),
    plannedDay && plannedDay >= today && (
      <CardFact
        key="plan"
        words={`Planned for ${formatDay(plannedDay)}`}
        icon={IconCalendarUser}
        tone="slate"
      />
    ),
  ].filter(fact => fact !== false && fact !== null && fact !== '')
}

/** A placeholder for a card being loaded. */
export const PendingCard = () => (
  <Card title={<span className={styles.loading}>Loading…</span>} line="">
    {null}
  </Card>
)

// A board has two hundred of these, of which one is opened.
const loadAssignMenu = lazyPage(() => import('./assign-menu.tsx'))
const AssignMenu = lazy(() => loadAssignMenu().then(module => ({ default: module.AssignMenu })))
const preload = () => void loadAssignMenu().catch(() => {})

/** Reassigns a card's ticket, without leaving the board. */
function LazyAssignMenu({ card }: { card: TicketSummary }) {
  const may = usePermission()
  const [isRequested, setRequested] = useState(false)
  const { isLoading, load } = useLazyModule(loadAssignMenu)
  if (!may('ticket.assign')) return null
  const button = (
    <AssignButton
      card={card}
      aria-haspopup="menu"
      aria-expanded={false}
      aria-busy={isLoading || undefined}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => void load(() => setRequested(true))}
    />
  )
  return isRequested ? (
    <Suspense fallback={button}>
      <AssignMenu card={card} />
    </Suspense>
  ) : (
    button
  )
}

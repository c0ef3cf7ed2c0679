import {
  IconCalendarEvent,
  IconCalendarUser,
  IconCalendarX,
  IconCaravan,
  IconPlayerPause,
  IconUser,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { describePaid } from '#domain/billing/ledger.ts'
import { ticketAmountOf } from '#domain/billing/ticket-amount.ts'
import { describeAppointment } from '#domain/bookings/appointment.ts'
import { customerLabel } from '#domain/customers/customer.ts'
import { formatDay, formatWhen } from '#domain/lib/company-time.ts'
import { formatMoney, sum } from '#domain/lib/money.ts'
import { holdSentence } from '#domain/on-hold/hold.ts'
import { rigName } from '#domain/rigs/rig.ts'
import { technicianName } from '#domain/tickets/assignment.ts'
import { transitionLabel } from '#domain/tickets/state/transition.ts'
import { isInWork, plannedDayOf } from '#domain/tickets/ticket.ts'
import { useNow } from '#web/api/use-now.ts'
import { ANSWER_BADGES } from '#web/features/approvals/approval-badge.tsx'
import { TicketStateBadge } from '#web/features/tickets/ticket-state-badge.tsx'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { StateBadge } from '#web/ui/feedback/state-badge.tsx'
import { MoneyText, Numbers, TextWithAmounts } from '#web/ui/numbers.tsx'
import styles from './ticket-head.module.css'

type TicketHeadProps = {
  /** The kind of page: `Service Ticket`. */
  title: string
  ticket: TicketView
  /** Beside the state: what the ticket waits for. */
  status?: ReactNode
  /** The next step. On a phone it is at the bottom of the screen. */
  actions?: ReactNode
}

/** Whose ticket this is, how it stands, what it costs, and what comes next. */
export function TicketHead({ title, ticket, status, actions }: TicketHeadProps) {
  const { ticketId, state, customerDetails, customerRV, jobs, hold, timeZone } = ticket
  const asked = jobs.filter(({ isAsked }) => isAsked).length
  return (
    <>
      <header className={styles.head}>
        <RigImage image={customerRV.rvImage} />
        <div className={styles.words}>
          <h1 className={styles.customer}>{customerLabel(customerDetails)}</h1>
          <div className={styles.status}>
            <TicketStateBadge state={state} />
            {hold !== null && <StateBadge word="On hold" icon={IconPlayerPause} tone="amber" />}
            {asked > 0 && (
              <StateBadge
                {...ANSWER_BADGES.open}
                word={asked === 1 ? 'Waiting for 1 answer' : `Waiting for ${asked} answers`}
              />
            )}
            {status}
          </div>
        </div>
        <Total ticket={ticket} />
        {actions}
      </header>
      <p className={styles.facts}>
        <span>
          {title} <Numbers>{ticketId}</Numbers>
        </span>
        <span className={styles.rig}>{rigName(customerRV)}</span>
        {customerRV.vin !== '' && <span>VIN {customerRV.vin}</span>}
        <Technician ticket={ticket} />
        {hold !== null && <span className={styles.hold}>{holdSentence(hold, 'desk', timeZone)}</span>}
        <LastTransition ticket={ticket} />
      </p>
    </>
  )
}

const RigImage = ({ image }: { image: string | null }) => (
  <span className={styles.image} data-empty={image === null || undefined}>
    {image === null ? <IconCaravan size={26} stroke={1.5} aria-hidden /> : <img src={image} alt="" />}
  </span>
)

/** Who works on it, the appointment, and the next day that a technician is planned for, if it is another. */
function Technician({ ticket }: { ticket: TicketView }) {
  const { appointment, plannedTechs, closing, timeZone } = ticket
  const plannedDays = plannedTechs.map(({ date }) => date)
  const plannedDay = isInWork(ticket) ? plannedDayOf({ plannedDays, appointment }) : null
  const closeReason = closing?.reason ?? null
  const Icon = closeReason === 'customer' ? IconCalendarX : IconCalendarEvent
  return (
    <>
      <span className={styles.person}>
        <IconUser size={16} aria-hidden />
        {technicianName(ticket) ?? 'No technician'}
      </span>
      {/* Undefined on a ticket that an earlier version stored on a phone. */}
      {appointment && (
        <span className={styles.person}>
          <Icon size={16} aria-hidden />
          {describeAppointment({ ...ticket, closeReason }, appointment.at, timeZone)}
        </span>
      )}
      {plannedDay !== null && (
        <span className={styles.person}>
          <IconCalendarUser size={16} aria-hidden />
          Planned for {formatDay(plannedDay)}
        </span>
      )}
    </>
  )
}

/** The total, and how much of it the customer approved; nothing without permission to see prices. */
function Total({ ticket }: { ticket: TicketView }) {
  const { totals, jobs } = ticket
  if (totals === null) return null
  const approvals = jobs.flatMap(({ answer, approval }) =>
    answer === 'approved' && approval !== null ? [approval.total] : [],
  )
  const { totalBalance, invoiced } = totals
  const { amount, isInvoiced } = ticketAmountOf(ticket, totals)
  return (
    <div className={styles.total}>
      <span className={styles.label}>{isInvoiced ? 'Invoice Total' : 'Total Balance'}</span>
      <MoneyText amount={formatMoney(amount)} strong />
      <p className={styles.amounts}>
        {invoiced !== null && (
          <>
            {!isInvoiced && (
              <span>
                Invoiced <MoneyText amount={formatMoney(invoiced.total)} />
              </span>
            )}
            <TextWithAmounts text={describePaid(invoiced)} />
            {isInvoiced && (
              <span>
                Total Balance <MoneyText amount={formatMoney(totalBalance)} />
              </span>
            )}
          </>
        )}
        {approvals.length > 0 && (
          <span>
            <MoneyText amount={formatMoney(sum(approvals))} /> approved by the customer
          </span>
        )}
      </p>
    </div>
  )
}

/** Who took the ticket's last step, and when. */
function LastTransition({ ticket: { lastTransition, timeZone } }: { ticket: TicketView }) {
  const now = useNow()
  const sentence = transitionLabel(lastTransition)
  return (
    <span className={styles.transition}>
      {sentence.charAt(0).toUpperCase() + sentence.slice(1)},{' '}
      <time dateTime={lastTransition.at.toISOString()}>{formatWhen(lastTransition.at, timeZone, now)}</time>
    </span>
  )
}

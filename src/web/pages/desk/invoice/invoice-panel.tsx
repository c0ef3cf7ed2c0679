import { Button } from '@mantine/core'
import { IconFileInvoice } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { entryLabel, METHOD_LABELS } from '#domain/billing/ledger.ts'
import { dayOf, formatDate } from '#domain/lib/company-time.ts'
import { type Cents, cents, formatMoney, NO_MONEY } from '#domain/lib/money.ts'
import { client } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'
import type { InvoiceProps, TicketMoneyView } from '#web/features/billing/billing-views.ts'
import { MONEY_STATE_BADGES } from '#web/features/billing/money-state-badges.ts'
import { isOpenInvoice } from '#web/features/billing/open-invoice.ts'
import { ProposedFees } from '#web/features/billing/proposed-fees.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { StateBadge } from '#web/ui/feedback/state-badge.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { MoneyText, TextWithAmounts } from '#web/ui/numbers.tsx'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import styles from './invoice.module.css'
import { IssuedInvoice } from './issued-invoice.tsx'
import { LaborRates } from './labor-rates.tsx'
import { MoneyForms } from './money-forms.tsx'
import { PdfLink } from './pdf-link.tsx'
import { PickupDay } from './pickup-day.tsx'
import { ProposalForm } from './proposal-form.tsx'
import { useMoneyCommand } from './use-money-command.ts'
import { VoidPayment } from './void-payment.tsx'

/** A ticket's invoice: proposed, issued, and what was paid for it. */
export function InvoicePanel({ ticket, money }: InvoiceProps) {
  const { state, balance, laborRates, deposit, bookingPayment, proposal } = money
  const { fees, pickupOn, invoices, entries } = money
  const owed = invoices.filter(({ open }) => open > 0)
  const areSeveral = invoices.filter(isOpenInvoice).length > 1
  const amounts = [
    { label: owed.length === 1 ? `Due on invoice ${owed[0]?.number}` : 'Due', amount: balance.due },
    { label: 'Deposit asked for', amount: deposit?.asked ?? NO_MONEY },
    { label: 'Deposit still to come', amount: deposit?.due ?? NO_MONEY },
    { label: 'Deposit held', amount: balance.held },
    { label: 'Credit of the customer', amount: balance.credit },
  ].filter(({ amount }) => amount > 0)
  return (
    <>
      {laborRates.length > 0 && <LaborRates ticket={ticket} rates={laborRates} />}
      <Panel title="Invoice" actions={<StateBadge {...MONEY_STATE_BADGES[state]} />}>
        <div className={styles.container}>
          <div className={styles.columns}>
            <div className={styles.sections}>
              {amounts.map(({ label, amount }) => (
                <p key={label} className={styles.owed}>
                  <span>{label}</span>
                  <MoneyText amount={formatMoney(amount)} strong />
                </p>
              ))}
              {bookingPayment !== null && (
                <p className={styles.owed}>
                  <TextWithAmounts text={bookingPayment.sentence} />
                </p>
              )}
              {deposit !== null && deposit.due > 0 && (
                <WithdrawDeposit ticketId={ticket.ticketId} asked={deposit.asked} />
              )}
              <ProposedFees ticketId={ticket.ticketId} fees={fees} email={ticket.customerDetails.email} />
              {pickupOn !== null && <PickupDay ticketId={ticket.ticketId} pickupOn={pickupOn} />}
              <Entries entries={entries} ticket={ticket} />
              <MoneyForms ticket={ticket} money={money} />
              <p className={styles.choices}>
                <TextLink to="/company/billing/receivables">Receivables</TextLink>
                <TextLink to="/company/billing/day-close">Day Close</TextLink>
              </p>
            </div>
            <div className={styles.sections}>
              {invoices.map(invoice => (
                <IssuedInvoice
                  key={invoice.invoiceId}
                  ticketId={ticket.ticketId}
                  invoice={invoice}
                  withOpen={areSeveral && isOpenInvoice(invoice)}
                />
              ))}
              {proposal?.jobs === null && (
                <ProposalForm
                  key={`${ticket.ticketId} ${invoices.length}`}
                  ticketId={ticket.ticketId}
                  proposal={proposal}
                  email={ticket.customerDetails.email}
                />
              )}
              {proposal?.jobs !== null && invoices.length === 0 && ticket.state !== 'closed' && (
                <EmptyState
                  icon={IconFileInvoice}
                  sentence="No invoice yet."
                  next="It is proposed here once the ticket is finalized."
                  compact
                />
              )}
              {proposal?.jobs && (
                <BillTrip
                  ticketId={ticket.ticketId}
                  proposal={proposal}
                  email={ticket.customerDetails.email}
                />
              )}
            </div>
          </div>
        </div>
      </Panel>
    </>
  )
}

/** Bills job lines of an open ticket, and leaves it open. */
function BillTrip(props: ComponentProps<typeof ProposalForm>) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  if (isOpen) return <ProposalForm {...props} onClose={() => setOpen(false)} />
  return (
    <div className={styles.actions}>
      <Button ref={opener} onClick={() => setOpen(true)}>
        Bill Trip
      </Button>
    </div>
  )
}

/** The payment service's own number says nothing to a shop; the receipt has it. */
const isOnline = (reference: string): boolean => reference.startsWith('pi_')

type EntriesProps = { entries: TicketMoneyView['entries']; ticket: InvoiceProps['ticket'] }

function Entries({ entries, ticket }: EntriesProps) {
  if (entries.length === 0) return null
  return (
    <section aria-label="Payments">
      <h3 className={styles.title}>Payments</h3>
      <ul className={styles.list}>
        {entries.map(entry => (
          <Entry key={entry.entryId} entry={entry} ticket={ticket} />
        ))}
      </ul>
    </section>
  )
}

type EntryProps = { entry: EntriesProps['entries'][number]; ticket: EntriesProps['ticket'] }

function Entry({ entry, ticket: { ticketId, timeZone } }: EntryProps) {
  const { entryId, kind, method, amount, reference, note, cause, at, byName, isVoidable } = entry
  const label = entryLabel(entry)
  return (
    <li>
      <div className={styles.entry}>
        <span>
          {label}, {METHOD_LABELS[method].toLowerCase()}
          {reference !== '' && (isOnline(reference) ? ' online' : ` ${reference}`)}
          <span className={styles.soft}>
            {formatDate(dayOf(at, timeZone))} by {byName}
            {note !== '' && `: ${note}`}
            {cause === null && (
              <>
                {' · '}
                <PdfLink
                  ticketId={ticketId}
                  subject={{ entryId }}
                  label={`Receipt of the ${label.toLowerCase()} of ${formatMoney(amount)}`}
                />
              </>
            )}
          </span>
        </span>
        <MoneyText amount={formatMoney(kind === 'refund' ? cents(-amount) : amount)} />
      </div>
      {isVoidable && <VoidPayment ticketId={ticketId} entry={entry} />}
    </li>
  )
}

/** Stops asking for a deposit that has not come; it can be asked for again with an approval. */
function WithdrawDeposit({ ticketId, asked }: { ticketId: number; asked: Cents }) {
  const may = usePermission()
  const { run, isRunning } = useMoneyCommand(
    ticketId,
    client.billing.withdrawDeposit,
    'The customer is no longer asked for a deposit.',
    () => {},
    ({ message }) => notify.failure(message),
  )
  if (!may('approval.ask')) return null
  return (
    <div className={styles.actions}>
      <Button disabled={isRunning} onClick={ignoreDoubleClick(() => run({ ticketId, asked }))}>
        Stop Asking for the Deposit
      </Button>
    </div>
  )
}

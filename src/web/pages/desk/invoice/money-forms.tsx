import { Button } from '@mantine/core'
import type { PaymentMethod } from '#domain/billing/ledger.ts'
import { type Cents, cents, formatMoney, isWholeCents, NO_MONEY, sum } from '#domain/lib/money.ts'
import { PERCENTAGE_SCALE, percentageOf } from '#domain/lib/percentage.ts'
import { typedCents } from '#domain/lib/typed-money.ts'
import { client } from '#web/api/client.ts'
import type { InvoiceProps, TicketMoneyView } from '#web/features/billing/billing-views.ts'
import { isOpenInvoice } from '#web/features/billing/open-invoice.ts'
import { TextWithAmounts } from '#web/ui/numbers.tsx'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import { CreditNote } from './credit-note.tsx'
import styles from './invoice.module.css'
import { MoneyForm, type TypedMoney as Typed, useFormCommand } from './money-form.tsx'
import { loadInvoiceValidation } from './use-money-command.ts'

/** What may be done with a ticket's money, one form at a time. */
export function MoneyForms({ ticket, money }: InvoiceProps) {
  const { ticketId, state, customerDetails } = ticket
  const { email } = customerDetails
  const { balance, deposit, invoices, entries, mayCorrect } = money
  const uncredited = invoices.filter(isOpenInvoice)
  return (
    <div className={styles.actions}>
      {balance.due > 0 && (
        <TakePayment ticketId={ticketId} email={email} due={balance.due} fees={money.paymentFees} />
      )}
      {uncredited.length === 0 && state !== 'declined' && state !== 'closed' && (
        <TakeDeposit
          ticketId={ticketId}
          email={email}
          received={balance.received}
          asked={deposit?.due ?? NO_MONEY}
          totalBalance={ticket.totals?.totalBalance ?? NO_MONEY}
        />
      )}
      {mayCorrect && balance.received > 0 && (
        <TakeBack
          ticketId={ticketId}
          email={email}
          received={balance.received}
          credit={sum([balance.credit, balance.held])}
        />
      )}
      {mayCorrect &&
        entries.map(
          ({ entryId, refundable }) =>
            refundable !== null &&
            refundable > 0 && (
              <RefundCard
                key={entryId}
                {...{ ticketId, email, entryId, refundable }}
                received={balance.received}
              />
            ),
        )}
      {mayCorrect &&
        uncredited.map(invoice => (
          <CreditNote
            key={invoice.invoiceId}
            ticketId={ticketId}
            email={email}
            invoice={invoice}
            label={uncredited.length > 1 ? `Credit Note for ${invoice.number}` : 'Credit Note'}
          />
        ))}
    </div>
  )
}

const amountOf = ({ amount }: Typed): Cents => typedCents(amount)
const isWhole = ({ amount }: Typed): boolean => typeof amount === 'number' && isWholeCents(amount)

type TakeProps = { ticketId: number; email: string }

type TakePaymentProps = TakeProps & { due: Cents; fees: TicketMoneyView['paymentFees'] }

function TakePayment({ ticketId, email, due, fees }: TakePaymentProps) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const close = () => setOpen(false)
  const { send, isRunning } = useFormCommand(
    ticketId,
    client.billing.recordPayment,
    'Payment recorded.',
    close,
  )
  const feeOf = (method: PaymentMethod, amount: Cents): Cents => {
    const { percentage = 0 } = fees.find(each => each.method === method) ?? {}
    return percentageOf(amount, Math.round(percentage * PERCENTAGE_SCALE))
  }
  const toInput = (typed: Typed) => {
    const { method, reference, sendByEmail, withFee } = typed
    const amount = amountOf(typed)
    const fee = withFee && isWhole(typed) ? feeOf(method, amount) : NO_MONEY
    // Only sent once the question below was answered.
    const base = { ticketId, amount, method, reference, sendByEmail, due, keepAsCredit: amount > due }
    return fee === 0 ? base : { ...base, fee }
  }
  if (!isOpen)
    return (
      <Button ref={opener} variant="filled" onClick={() => setOpen(true)}>
        Take Payment
      </Button>
    )
  return (
    <MoneyForm
      label="Take Payment"
      submitLabel="Record Payment"
      email={email}
      amount={due}
      changeTo={due}
      feeOf={feeOf}
      questionOf={amount =>
        amount > due
          ? `This is ${formatMoney(cents(amount - due))} more than what is due. Keep it as credit?`
          : null
      }
      confirmLabel="Keep as Credit"
      isRunning={isRunning}
      validate={async typed => (await loadInvoiceValidation()).validatePayment(toInput(typed))}
      send={(typed, show) => send(toInput(typed), show)}
      onClose={close}
    />
  )
}

type TakeDepositProps = TakeProps & { received: Cents; asked: Cents; totalBalance: Cents }

function TakeDeposit({ ticketId, email, received, asked, totalBalance }: TakeDepositProps) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const close = () => setOpen(false)
  const { send, isRunning } = useFormCommand(
    ticketId,
    client.billing.recordDeposit,
    'Deposit recorded.',
    close,
  )
  const toInput = (typed: Typed) => {
    const { method, reference, sendByEmail } = typed
    return { ticketId, amount: amountOf(typed), method, reference, sendByEmail, received }
  }
  if (!isOpen)
    return (
      <Button ref={opener} onClick={() => setOpen(true)}>
        Take Deposit
      </Button>
    )
  return (
    <MoneyForm
      label="Take Deposit"
      submitLabel="Record Deposit"
      email={email}
      amount={asked}
      // A ticket that comes to nothing is not estimated yet.
      questionOf={amount =>
        totalBalance > 0 && amount + received > totalBalance
          ? `With this, more is paid than the ticket’s total of ${formatMoney(totalBalance)} before tax. Record it anyway?`
          : null
      }
      confirmLabel="Record Anyway"
      isRunning={isRunning}
      validate={async typed => (await loadInvoiceValidation()).validateDeposit(toInput(typed))}
      send={(typed, show) => send(toInput(typed), show)}
      onClose={close}
    />
  )
}

function TakeBack({ ticketId, email, received, credit }: TakeProps & { received: Cents; credit: Cents }) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const close = () => setOpen(false)
  const { send, isRunning } = useFormCommand(ticketId, client.billing.refund, 'Refund recorded.', close)
  const toInput = (typed: Typed) => {
    const { method, reference, reason, sendByEmail } = typed
    return { ticketId, amount: amountOf(typed), method, reference, reason, sendByEmail, received }
  }
  if (!isOpen)
    return (
      <Button ref={opener} onClick={() => setOpen(true)}>
        Refund
      </Button>
    )
  return (
    <MoneyForm
      label="Refund"
      submitLabel="Record Refund"
      email={email}
      amount={credit}
      hintOf={amount => (amount > credit ? 'What is refunded beyond the credit is due again.' : null)}
      withReason
      isRunning={isRunning}
      validate={async typed => (await loadInvoiceValidation()).validateRefund(toInput(typed))}
      send={(typed, show) => send(toInput(typed), show)}
      onClose={close}
    />
  )
}

type RefundCardProps = TakeProps & { entryId: string; refundable: Cents; received: Cents }

function RefundCard({ ticketId, email, entryId, refundable, received }: RefundCardProps) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const close = () => setOpen(false)
  const { send, isRunning } = useFormCommand(
    ticketId,
    client.billing.refundCard,
    'Refunded to the card.',
    close,
  )
  const toInput = (typed: Typed) => {
    const { reason, sendByEmail } = typed
    return { ticketId, entryId, amount: amountOf(typed), reason, sendByEmail, received }
  }
  const label = `Refund ${formatMoney(refundable)} to the Card`
  if (!isOpen)
    return (
      <Button ref={opener} onClick={() => setOpen(true)}>
        <TextWithAmounts text={label} />
      </Button>
    )
  return (
    <MoneyForm
      label="Refund to the card"
      submitLabel="Refund to the Card"
      email={email}
      amount={refundable}
      withMethod={false}
      withReason
      isRunning={isRunning}
      validate={async typed => (await loadInvoiceValidation()).validateCardRefund(toInput(typed))}
      send={(typed, show) => send(toInput(typed), show)}
      onClose={close}
    />
  )
}

import { Anchor } from '@mantine/core'
import { useEffect, useState } from 'react'
import { describeBookingPayment } from '#domain/billing/booking-payment.ts'
import { entryLabel, METHOD_LABELS } from '#domain/billing/ledger.ts'
import { wasCalledOff } from '#domain/customer-view/progress.ts'
import { dayOf, formatDate } from '#domain/lib/company-time.ts'
import { type Cents, cents, formatMoney, NO_MONEY, sum } from '#domain/lib/money.ts'
import { client } from '#web/api/client.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { isOpenInvoice } from '#web/features/billing/open-invoice.ts'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { MoneyText, TextWithAmounts } from '#web/ui/numbers.tsx'
import styles from './money-panel.module.css'
import type { TrackedTicket } from './tracked-ticket-query.ts'

type PdfLinkProps = { token: string; path: string; label: string }

const PdfLink = ({ token, path, label }: PdfLinkProps) => (
  <Anchor
    href={`/api/follow/${token}/${path}/document.pdf`}
    target="_blank"
    rel="noreferrer"
    aria-label={`PDF: ${label}`}
  >
    PDF
  </Anchor>
)

type PayByCardProps = {
  token: string
  amount: Cents
  fee: Cents
  /** How the button ends. */
  purpose: string
}

/** Leads to the payment service's own page; the customer comes back here afterwards. */
function PayByCard({ token, amount, fee, purpose }: PayByCardProps) {
  const [isLeaving, setIsLeaving] = useState(false)
  // The browser may show the page as it was left.
  useEffect(() => {
    const onShow = () => setIsLeaving(false)
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])
  const { run, isRunning } = useMutationOnce(client.customerView.pay, {
    onDone: ({ url }) => {
      setIsLeaving(true)
      location.assign(url)
    },
    onError: ({ message }) => notify.failure(message),
  })
  return (
    <div className={styles.pay}>
      <PrimaryButton
        loading={isRunning || isLeaving}
        loadingText="Opening…"
        onClick={() => run({ token, amount, ...(fee > 0 && { fee }) })}
      >
        <TextWithAmounts text={`Pay ${formatMoney(sum([amount, fee]))} ${purpose}`} />
      </PrimaryButton>
      {fee > 0 && (
        <p className={styles.soft}>
          <TextWithAmounts text={`${formatMoney(amount)} and a card fee of ${formatMoney(fee)}.`} />
        </p>
      )}
      <p className={styles.soft}>
        You pay on Stripe’s page. A payment shows here as soon as Stripe confirms it.
      </p>
    </div>
  )
}

type Money = NonNullable<TrackedTicket['money']>

/** What holds their appointment, as they agreed when booking. */
const heldByOf = ({ due, bookingPayment }: Money): Cents =>
  due > 0 ? NO_MONEY : (bookingPayment?.due ?? NO_MONEY)

/** What is to pay now: what is due, what holds the appointment, or the deposit that was asked for. */
const payableOf = (money: Money): Cents =>
  money.due > 0 ? money.due : heldByOf(money) || (money.deposit?.due ?? NO_MONEY)

/** Whether the customer has anything to pay now. */
export const isOwed = ({ money }: TrackedTicket): boolean => money !== null && payableOf(money) > 0

/** What is owed, what the company charged and the customer paid, with the PDFs; nothing while there is none of it. */
export function MoneyPanel({ token, ticket }: { token: string; ticket: TrackedTicket }) {
  const { money, timeZone } = ticket
  if (money === null) return null
  const { invoices, entries, deposit, bookingPayment, due, held, credit, charged, canPayByCard } = money
  const { cardFee, feeNotes } = money
  const owed = invoices.filter(({ open }) => open > 0)
  const areSeveral = invoices.filter(isOpenInvoice).length > 1
  const payable = payableOf(money)
  const isOfBooking = heldByOf(money) > 0
  const sums = [
    { label: owed.length === 1 ? `Due on invoice ${owed[0]?.number}` : 'Due', amount: due },
    { label: 'Deposit asked for', amount: deposit?.asked ?? NO_MONEY },
    { label: 'Deposit still to pay', amount: deposit?.due ?? NO_MONEY },
    {
      label: !wasCalledOff(ticket.progress)
        ? 'Deposit held for your invoice'
        : bookingPayment === null
          ? 'Your deposit, still held'
          : 'Held by the shop',
      amount: held,
    },
    { label: 'Your credit', amount: credit },
  ].filter(({ amount }) => amount > 0)
  const listed = invoices.map(invoice => {
    const { open, dueOn } = invoice
    const dueText = `${areSeveral ? `${formatMoney(open)} due` : 'Due'} ${formatDate(dueOn)}`
    const isPaid = areSeveral && isOpenInvoice(invoice)
    return { ...invoice, state: open > 0 ? dueText : isPaid ? 'Paid' : '' }
  })
  return (
    <Panel title="Invoice and payments">
      {sums.map(({ label, amount }) => (
        <p key={label} className={styles.row}>
          <strong>{label}</strong>
          <MoneyText amount={formatMoney(amount)} strong />
        </p>
      ))}
      {bookingPayment !== null && (
        <p className={styles.row}>
          <TextWithAmounts text={bookingPayment.sentence} />
        </p>
      )}
      {isOfBooking &&
        bookingPayment !== null &&
        describeBookingPayment(bookingPayment.terms).map(sentence => (
          <p key={sentence} className={styles.soft}>
            <TextWithAmounts text={sentence} />
          </p>
        ))}
      {feeNotes.map(note => (
        <p key={note} className={styles.soft}>
          {note}
        </p>
      ))}
      {canPayByCard && payable > 0 && (
        <PayByCard
          token={token}
          amount={payable}
          fee={due > 0 ? cardFee : NO_MONEY}
          purpose={isOfBooking ? 'to hold this appointment' : 'by card'}
        />
      )}
      <ul className={styles.list}>
        {listed.map(({ invoiceId, number, total, creditNotes, state }) => (
          <li key={invoiceId}>
            <p className={styles.row}>
              <span>
                <span>{`Invoice ${number}`}</span>
                <span className={styles.soft}>
                  {state !== '' && <TextWithAmounts text={`${state} · `} />}
                  <PdfLink token={token} path={`invoices/${invoiceId}`} label={`Invoice ${number}`} />
                </span>
              </span>
              <MoneyText amount={formatMoney(total)} />
            </p>
            {creditNotes.map(note => (
              <p key={note.invoiceId} className={styles.row}>
                <span>
                  <span>{`Credit note ${note.number}`}</span>
                  <span className={styles.soft}>
                    <PdfLink
                      token={token}
                      path={`invoices/${note.invoiceId}`}
                      label={`Credit note ${note.number}`}
                    />
                  </span>
                </span>
                <MoneyText amount={formatMoney(cents(-note.total))} />
              </p>
            ))}
          </li>
        ))}
        {entries.map(({ entryId, kind, method, amount, cause, at }) => (
          <li key={entryId} className={styles.row}>
            <span>
              <span>{`${entryLabel({ kind, cause })}, ${METHOD_LABELS[method].toLowerCase()}`}</span>
              <span className={styles.soft}>
                <span>{formatDate(dayOf(at, timeZone))}</span>
                {cause === null && (
                  <>
                    {' · '}
                    <PdfLink
                      token={token}
                      path={`payments/${entryId}`}
                      label={`Receipt of the ${entryLabel({ kind }).toLowerCase()} of ${formatMoney(amount)}`}
                    />
                  </>
                )}
              </span>
            </span>
            <MoneyText amount={formatMoney(kind === 'refund' ? amount : cents(-amount))} />
          </li>
        ))}
      </ul>
      {charged > 0 && due === 0 && <p className={styles.row}>Paid in full. Thank you!</p>}
    </Panel>
  )
}

import { formatDate } from '#domain/lib/company-time.ts'
import { cents, formatMoney } from '#domain/lib/money.ts'
import type { TicketMoneyView } from '#web/features/billing/billing-views.ts'
import { MoneyText, Totals } from '#web/ui/numbers.tsx'
import styles from './invoice.module.css'
import { PdfLink } from './pdf-link.tsx'

/** `withOpen`: beside other invoices of the ticket. */
type IssuedInvoiceProps = {
  ticketId: number
  invoice: TicketMoneyView['invoices'][number]
  withOpen: boolean
}

/** An invoice as it was issued, with what its credit notes took back and payments pay of it. */
export function IssuedInvoice({ ticketId, invoice, withOpen }: IssuedInvoiceProps) {
  const { number, payer, dueOn, issuedByName, subtotal, discounts, taxes, total, credited } = invoice
  const { creditNotes, lines, exemption, open } = invoice
  const paid = cents(total - credited - open)
  return (
    <section aria-label={`Invoice ${number}`}>
      <div className={styles.owed}>
        <h3 className={styles.title}>Invoice {number}</h3>
        <PdfLink ticketId={ticketId} subject={invoice} label={`Invoice ${number}`} />
      </div>
      <p className={styles.soft}>
        For {payer.name}. Due {formatDate(dueOn)}. Issued by {issuedByName}.
      </p>
      <details className={styles.details}>
        <summary>{lines.length === 1 ? '1 line' : `${lines.length} lines`}</summary>
        <ul className={styles.list}>
          {lines.map(line => (
            <li key={line.lineId} className={styles.entry}>
              <span>{line.description}</span>
              <MoneyText amount={formatMoney(line.amount)} />
            </li>
          ))}
        </ul>
      </details>
      <Totals
        rows={[
          { label: 'Subtotal', amount: formatMoney(subtotal) },
          ...discounts.map(({ reason, taken }, index) => ({
            label: discounts.length > 1 ? `Discount ${index + 1}` : 'Discount',
            amount: formatMoney(cents(-taken)),
            hint: reason,
          })),
          ...taxes.map(({ name, percentage, amount }) => ({
            label: `${name} ${percentage}%`,
            amount: formatMoney(amount),
          })),
          { label: 'Total', amount: formatMoney(total), strong: true },
        ]}
        notes={exemption === null ? [] : [`Tax exempt: certificate ${exemption.certificateNumber}.`]}
      />
      {creditNotes.map(note => (
        <p key={note.invoiceId} className={styles.owed}>
          <span>
            Credit note {note.number}
            <span className={styles.soft}>
              {note.reason} ·{' '}
              <PdfLink ticketId={ticketId} subject={note} label={`Credit note ${note.number}`} />
            </span>
          </span>
          <MoneyText amount={formatMoney(cents(-note.total))} />
        </p>
      ))}
      {credited > 0 && credited < total && (
        <p className={styles.owed}>
          <strong>After credit notes</strong>
          <MoneyText amount={formatMoney(cents(total - credited))} strong />
        </p>
      )}
      {withOpen && paid > 0 && (
        <p className={styles.owed}>
          <span>Paid</span>
          <MoneyText amount={formatMoney(cents(-paid))} />
        </p>
      )}
      {withOpen && (
        <p className={styles.owed}>
          <strong>Due on this invoice</strong>
          <MoneyText amount={formatMoney(open)} strong />
        </p>
      )}
    </section>
  )
}

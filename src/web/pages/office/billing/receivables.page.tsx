import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCash, IconDownload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PAGES } from '#contract/pages/page-routes.ts'
import { AGE_LABELS, AGES } from '#domain/billing/receivables.ts'
import { dayOf, formatDate, formatDayWithYear } from '#domain/lib/company-time.ts'
import { formatMoney } from '#domain/lib/money.ts'
import { api, client } from '#web/api/client.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import type { ReceivablesView } from '#web/features/billing/billing-views.ts'
import { ProposedFees } from '#web/features/billing/proposed-fees.tsx'
import { downloadCsv } from '#web/features/csv/download-csv.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { ticketPath } from '#web/features/tickets/ticket-path.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { VirtualList } from '#web/ui/lists/virtual-list.tsx'
import { MoneyText, TextWithAmounts } from '#web/ui/numbers.tsx'
import { BillingIsOff, BillingLinks } from './billing-links.tsx'
import { finalDayOf, notInvoicedCsvRowsOf, receivablesCsvRowsOf, STATE_LABELS } from './report-csv.ts'
import styles from './reports.module.css'

/** What customers owe, by how long it is overdue. */
export function ReceivablesPage() {
  const { data, error, refetch } = useQuery(api.billing.getReceivables.queryOptions())
  return (
    <Page
      title={PAGES.receivables.title}
      dense
      actions={<BillingLinks page="receivables" />}
      {...(data?.isOn && { lead: 'Days past due count from the due date, which is day 0.' })}
    >
      {data === undefined && error === null && (
        <ListSkeleton rows={4} height={64} label="Loading what is owed…" />
      )}
      {data === undefined && error !== null && <QueryError error={error} onRetry={() => void refetch()} />}
      {data?.isOn === false && <BillingIsOff />}
      {data?.isOn && (
        <div className={styles.stack}>
          {data.customers.length === 0 ? (
            <EmptyState
              icon={IconCash}
              sentence="Nothing is owed."
              next="Invoices that are not paid in full are listed here, oldest first."
            />
          ) : (
            <Receivables receivables={data} />
          )}
          {data.notInvoiced.tickets.length > 0 && <NotInvoiced receivables={data} />}
          {data.credits.length > 0 && <Credits receivables={data} />}
        </div>
      )}
    </Page>
  )
}

type Customer = ReceivablesView['customers'][number]
type OpenInvoice = Customer['invoices'][number]
type Row =
  | { readonly kind: 'customer'; readonly customer: Customer }
  | { readonly kind: 'invoice'; readonly invoice: OpenInvoice }

const ROW_HEIGHT_PX = 48

function Receivables({ receivables }: { receivables: ReceivablesView }) {
  const { totals, total, customers, isComplete } = receivables
  const rows = customers.flatMap((customer): Row[] => [
    { kind: 'customer', customer },
    ...customer.invoices.map(invoice => ({ kind: 'invoice', invoice }) as const),
  ])
  const count = rows.length - customers.length
  const rowAt = (index: number): Row => rows[index] as Row
  return (
    <>
      <dl className={styles.figures} aria-label="Owed by age">
        {AGES.map(age => (
          <div key={age} className={styles.figure} data-age={age}>
            <dt>{AGE_LABELS[age]}</dt>
            <dd>
              <MoneyText amount={formatMoney(totals[age] ?? 0)} />
            </dd>
          </div>
        ))}
        <div className={styles.figure} data-strong>
          <dt>Total owed</dt>
          <dd>
            <MoneyText amount={formatMoney(total)} />
          </dd>
        </div>
      </dl>
      {!isComplete && (
        <p className={styles.note} role="status">
          There are more open invoices. Only those of tickets due first are listed and counted here.
        </p>
      )}
      <Panel
        title="By customer"
        count={count}
        actions={
          <Button
            size="compact-sm"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() =>
              downloadCsv(`receivables-${receivables.today}.csv`, receivablesCsvRowsOf(receivables))
            }
          >
            Download CSV
          </Button>
        }
      >
        <VirtualList
          count={rows.length}
          keyOf={index => keyOfRow(rowAt(index), index)}
          renderRow={index => <ReceivableRow row={rowAt(index)} receivables={receivables} />}
          estimatedHeight={ROW_HEIGHT_PX}
          gap={0}
        />
      </Panel>
    </>
  )
}

/** Finished work without an invoice, and deposits that wait for one. */
function NotInvoiced({ receivables }: { receivables: ReceivablesView }) {
  const { notInvoiced, timeZone, today } = receivables
  const { tickets, isComplete } = notInvoiced
  const ticketAt = (index: number) => tickets[index] as NotInvoicedTicket
  return (
    <Panel
      title="Not invoiced yet"
      count={tickets.length}
      actions={
        <Button
          size="compact-sm"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => downloadCsv(`not-invoiced-${today}.csv`, notInvoicedCsvRowsOf(tickets, timeZone))}
        >
          Download CSV
        </Button>
      }
    >
      <p className={styles.note}>
        Finalized while billing was on, and tickets with a deposit. Total Balance is before tax, fees and
        discounts.
      </p>
      {!isComplete && (
        <p className={styles.note} role="status">
          There are more. Only the latest are listed here.
        </p>
      )}
      <VirtualList
        count={tickets.length}
        keyOf={index => String(ticketAt(index).ticketId)}
        renderRow={index => <NotInvoicedRow ticket={ticketAt(index)} timeZone={timeZone} />}
        estimatedHeight={ROW_HEIGHT_PX}
        gap={0}
      />
    </Panel>
  )
}

type NotInvoicedTicket = ReceivablesView['notInvoiced']['tickets'][number]

function NotInvoicedRow({ ticket, timeZone }: { ticket: NotInvoicedTicket; timeZone: string }) {
  const { ticketId, customer, state, totalBalance, held } = ticket
  const day = finalDayOf(ticket, timeZone)
  return (
    <div className={styles.invoice}>
      <TextLink to={ticketPath(state, ticketId) ?? `/service-ticket/${ticketId}`}>
        {`${customer}, ticket ${ticketId}`}
      </TextLink>
      <span className={styles.soft}>
        {STATE_LABELS[state]}
        {day !== null && ` ${formatDayWithYear(day)}`}
      </span>
      <span className={styles.age}>
        {held > 0 && <TextWithAmounts text={`${formatMoney(held)} deposit held`} />}
      </span>
      <span className={styles.due}>
        <MoneyText amount={formatMoney(totalBalance)} />
      </span>
    </div>
  )
}

/** What customers paid beyond their invoices. */
function Credits({ receivables: { credits } }: { receivables: ReceivablesView }) {
  return (
    <Panel title="Customers’ credit" count={credits.length}>
      <p className={styles.note}>Paid beyond the invoices of a ticket. Refund it on the ticket.</p>
      <ul className={styles.list}>
        {credits.map(({ ticketId, state, customer, credit }) => (
          <li key={ticketId} className={styles.line}>
            <TextLink to={ticketPath(state, ticketId) ?? `/service-ticket/${ticketId}`}>
              {`${customer}, ticket ${ticketId}`}
            </TextLink>
            <MoneyText amount={formatMoney(credit)} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const keyOfRow = (row: Row, index: number): string =>
  row.kind === 'invoice' ? row.invoice.invoiceId : `customer ${index}`

type RowProps = { row: Row; receivables: ReceivablesView }

function ReceivableRow({ row, receivables: { reminderDays, timeZone } }: RowProps) {
  if (row.kind === 'customer') {
    const { customerId, name, contact, total, invoices } = row.customer
    return (
      <div className={styles.customer}>
        <h3 className={styles.name}>
          {customerId === null ? name : <TextLink to={`/customers/${customerId}`}>{name}</TextLink>}
        </h3>
        <span className={styles.soft}>
          {invoices.length === 1 ? '1 invoice' : `${invoices.length} invoices`}
          {contact !== '' && `, ${contact}`}
        </span>
        <MoneyText amount={formatMoney(total)} strong />
      </div>
    )
  }
  const { number, ticketId, dueOn, daysPastDue, age, due, lateFees } = row.invoice
  return (
    <div className={styles.invoice}>
      {/* A ticket with an open invoice is never reopened. */}
      <TextLink to={`/completed-service-ticket/${ticketId}`}>Invoice {number}</TextLink>
      <span className={styles.soft}>Due {formatDayWithYear(dueOn)}</span>
      <span className={styles.age} data-age={age}>
        {daysPastDue > 0 && <IconAlertTriangle size={14} stroke={2.25} aria-hidden />}
        {pastDueLabel(daysPastDue)}
      </span>
      <span className={styles.due}>
        <MoneyText amount={formatMoney(due)} />
      </span>
      <ProposedFees ticketId={ticketId} fees={lateFees} />
      {reminderDays !== null && daysPastDue > 0 && <Reminders invoice={row.invoice} timeZone={timeZone} />}
    </div>
  )
}

/** What became of an invoice's reminders, and the button that stops them. */
function Reminders({ invoice, timeZone }: { invoice: OpenInvoice; timeZone: string }) {
  const queries = useQueryClient()
  const { invoiceId, number, remindedAt, reminderCount, isStopped } = invoice
  const { run, isRunning } = useMutationOnce(client.billing.setReminders, {
    onDone: () => queries.invalidateQueries({ queryKey: api.billing.getReceivables.key() }),
  })
  const sent = `${reminderCount === 1 ? '1 reminder' : `${reminderCount} reminders`} sent`
  return (
    <span className={styles.reminders}>
      {isStopped && 'Reminders stopped. '}
      {remindedAt === null
        ? 'No reminder sent.'
        : `${sent}, last ${formatDate(dayOf(remindedAt, timeZone))}.`}
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`${isStopped ? 'Resume' : 'Stop'} reminders of invoice ${number}`}
        disabled={isRunning}
        onClick={() => run({ invoiceId, areStopped: !isStopped })}
      >
        {isStopped ? 'Resume Reminders' : 'Stop Reminders'}
      </Button>
    </span>
  )
}

function pastDueLabel(days: number): string {
  if (days < 0) return 'Not due yet'
  if (days === 0) return 'Due today'
  return days === 1 ? '1 day past due' : `${days.toLocaleString('en-US')} days past due`
}

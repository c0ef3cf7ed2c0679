// What the server does with invoices in the background: it reminds customers, and forgets them after years.

import { sql } from 'kysely'
import { balanceOf, withOpenAmounts } from '#domain/billing/ledger.ts'
import { MAX_REMINDERS, REMINDER_INTERVAL_MS } from '#domain/billing/settings.ts'
import { addDays } from '#domain/lib/calendar-date.ts'
import { dayOf, formatDayWithYear } from '#domain/lib/company-time.ts'
import { type Cents, formatMoney } from '#domain/lib/money.ts'
import { overLimitSentence } from '#domain/mail/email-outcome.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import { type AcrossCompanies, listInReach } from '#server/db/cluster-nodes.ts'
import type { Database } from '#server/db/database.ts'
import type { UnitOfWork, UnitOfWorkServices } from '#server/db/unit-of-work.ts'
import { type Company, getCompany } from '#server/features/companies/store.ts'
import { type CustomerMailContext, mailedLinkUrlFor } from '#server/features/customer-links/store.ts'
import { refusesEmailOf } from '#server/features/customers/merge-store.ts'
import { findTicket, recordActivity } from '#server/features/tickets/store.ts'
import { runForEach } from '#server/jobs/run-for-each.ts'
import { emailCustomer } from '#server/mail/limited-mail.ts'
import { type Email, senderOf, toSingleLine } from '#server/mail/outbox.ts'
import { getBillingSettings, listEntries, listInvoices, type StoredInvoice } from './store.ts'

type DueReminder = {
  readonly companyId: string
  readonly ticketId: number
  readonly invoiceId: string
  readonly timeZone: string
}

async function listDueReminders(services: AcrossCompanies, now: Date): Promise<DueReminder[]> {
  const among = await listInReach(services)
  const { rows } = await sql<DueReminder>`
    select * from due_invoice_reminders(${now}, ${among}::uuid[], ${MAX_REMINDERS})`.execute(
    services.database,
  )
  return rows
}

/** Sends every reminder that is due at `now`. Rejects with the errors, after all were tried. */
export async function remindOfInvoices(
  services: UnitOfWorkServices,
  context: CustomerMailContext,
  now: Date,
): Promise<void> {
  await runForEach(
    services,
    await listDueReminders(services, now),
    now,
    (work, due) => remind(work, context, due),
    count => `${count} reminders of invoices could not be queued.`,
  )
}

/** Under the ticket's lock: paid, credited, stopped or reminded by another server since, it is left alone. */
async function remind(
  work: UnitOfWork,
  context: CustomerMailContext,
  { ticketId, invoiceId }: DueReminder,
): Promise<void> {
  const ticket = await findTicket(work, ticketId)
  const { isOn, reminderDays } = await getBillingSettings(work)
  if (ticket === null || !isOn || reminderDays === null || ticket.customerDetails.email === '') return
  const invoices = await listInvoices(work, ticketId)
  const balance = balanceOf(invoices, await listEntries(work, ticketId))
  const invoice = withOpenAmounts(invoices, balance).find(each => each.invoiceId === invoiceId)
  if (invoice === undefined || invoice.open === 0) return
  if (addDays(invoice.dueOn, reminderDays) > dayOf(work.now, work.timeZone)) return
  const before = await work
    .from('invoiceReminder')
    .select(['sentCount', 'lastSentAt', 'stoppedAt'])
    .where('invoiceId', '=', invoiceId)
    .executeTakeFirst()
  const weekAgo = new Date(work.now.getTime() - REMINDER_INTERVAL_MS)
  if (before !== undefined && (before.stoppedAt !== null || (before.lastSentAt ?? weekAgo) > weekAgo)) return
  const sentCount = (before?.sentCount ?? 0) + 1
  if (sentCount > MAX_REMINDERS || (await refusesEmailOf(work, ticketId))) return
  const email = invoiceReminderEmail(
    ticket,
    invoice,
    await getCompany(work),
    await mailedLinkUrlFor(work, context, ticket),
  )
  // Over the limit of emails it is tried again with the next run.
  if (overLimitSentence(await emailCustomer(work, context, email)) !== null) return
  const row = { invoiceId, sentCount, lastSentAt: work.now, stoppedAt: null, stoppedByName: null }
  work.upsert('invoiceReminder', row, { key: ['invoiceId'], keep: ['stoppedAt', 'stoppedByName'] })
  recordActivity(work, ticket, 'remind-payment', { invoice: invoice.number })
}

const invoiceReminderEmail = (
  { customerDetails: { firstName, email } }: Ticket,
  { number, dueOn, open }: Pick<StoredInvoice, 'number' | 'dueOn'> & { readonly open: Cents },
  company: Company,
  link: string | null,
): Email => ({
  recipient: email,
  sender: senderOf(company),
  subject: `Invoice ${toSingleLine(number)} of ${toSingleLine(company.companyName)} is overdue`,
  text: `Hello ${toSingleLine(firstName)},

Invoice ${toSingleLine(number)} was due on ${formatDayWithYear(dueOn)}. ${formatMoney(open)} is still open.
${link === null ? '' : `\nYour ticket:\n${link}\n`}
Have you paid meanwhile? Then nothing else is needed. Is something wrong with the invoice, or do you want no more
reminders? Call us, or reply to this email.

${toSingleLine(company.companyName)}
${company.companyPhone}
`,
})

/** Removes customers from invoices that were kept long enough, and ends what was kept of deleted companies. */
export async function removeOldPayers(database: Database, now: Date): Promise<void> {
  await sql`select remove_old_payers(${now})`.execute(database)
}

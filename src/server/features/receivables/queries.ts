// What customers owe the company, and what they were not invoiced for yet.

import { sql } from 'kysely'
import { may } from '#domain/account/permission.ts'
import {
  type FeeChoices,
  type FeeProposal,
  lateFeesOf,
  NO_FEE_CHOICES,
} from '#domain/billing/fee-proposals.ts'
import type { FeeTerms } from '#domain/billing/fee-rules.ts'
import { chargesLeft } from '#domain/billing/invoice.ts'
import { documentNumber, FORMER_PAYER } from '#domain/billing/issued-document.ts'
import { withOpenAmounts } from '#domain/billing/ledger.ts'
import { type OpenInvoice, receivablesOf } from '#domain/billing/receivables.ts'
import type { BillingSettings } from '#domain/billing/settings.ts'
import { isFormerCustomer } from '#domain/customers/customer.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { type Cents, NO_MONEY, sum } from '#domain/lib/money.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import { rateOf, type State } from '#domain/tickets/ticket.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { getBillingSettings, movedMoney } from '#server/features/billing/store.ts'
import { getLaborRate } from '#server/features/companies/store.ts'
import { listRecords } from '#server/features/customers/company-customer-store.ts'
import { listBalances, listTickets } from '#server/features/tickets/store.ts'
import { query } from '#server/rpc/procedures.ts'

/** More tickets with open invoices than a shop can collect. */
const MAX_OPEN_TICKETS = 5000

type ListedInvoice = OpenInvoice & {
  readonly remindedAt: Date | null
  readonly reminderCount: number
  readonly isStopped: boolean
  readonly lateFees: readonly FeeProposal[]
}

type OpenInvoiceRow = Omit<ListedInvoice, 'number' | 'customerId' | 'due' | 'lateFees'> & {
  readonly total: Cents
  readonly credited: Cents
  /** Of its ticket. */
  readonly ticketDue: Cents
  /** How many tickets have something due. */
  readonly ticketCount: number
  readonly companyCustomerId: string | null
  readonly prefix: string
  readonly number: number
  readonly firstName: string
  readonly feeTerms: FeeTerms | null
  /** Of the ticket. */
  readonly addedFees: readonly string[]
  readonly feeChoices: FeeChoices | null
}

/** The open invoices of tickets on which something is due, of those due first where there are too many. */
async function listOpenInvoices(
  work: UnitOfWork,
  { feeRules }: BillingSettings,
  today: string,
): Promise<{ invoices: readonly ListedInvoice[]; isComplete: boolean }> {
  const { companyId } = work
  const { rows } = await sql<OpenInvoiceRow>`
    select i.ticket_id, i.invoice_id, i.prefix, i.number, i.issued_on, i.due_on, i.total, credited.total as credited,
           owed.due as ticket_due, owed.ticket_count,
           i.document -> 'payer' ->> 'name' as payer_name, t.first_name, t.email, t.phone,
           t.company_customer_id, i.document -> 'feeTerms' as fee_terms, t.fee_choices,
           coalesce(fees.keys, '[]') as added_fees,
           r.last_sent_at as reminded_at, coalesce(r.sent_count, 0) as reminder_count, r.stopped_at is not null as is_stopped
    from (
      select ticket_id, sum(amount)::bigint as due, count(*) over () as ticket_count
      from (${movedMoney(work)}) as moved
      group by ticket_id having sum(amount) > 0
      order by min(due_on), ticket_id
      limit ${MAX_OPEN_TICKETS}
    ) as owed
    join invoice i on i.company_id = ${companyId} and i.ticket_id = owed.ticket_id and i.kind = 'invoice'
    join ticket t on t.company_id = i.company_id and t.ticket_id = i.ticket_id
    left join (
      select ticket_id, json_agg(fee_key) as keys from invoice
      where company_id = ${companyId} and fee_key is not null group by ticket_id
    ) as fees on fees.ticket_id = i.ticket_id
    left join invoice_reminder r on r.company_id = i.company_id and r.invoice_id = i.invoice_id
    join lateral (
      select coalesce(sum(n.total), 0)::bigint as total from invoice n
      where n.company_id = ${companyId} and n.ticket_id = i.ticket_id and n.credits_invoice_id = i.invoice_id
    ) as credited on true
    where i.total > credited.total
    order by i.ticket_id, i.number`.execute(work.database)
  const isOwner = may(work.actor, 'company.see-details')
  const records = await listRecords(work, [
    ...new Set(rows.flatMap(({ companyCustomerId }) => companyCustomerId ?? [])),
  ])
  const byTicket = new Map<number, OpenInvoiceRow[]>()
  for (const row of rows) byTicket.set(row.ticketId, [...(byTicket.get(row.ticketId) ?? []), row])
  const invoices = [...byTicket.values()]
    .flatMap(own => withOpenAmounts(own, { due: own[0]?.ticketDue ?? NO_MONEY }))
    .filter(({ open }) => open > 0)
    .map(({ prefix, number: counted, firstName, payerName, companyCustomerId, open: due, ...listed }) => {
      const { feeTerms, addedFees, feeChoices, ...row } = listed
      const isFormer = isFormerCustomer({ firstName, ...row })
      const isHidden = !isOwner && isFormer
      const number = documentNumber({ prefix, number: counted })
      const late = { ...row, number, open: due, feeTerms: feeTerms ?? undefined }
      const settled = new Set([...addedFees, ...(feeChoices ?? NO_FEE_CHOICES).dismissed])
      return {
        ...row,
        due,
        lateFees: isFormer ? [] : lateFeesOf(late, feeRules, settled, today),
        customerId: records.get(companyCustomerId ?? '')?.customerId ?? null,
        number,
        payerName: isHidden ? FORMER_PAYER.name : payerName,
      }
    })
  return { invoices, isComplete: (rows[0]?.ticketCount ?? 0) <= MAX_OPEN_TICKETS }
}

const NONE_OPEN = { invoices: [] as readonly ListedInvoice[], isComplete: true }
const NONE_NOT_INVOICED = { tickets: [], isComplete: true }

export const getReceivables = query.billing.getReceivables.handler(async ({ context: { work } }) => {
  const settings = await getBillingSettings(work)
  const { isOn, reminderDays } = settings
  const today = dayOf(work.now, work.timeZone)
  const { invoices, isComplete } = isOn ? await listOpenInvoices(work, settings, today) : NONE_OPEN
  return {
    ...{ isOn, today, timeZone: work.timeZone, isComplete, reminderDays },
    ...receivablesOf(invoices, today),
    notInvoiced: isOn ? await listNotInvoiced(work) : NONE_NOT_INVOICED,
    credits: isOn ? await listCredits(work) : [],
  }
})

// Work that nobody was invoiced for, and deposits that wait for an invoice.

/** More tickets than are read through. */
const MAX_NOT_INVOICED = 500

type Row = {
  readonly ticketId: number
  readonly state: State
  readonly since: Date
  readonly firstName: string
  readonly lastName: string
  readonly held: Cents
  /** Whether an invoice has some of it. */
  readonly isPartlyBilled: boolean
}

/** Whether ticket `t` has an invoice that was not taken back; `final`: of what was left after Finalize. */
const hasOpenInvoice = (companyId: string, which: 'any' | 'final') => sql`
  exists (
    select from invoice i
    where i.company_id = ${companyId} and i.ticket_id = t.ticket_id and i.kind = 'invoice'
      ${which === 'final' ? sql`and not i.is_partial` : sql``}
      and not exists (
        select from invoice n
        where n.company_id = ${companyId} and n.ticket_id = i.ticket_id and n.credits_invoice_id = i.invoice_id
        having sum(n.total) = i.total))`

/**
 * Whether ticket `t` was finalized while billing was on before it was turned off. What it did last counts for those that
 * were imported: their log was not.
 */
function wasFinalizedEarlier(companyId: string) {
  const periods = sql`
    jsonb_to_recordset((select earlier_periods from billing_setting where company_id = ${companyId}))
      as period("from" timestamptz, "to" timestamptz)`
  return sql`(
    exists (select from ${periods} where t.transitioned_at between period."from" and period."to")
    or t.ticket_id in (
      select l.id::integer from ${periods}
      join change_log l on l.company_id = ${companyId} and l.at between period."from" and period."to"
      where l.kind = 'ticket' and l.verb = 'ticket.finalize'))`
}

/** Whether ticket `t` may come to something. */
const hasCharges = (companyId: string) => sql`(
  exists (
    select from job
    where job.company_id = ${companyId} and job.ticket_id = t.ticket_id
      and coalesce(job.flat_price, job.clocked_hours, job.estimated_time) > 0)
  or exists (
    select from part
    where part.company_id = ${companyId} and part.ticket_id = t.ticket_id and part.per_part_amount > 0))`

async function selectNotInvoiced(work: UnitOfWork): Promise<Row[]> {
  const { companyId, database } = work
  const { rows } = await sql<Row>`
    with held as (
      select ticket_id, -sum(amount)::bigint as held
      from (${movedMoney(work)}) as moved
      group by ticket_id having sum(amount) < 0
    ), finalized as (
      select t.ticket_id from ticket t
      where t.company_id = ${companyId} and t.state in ('completed', 'recorded') and t.imported_balance is null
        and (
          t.transitioned_at >= (select turned_on_at from billing_setting where company_id = ${companyId})
          or ${wasFinalizedEarlier(companyId)})
        and not ${hasOpenInvoice(companyId, 'final')} and ${hasCharges(companyId)}
      order by t.transitioned_at desc limit ${MAX_NOT_INVOICED + 1}
    )
    select t.ticket_id, t.state, t.transitioned_at as since, t.first_name, t.last_name,
           case when billed.has_invoice then 0 else coalesce(held.held, 0) end as held, billed.has_invoice as is_partly_billed
    from (select ticket_id from held union select ticket_id from finalized) as listed
    join ticket t on t.company_id = ${companyId} and t.ticket_id = listed.ticket_id
    left join held on held.ticket_id = t.ticket_id
    cross join lateral (select ${hasOpenInvoice(companyId, 'any')} as has_invoice) as billed
    where not billed.has_invoice
      or t.ticket_id in (select ticket_id from finalized)
    order by t.transitioned_at desc, t.ticket_id
    limit ${MAX_NOT_INVOICED + 1}`.execute(database)
  return rows
}

/** Tickets that were finalized while billing was on and come to something, and those with a deposit. */
async function listNotInvoiced(work: UnitOfWork) {
  const rows = await selectNotInvoiced(work)
  const listed = rows.slice(0, MAX_NOT_INVOICED)
  const ticketIds = listed.map(({ ticketId }) => ticketId)
  const balances = ticketIds.length === 0 ? [] : await listBalances(work, ticketIds, await getLaborRate(work))
  const partlyBilled = listed.filter(({ isPartlyBilled }) => isPartlyBilled).map(({ ticketId }) => ticketId)
  const leftOf = new Map([
    ...balances.map(({ ticketId, totalBalance }) => [ticketId, totalBalance] as const),
    ...(await listTickets(work, partlyBilled)).map(
      ticket =>
        [
          ticket.ticketId,
          sum(chargesLeft(ticket, rateOf(ticket, null)).map(({ amount }) => amount)),
        ] as const,
    ),
  ])
  const tickets = listed.map(({ firstName, lastName, isPartlyBilled: _, ...row }) => ({
    ...row,
    customer: fullName({ firstName, lastName }),
    totalBalance: leftOf.get(row.ticketId) ?? NO_MONEY,
  }))
  return {
    tickets: tickets.filter(({ totalBalance, held }) => totalBalance > 0 || held > 0),
    isComplete: rows.length <= MAX_NOT_INVOICED,
  }
}

/** More tickets than a shop has credit on. */
const MAX_CREDITS = 500

type CreditRow = Pick<Row, 'ticketId' | 'state' | 'firstName' | 'lastName'> & { readonly credit: Cents }

/** The tickets whose customers paid beyond their invoices, the largest credit first. */
async function listCredits(work: UnitOfWork) {
  const { companyId, database } = work
  const { rows } = await sql<CreditRow>`
    select t.ticket_id, t.state, t.first_name, t.last_name, paid.credit
    from (
      select ticket_id, -sum(amount)::bigint as credit
      from (${movedMoney(work)}) as moved
      group by ticket_id having sum(amount) < 0
    ) as paid
    join ticket t on t.company_id = ${companyId} and t.ticket_id = paid.ticket_id
    where ${hasOpenInvoice(companyId, 'any')}
    order by paid.credit desc, t.ticket_id
    limit ${MAX_CREDITS}`.execute(database)
  return rows.map(({ firstName, lastName, ...row }) => ({
    ...row,
    customer: fullName({ firstName, lastName }).trim(),
  }))
}

// What customers owe the company, and what they were not invoiced for yet.

import { sql } from 'kysely'
import { may } from '#domain/account/permission.ts'
import { documentNumber, FORMER_PAYER } from '#domain/billing/issued-document.ts'
import { type OpenInvoice, receivablesOf } from '#domain/billing/receivables.ts'
import { isFormerCustomer } from '#domain/customers/customer.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { query } from '#server/rpc/procedures.ts'
import { listNotInvoiced } from './not-invoiced.ts'
import { getBillingSettings, movedMoney } from './store.ts'

/** More open invoices than a shop can collect. */
const MAX_OPEN_INVOICES = 5000

type ListedInvoice = OpenInvoice & {
  readonly remindedAt: Date | null
  readonly reminderCount: number
  readonly isStopped: boolean
}

type OpenInvoiceRow = Omit<ListedInvoice, 'number'> & {
  readonly prefix: string
  readonly number: number
  readonly firstName: string
}

/** The open invoices of tickets on which something is due, those due first before others. */
async function listOpenInvoices(work: UnitOfWork): Promise<ListedInvoice[]> {
  const { companyId } = work
  const { rows } = await sql<OpenInvoiceRow>`
    select i.ticket_id, i.invoice_id, i.prefix, i.number, i.issued_on, i.due_on, owed.due,
           i.document -> 'payer' ->> 'name' as payer_name, t.first_name, t.email, t.phone,
           r.last_sent_at as reminded_at, coalesce(r.sent_count, 0) as reminder_count, r.stopped_at is not null as is_stopped
    from (
      select ticket_id, sum(amount)::bigint as due
      from (${movedMoney(companyId)}) as moved
      group by ticket_id having sum(amount) > 0
    ) as owed
    join invoice i on i.company_id = ${companyId} and i.ticket_id = owed.ticket_id and i.kind = 'invoice'
    join ticket t on t.company_id = i.company_id and t.ticket_id = i.ticket_id
    left join invoice_reminder r on r.company_id = i.company_id and r.invoice_id = i.invoice_id
    where i.total > (
      select coalesce(sum(n.total), 0) from invoice n
      where n.company_id = ${companyId} and n.ticket_id = i.ticket_id and n.credits_invoice_id = i.invoice_id)
    order by i.due_on, i.number
    limit ${MAX_OPEN_INVOICES + 1}`.execute(work.database)
  const isOwner = may(work.actor, 'company.see-details')
  return rows.map(({ prefix, number, firstName, payerName, ...row }) => {
    const isHidden = !isOwner && isFormerCustomer({ firstName, ...row })
    return {
      ...row,
      number: documentNumber({ prefix, number }),
      payerName: isHidden ? FORMER_PAYER.name : payerName,
    }
  })
}

const NOTHING: readonly ListedInvoice[] = []
const NONE_NOT_INVOICED = { tickets: [], isComplete: true }

export const getReceivables = query.billing.getReceivables.handler(async ({ context: { work } }) => {
  const { isOn, reminderDays } = await getBillingSettings(work)
  const today = dayOf(work.now, work.timeZone)
  const open = isOn ? await listOpenInvoices(work) : NOTHING
  const isComplete = open.length <= MAX_OPEN_INVOICES
  return {
    ...{ isOn, today, timeZone: work.timeZone, isComplete, reminderDays },
    ...receivablesOf(open.slice(0, MAX_OPEN_INVOICES), today),
    notInvoiced: isOn ? await listNotInvoiced(work) : NONE_NOT_INVOICED,
  }
})

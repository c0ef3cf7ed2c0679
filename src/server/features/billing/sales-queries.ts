// Sales and sales tax by month, for the owner.

import { sql } from 'kysely'
import { salesByMonth, type TaxedDocument } from '#domain/billing/sales-tax.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { invalid } from '#server/lib/api-errors.ts'
import { query } from '#server/rpc/procedures.ts'
import { getBillingSettings } from './store.ts'

const MAX_MONTHS = 24
const NOTHING: readonly TaxedDocument[] = []

const monthNumber = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5))

/** The documents issued in these months, of each only what its tax is made of. */
async function listTaxedDocuments(work: UnitOfWork, from: string, to: string) {
  const { companyId } = work
  const { rows } = await sql<TaxedDocument>`
    select d.kind, d.issued_on, d.total, d.tax_total,
           coalesce(i.document, d.document) ->> 'exemption' is not null as is_exempt,
           coalesce(i.document, d.document) -> 'taxes' as taxes,
           coalesce(i.document, d.document) -> 'lines' as lines,
           case d.kind when 'credit-note' then d.document -> 'lines' else '[]' end as credited
    from invoice d
    left join invoice i on i.company_id = d.company_id and i.invoice_id = d.credits_invoice_id
    where d.company_id = ${companyId} and d.issued_on >= ${`${from}-01`}::date
      and d.issued_on < (${`${to}-01`}::date + interval '1 month')`.execute(work.database)
  return rows
}

export const getSales = query.billing.getSales.handler(async ({ input, context: { work } }) => {
  const { from, to } = input
  const count = monthNumber(to) - monthNumber(from) + 1
  if (count < 1 || count > MAX_MONTHS) throw invalid({ to: 'Choose up to 24 months.' })
  const { isOn } = await getBillingSettings(work)
  const documents = isOn ? await listTaxedDocuments(work, from, to) : NOTHING
  return { isOn, today: dayOf(work.now, work.timeZone), months: salesByMonth(documents) }
})

// Reports on what was invoiced.

import { sql } from 'kysely'
import type { Report } from '#domain/reports/report.ts'
import type { ReportDays } from '#domain/reports/report-period.ts'
import { type PartCost, partsMarginReport, type SalesDocument, salesReport } from '#domain/reports/sales.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { isBillingOn } from '#server/features/companies/store.ts'

/** The invoices and credit notes issued on these days, of each only its lines. */
async function listDocuments(work: UnitOfWork, { from, to }: ReportDays): Promise<SalesDocument[]> {
  const { companyId } = work
  const { rows } = await sql<SalesDocument>`
    select d.kind, d.ticket_id, d.issued_on, d.tax_total,
           coalesce(i.document, d.document) -> 'lines' as lines,
           case d.kind when 'credit-note' then d.document -> 'lines' else '[]' end as credited,
           array(
             select 'part-' || p.part_id from part p
             where p.company_id = ${companyId} and p.ticket_id = d.ticket_id and p.sublet is not null) as sublet_line_ids
    from invoice d
    left join invoice i on i.company_id = ${companyId} and i.invoice_id = d.credits_invoice_id
    where d.company_id = ${companyId} and d.issued_on >= ${from} and d.issued_on <= ${to}
    order by d.issued_on, d.kind desc, d.number`.execute(work.database)
  return rows
}

/**
 * What each part cost, by its line on an invoice: what came of it on purchase orders and did not go back, restocking fees,
 * what is still to come if nothing has, and what was taken from stock.
 */
async function listCosts(
  work: UnitOfWork,
  ticketIds: readonly number[],
): Promise<ReadonlyMap<string, PartCost>> {
  const { companyId } = work
  const ofTickets = sql`company_id = ${companyId} and ticket_id = any(${ticketIds}::integer[]) and part_id is not null`
  const { rows } = await sql<PartCost & { readonly partId: string }>`
    with ordered as (
      select l.part_id, l.cost, l.quantity, o.closed_at, came.quantity as received, went.quantity as returned, went.fees
      from purchase_order_line l
      join purchase_order o on o.company_id = ${companyId} and o.order_id = l.order_id
      cross join lateral (
        select coalesce(sum((receipt ->> 'quantity')::numeric), 0) as quantity
        from jsonb_array_elements(l.receipts) receipt) came
      cross join lateral (
        select coalesce(sum(quantity), 0) as quantity, coalesce(sum("restockingFee"), 0) as fees
        from jsonb_to_recordset(l.vendor_returns) as went(quantity numeric, "restockingFee" bigint, "undoneAt" bigint)
        where "undoneAt" is null) went
      where l.company_id = ${companyId} and l.ticket_id = any(${ticketIds}::integer[]) and l.part_id is not null
        and o.ordered_at is not null
    ), counted as (
      select part_id, cost * (received - returned) + fees as total, received - returned as quantity
      from ordered where received > 0
      union all
      select part_id, cost * quantity, quantity from ordered
      where closed_at is null and part_id not in (select part_id from ordered where received > 0)
      union all
      select part_id, cost * -quantity, -quantity from stock_movement where ${ofTickets} and cost is not null
    )
    select part_id, round(sum(total))::bigint as total, sum(quantity) as quantity
    from counted group by part_id having sum(quantity) > 0`.execute(work.database)
  return new Map(rows.map(({ partId, ...cost }) => [`part-${partId}`, cost]))
}

/** See `salesReport`. */
export async function loadSales(work: UnitOfWork, days: ReportDays): Promise<Report> {
  const isOn = await isBillingOn(work)
  return salesReport(isOn ? await listDocuments(work, days) : [], isOn)
}

/** See `partsMarginReport`. */
export async function loadPartsMargin(work: UnitOfWork, days: ReportDays): Promise<Report> {
  const isOn = await isBillingOn(work)
  const documents = isOn ? await listDocuments(work, days) : []
  const costs = await listCosts(work, [...new Set(documents.map(({ ticketId }) => ticketId))])
  return partsMarginReport(documents, costs, isOn)
}

// The PDF of an order. Permissions are checked first.

import type { PageSize } from '#domain/billing/settings.ts'
import { printOrder } from '#domain/purchase-orders/printed-order.ts'
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order.ts'
import type { Vendor } from '#domain/purchase-orders/vendor.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { getBillingSettings } from '#server/features/billing/store.ts'
import type { Company } from '#server/features/companies/store.ts'
import { imageIdOf } from '#server/files/file-keys.ts'
import type { BillingPdfRequest } from '#server/pdf/render-pdf.ts'

/** In the company's page size unless another is asked for. @throws Refusal for a draft. */
export async function getOrderPdf(
  work: UnitOfWork,
  order: PurchaseOrder,
  { vendor, company }: { readonly vendor: Vendor | null; readonly company: Company },
  asked: PageSize | null = null,
): Promise<BillingPdfRequest> {
  const { number, orderedAt } = order
  if (orderedAt === null) throw new Refusal([{ code: 'purchase-order.draft', number }])
  const { companyId, timeZone } = work
  const logoId = imageIdOf(company.imageURL)
  return {
    billing: printOrder({ order, orderedAt, vendor, company, timeZone }),
    pageSize: asked ?? (await getBillingSettings(work)).pageSize,
    logo: logoId === null ? null : { companyId, ticketId: null, imageId: logoId },
  }
}

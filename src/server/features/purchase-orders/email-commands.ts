// An order is emailed to its vendor.

import type { PrintedDocument } from '#domain/billing/printed-document.ts'
import { assertPlaced } from '#domain/purchase-orders/purchase-order.ts'
import type { Vendor } from '#domain/purchase-orders/vendor.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import { type Company, getCompany } from '#server/features/companies/store.ts'
import { emailCustomer } from '#server/mail/limited-mail.ts'
import { type Email, senderOf, toSingleLine } from '#server/mail/outbox.ts'
import { pdfName } from '#server/pdf/render-pdf.ts'
import { command } from '#server/rpc/procedures.ts'
import { getOrder, recordOfCompany } from './order-changes.ts'
import { getOrderPdf } from './order-pdf.ts'
import { saveOrder } from './store.ts'
import { findVendor } from './vendor-store.ts'

function orderEmail(company: Company, vendor: Vendor, { number, totals }: PrintedDocument): Email {
  const [companyName, companyPhone] = [company.companyName, company.companyPhone].map(toSingleLine)
  const account = vendor.accountNumber === '' ? '' : `Our account: ${toSingleLine(vendor.accountNumber)}\n`
  const amounts = totals.map(({ label, value }) => `${label}: ${value}`)
  return {
    recipient: vendor.email,
    sender: senderOf(company),
    subject: `Purchase order ${number} from ${companyName}`,
    text: `Hello,

Attached is our purchase order ${number}.
${account}${amounts.join('\n')}

${companyName}
${companyPhone}
`,
  }
}

export const emailPurchaseOrder = command.purchaseOrders.email.handler(
  async ({ input: { orderId }, context }) => {
    const { work } = context
    const order = await getOrder(work, orderId)
    assertPlaced(order)
    const [vendor, company] = await Promise.all([findVendor(work, order.vendorId), getCompany(work)])
    if (vendor === null || vendor.email === '')
      throw new Refusal([{ code: 'purchase-order.no-email', vendor: vendor?.name ?? 'The vendor' }])
    const pdf = await getOrderPdf(work, order, { vendor, company })
    const email = orderEmail(company, vendor, pdf.billing)
    const attachment = { fileName: `${pdfName(pdf)}.pdf`, pdf }
    const outcome = await emailCustomer(work, context, { ...email, attachment })
    if (outcome === 'posted') {
      const emailed = { emailedAt: work.now, emailedBy: work.by.name, emailedTo: vendor.email }
      saveOrder(work, { ...order, ...emailed })
    }
    if (outcome === 'posted' || outcome === 'no-mail') recordOfCompany(work, 'email-order')
    return { email: outcome }
  },
)

// A customer's money, over all of their tickets.

import { cents, sum } from '#domain/lib/money.ts'
import { isBillingOn } from '#server/features/companies/store.ts'
import { listTicketIdsOf } from '#server/features/customers/company-customer-store.ts'
import { getGroup } from '#server/features/customers/merge-store.ts'
import { listInvoiced } from '#server/features/ledger/store.ts'
import { query } from '#server/rpc/procedures.ts'
import { findExemptionOf, withExpiry } from './exemption-store.ts'

export const getMoneyOfCustomer = query.billing.getOfCustomer.handler(
  async ({ input: { customerId }, context: { work } }) => {
    const { ids } = await getGroup(work, customerId)
    const invoiced = await listInvoiced(work, await listTicketIdsOf(work, ids))
    const exemption = (await isBillingOn(work)) ? await findExemptionOf(work, ids) : null
    return {
      // What one invoice has as credit pays no other.
      owed: sum([...invoiced.values()].map(({ due }) => cents(Math.max(due, 0)))),
      exemption: exemption && withExpiry(work, exemption),
    }
  },
)

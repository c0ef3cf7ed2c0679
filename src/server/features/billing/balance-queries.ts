// What the tickets on the board come to, and what is owed of it; what a customer owes.

import { invoicedAmountsOf, openMoneyStateOf } from '#domain/billing/ledger.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { cents, sum } from '#domain/lib/money.ts'
import { getLaborRate, isBillingOn } from '#server/features/companies/store.ts'
import { listTicketIdsOf } from '#server/features/customers/company-customer-store.ts'
import { getGroup } from '#server/features/customers/merge-store.ts'
import { listInvoiced, listLedgers } from '#server/features/ledger/store.ts'
import { listBalances } from '#server/features/tickets/store.ts'
import { query } from '#server/rpc/procedures.ts'
import { findExemptionOf, withExpiry } from './exemption-store.ts'
import { getBillingSettings } from './store.ts'

export const getBalances = query.tickets.balances.handler(async ({ input, context: { work } }) => {
  const ticketIds = input.ticketIds.split(',').map(Number)
  const [laborRate, { isOn }, ledgers] = await Promise.all([
    getLaborRate(work),
    getBillingSettings(work),
    listLedgers(work, ticketIds),
  ])
  const balances = await listBalances(work, ticketIds, laborRate)
  const today = dayOf(work.now, work.timeZone)
  return balances.map(balance => {
    const ledger = isOn ? ledgers.get(balance.ticketId) : undefined
    if (ledger === undefined) return { ...balance, moneyState: null, invoiced: null }
    const { invoices, entries } = ledger
    const moneyState = openMoneyStateOf(invoices, entries, today)
    return { ...balance, moneyState, invoiced: invoicedAmountsOf(invoices, entries) }
  })
})

/** A customer's money, over all of their tickets. */
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

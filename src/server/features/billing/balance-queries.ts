// What the tickets on the board come to, and what is owed of it.

import { invoicedAmountsOf, openMoneyStateOf } from '#domain/billing/ledger.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { getLaborRate } from '#server/features/companies/store.ts'
import { listLedgers } from '#server/features/ledger/store.ts'
import { listBalances } from '#server/features/tickets/store.ts'
import { query } from '#server/rpc/procedures.ts'
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

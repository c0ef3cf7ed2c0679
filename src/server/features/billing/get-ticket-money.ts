// What a ticket's money looks like at the desk.

import { may } from '#domain/account/permission.ts'
import { chargesOf } from '#domain/billing/invoice.ts'
import { FORMER_PAYER } from '#domain/billing/issued-document.ts'
import { balanceOf, depositDue, moneyStateOf, refundableToCard } from '#domain/billing/ledger.ts'
import type { BillingSettings } from '#domain/billing/settings.ts'
import { isFormerCustomer } from '#domain/customers/customer.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { getTicket } from '#server/features/tickets/store.ts'
import { query } from '#server/rpc/procedures.ts'
import {
  findAskedDeposit,
  findOpenInvoice,
  getBillingSettings,
  listEntries,
  listInvoices,
  listTaxRates,
  type StoredInvoice,
} from './store.ts'

/** What an invoice issued now would be made of; null for a ticket that cannot be invoiced. */
async function getProposal(work: UnitOfWork, ticket: Ticket, { discountLimit }: BillingSettings) {
  const isFinal =
    ticket.state === 'completed' || (ticket.state === 'recorded' && ticket.importedBalance === null)
  if (!isFinal) return null
  const rates = await listTaxRates(work)
  return {
    lines: chargesOf(ticket, ticket.laborRate),
    taxRates: rates.filter(({ isArchived }) => !isArchived),
    discountLimit: may(work.actor, 'billing.correct') ? null : discountLimit,
  }
}

/** After a customer's details were removed, who they were is for the owner alone. */
const toView = ({ document, creditNotes, ...invoice }: StoredInvoice, isPayerHidden: boolean) => ({
  ...document,
  ...invoice,
  payer: isPayerHidden ? FORMER_PAYER : document.payer,
  creditNotes: creditNotes.map(({ document: { lines, reason, taxTotal }, ...note }) => ({
    ...note,
    lines,
    reason,
    taxTotal,
  })),
})

export const getTicketMoney = query.billing.getTicket.handler(async ({ input, context: { work } }) => {
  const ticket = await getTicket(work, input.ticketId)
  const { ticketId } = ticket
  const settings = await getBillingSettings(work)
  if (!settings.isOn)
    return {
      isOn: false,
      state: 'not-invoiced',
      balance: balanceOf([], []),
      deposit: null,
      proposal: null,
      invoices: [],
      entries: [],
    }
  const invoices = await listInvoices(work, ticketId)
  const entries = await listEntries(work, ticketId)
  const balance = balanceOf(invoices, entries)
  const isOpen = findOpenInvoice(invoices) !== undefined
  const asked = isOpen ? null : await findAskedDeposit(work, ticketId)
  const isPayerHidden = isFormerCustomer(ticket.customerDetails) && !may(work.actor, 'billing.correct')
  return {
    isOn: true,
    state: moneyStateOf(invoices, balance, dayOf(work.now, work.timeZone)),
    balance,
    deposit: asked === null ? null : { asked, due: depositDue(asked, balance) },
    proposal: !isOpen ? await getProposal(work, ticket, settings) : null,
    invoices: invoices.map(invoice => toView(invoice, isPayerHidden)),
    entries: entries.map(entry => ({ ...entry, refundable: refundableToCard(entry, entries) })),
  }
})

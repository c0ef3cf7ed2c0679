import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { PAYMENT_METHODS } from '#domain/billing/ledger.ts'
import { addDays } from '#domain/lib/calendar-date.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { bluebonnet, june } from '#server/seed/demo-accounts.ts'
import {
  byHand,
  byId,
  byLink,
  DESK,
  type Examples,
  finalized,
  type Input,
  issueInvoice,
  OFFICE,
  type Outcomes,
  OWN_DESK,
  OWN_OFFICE,
  onTicket,
  own,
  turnOnBilling,
  WITHOUT_CARDS,
} from '../../../../test/support/examples/example.ts'
import {
  CANARY,
  customerNamed,
  newcomer,
  type SecretFixtures,
} from '../../../../test/support/examples/secret-fixtures.ts'

const TAX_RATE = { name: CANARY, percentage: 7, appliesTo: ['parts' as const] }
const PAYMENT = { amount: 5, method: 'check' as const, reference: CANARY }
const BOOKS = { target: 'journal', from: '2025-01-01', to: '2027-12-31' } as const
const CLOSED_DAY = '2025-01-06'
const COUNTED_DAY = {
  day: CLOSED_DAY,
  lines: PAYMENT_METHODS.map(method => ({ method, expected: 0, counted: 0 })),
}

const issued = async (shop: SecretFixtures) => issueInvoice(shop, await shop.ticket())

const dueOn = async ({ app }: SecretFixtures, ticketId: number): Promise<number> =>
  (await app.as('dana').billing.getTicket({ ticketId })).balance.due

const deposited = async (shop: SecretFixtures, ticketId: number) => {
  await turnOnBilling(shop)
  return shop.app.as('dana').billing.recordDeposit({ ...PAYMENT, ticketId, received: 0 })
}

/** Something to export. */
async function depositOf({ app }: SecretFixtures, owner: 'dana' | 'ray'): Promise<void> {
  const { tickets, billing } = app.as(owner)
  await billing.turnOn()
  const { ticketId } = await tickets.create({ ...june, jobs: [] })
  await billing.recordDeposit({ ...PAYMENT, ticketId, received: 0 })
}

const afterTurnOn = (outcomes: Outcomes, input: Input) =>
  own(outcomes, async shop => {
    await turnOnBilling(shop)
    return input
  })

const onTaxRate = (input: Input = {}) =>
  byId(OFFICE, async shop => {
    await turnOnBilling(shop)
    const { taxRateId } = await shop.app.as('dana').billing.addTaxRate(TAX_RATE)
    return { taxRateId, ...input }
  })

const onInvoice = (input: Input = {}) =>
  byId(OFFICE, async shop => {
    const ticketId = await shop.ticket()
    const { invoiceId } = await issueInvoice(shop, ticketId)
    return { ticketId, invoiceId, ...input }
  })

const onDeposit = (input: Input = {}) =>
  byId(OFFICE, async shop => {
    const ticketId = await shop.ticket()
    const { entryId } = await deposited(shop, ticketId)
    return { ticketId, entryId, ...input }
  })

/** A finalized ticket whose RV should have been picked up 30 days ago, at $95.00 a day. */
const inStorage = (inputOf: (key: string | undefined) => Input) =>
  byId(DESK, async shop => {
    const ticketId = await shop.ticket()
    await turnOnBilling(shop)
    await finalized(shop, ticketId)
    const { database, as, now } = shop.app
    const storage = { freeDays: 0, perDay: 95 }
    const feeRules = { methods: [], late: null, storage, noShow: null, lateCancellation: null }
    await as('dana').billing.changeSettings({ feeRules })
    const pickupOn = addDays(dayOf(now, bluebonnet.timeZone), -30)
    await database
      .updateTable('ticket')
      .set({ feeChoices: JSON.stringify({ dismissed: [], pickupOn }) })
      .where('ticketId', '=', ticketId)
      .execute()
    const [fee] = (await as('dana').billing.getTicket({ ticketId })).fees
    return { ticketId, ...inputOf(fee?.key) }
  })

export const examples: Examples = {
  'billing.getSettings': own(OWN_OFFICE),
  'billing.turnOn': own(OWN_OFFICE, async ({ app }) => {
    await app.database.updateTable('billingSetting').set({ turnedOnAt: null }).execute()
    return {}
  }),
  'billing.changeSettings': afterTurnOn(OWN_OFFICE, { footText: randomUUID() }),
  // The other companies add it as well.
  'billing.addTaxRate': afterTurnOn(OWN_OFFICE, { ...TAX_RATE, name: 'Sales tax' }),
  // What asks the payment service has its tests in cards-online.test.ts.
  'billing.connectCards': byHand(WITHOUT_CARDS),
  'billing.refundCard': byHand(WITHOUT_CARDS, async ({ app }) => ({
    ticketId: await app.createTicket('rosa'),
    entryId: randomUUID(),
    ...{ amount: 1, received: 1, reason: 'Twice' },
  })),
  'customerView.pay': byLink({ amount: 1 }),
  'billing.changeTaxRate': onTaxRate(TAX_RATE),
  'billing.archiveTaxRate': onTaxRate(),
  'billing.getReceivables': own(OWN_DESK, async shop => {
    await issued(shop)
    return {}
  }),
  'billing.getOfCustomer': byId(DESK, async ({ app, ticket }) => {
    const { customerId } = await app.as('dana').tickets.get({ ticketId: await ticket() })
    return { customerId: customerId ?? '' }
  }),
  'billing.setReminders': byId(DESK, async shop => ({
    invoiceId: (await issued(shop)).invoiceId,
    areStopped: true,
  })),
  'billing.getBookkeeping': own(OWN_OFFICE),
  // Asked twice, it refuses, as nothing is left: bookkeeping.test.ts shows its isolation.
  'billing.exportBooks': byHand(OWN_OFFICE, async shop => {
    for (const owner of ['dana', 'ray'] as const) await depositOf(shop, owner)
    return BOOKS
  }),
  'billing.getBooks': byId(OFFICE, async shop => {
    await depositOf(shop, 'dana')
    const { exportId } = await shop.app.as('dana').billing.exportBooks(BOOKS)
    return { exportId }
  }),
  'billing.getDay': own(OWN_DESK, async shop => {
    await turnOnBilling(shop)
    await shop.app.as('dana').billing.closeDay({ ...COUNTED_DAY, note: CANARY })
    return { day: CLOSED_DAY }
  }),
  'billing.closeDay': afterTurnOn(OWN_DESK, COUNTED_DAY),
  'billing.getSales': own(OWN_OFFICE, async shop => {
    await issued(shop)
    return { from: '2025-01', to: '2026-12' }
  }),
  'billing.getTicket': onTicket(DESK, {}, async (shop, ticketId) => {
    await issueInvoice(shop, ticketId)
    const due = await dueOn(shop, ticketId)
    await shop.app.as('dana').billing.recordPayment({ ...PAYMENT, ticketId, due })
  }),
  'billing.issueInvoice': byId(DESK, async shop => {
    const ticketId = await shop.ticket()
    await turnOnBilling(shop)
    await finalized(shop, ticketId)
    const { totals } = await shop.app.as('dana').tickets.get({ ticketId })
    return { ticketId, expectedTotal: totals?.totalBalance }
  }),
  'billing.addFee': inStorage(key => ({ key, expectedAmount: 2850 })),
  'billing.dismissFee': inStorage(key => ({ key })),
  'billing.setPickupDay': inStorage(() => ({ pickupOn: '2030-01-01' })),
  'billing.forgetExemption': onTicket(DESK, {}, async (shop, ticketId) => {
    await turnOnBilling(shop)
    const { email, firstName, lastName } = customerNamed('June')
    const { customerId: companyCustomerId } = await shop.app.as('dana').tickets.get({ ticketId })
    await shop.app.database
      .insertInto('customerExemption')
      .values({
        ...{ companyId: shop.app.ids.dana, email, phone: '', notedAt: shop.app.now },
        ...{ customerName: `${firstName} ${lastName}`, companyCustomerId },
        ...{ certificateNumber: 'IN-77', expiresOn: '2031-01-01' },
      })
      .onConflict(same =>
        same.columns(['companyId', 'email', 'phone', 'customerName']).doUpdateSet({ companyCustomerId }),
      )
      .execute()
  }),
  'billing.issueCreditNote': onInvoice({ amount: 1, reason: CANARY }),
  invoiceDocument: onInvoice(),
  receiptDocument: onDeposit(),
  linkInvoiceDocument: byLink(),
  linkReceiptDocument: byLink(),
  'billing.recordPayment': byId(DESK, async shop => {
    const ticketId = await shop.ticket()
    await issueInvoice(shop, ticketId)
    return { ticketId, ...PAYMENT, due: await dueOn(shop, ticketId) }
  }),
  'billing.recordDeposit': onTicket(DESK, { ...PAYMENT, received: 0 }, turnOnBilling),
  'billing.refund': onTicket(OFFICE, { ...PAYMENT, received: PAYMENT.amount, reason: CANARY }, deposited),
  'billing.withdrawDeposit': onTicket(DESK, { asked: 5 }, async (shop, ticketId) => {
    await turnOnBilling(shop)
    await shop.app.as('dana').approvals.request({ ticketId, jobNumbers: [1], deposit: 5 })
  }),
  'billing.voidPayment': onDeposit({ reason: CANARY }),
  'billing.setCorrections': byId(OFFICE, async shop => {
    const { app, addSecret } = shop
    await turnOnBilling(shop)
    await app.database
      .updateTable('employee')
      .set({ correctsBilling: true })
      .where('companyId', '=', app.ids.ray)
      .execute()
    const roles = { isServiceWriter: true, isTechnician: false }
    const { id: employeeId } = await app
      .as('dana')
      .employees.register({ ...newcomer('Hal'), roles, email: `${randomUUID()}@${CANARY}.example` })
    addSecret(employeeId)
    return { employeeId, mayCorrect: true }
  }),
  'billing.turnOff': own(OWN_OFFICE, async shop => {
    await turnOnBilling(shop)
    await sql`truncate ledger_entry, invoice, invoice_reminder`.execute(shop.app.database)
    return {}
  }),
}

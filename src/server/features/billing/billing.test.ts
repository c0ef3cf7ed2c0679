import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditSentence } from '#domain/audit/audit-sentences.ts'
import { activitySentence } from '#domain/tickets/activity.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { createLinkFor, customerOfLink } from '../../../../test/support/customer-fixtures.ts'
import { dumpDatabase, refusalOf } from '../../../../test/support/database-dump.ts'
import { type Client, createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** 1.25 h at Bluebonnet's $145.00 is $181.25; a motor is $289.00, and supplies 10 % of that: $499.15. */
const TOTAL_BALANCE = 499.15

async function createFinalized(
  desk = app.as('dana'),
  email = june.customerDetails.email,
  name = {},
  customerId?: string,
) {
  const jobs = [{ problem: 'Roof leak above the bunk', estimatedTime: 1.25 }]
  const customerDetails = { ...june.customerDetails, email, ...name }
  const { ticketId } = await desk.tickets.create({ ...june, customerDetails, jobs, customerId })
  await desk.tickets.addPart({ ticketId, quantity: 1, description: 'Motor', perPartAmount: 289 })
  await desk.tickets.finalize({ ticketId })
  return ticketId
}

async function createInvoiced() {
  const ticketId = await createFinalized()
  const issued = await app.as('walt').billing.issueInvoice({ ticketId, expectedTotal: TOTAL_BALANCE })
  return { ticketId, ...issued }
}

const moneyOf = (ticketId: number) => app.as('dana').billing.getTicket({ ticketId })

describe('before a company turns billing on', () => {
  test('its tickets have no money, and every command answers with a sentence', async () => {
    const ticketId = await createFinalized()
    const { billing } = app.as('dana')
    expect(await billing.getTicket({ ticketId })).toMatchObject({
      isOn: false,
      proposal: null,
      invoices: [],
      entries: [],
    })
    const paid = { ticketId, amount: 1, method: 'cash' as const }
    const asked = [
      () => billing.changeSettings({ invoicePrefix: 'R-' }),
      () => billing.addTaxRate({ name: 'Texas', percentage: 8.25, appliesTo: ['parts'] }),
      () => billing.issueInvoice({ ticketId, expectedTotal: TOTAL_BALANCE }),
      () => billing.issueCreditNote({ ticketId, invoiceId: randomUUID(), amount: 1, reason: 'x' }),
      () => billing.recordPayment({ ...paid, due: 1 }),
      () => billing.recordDeposit({ ...paid, received: 0 }),
      () => billing.refund({ ...paid, received: 0, reason: 'x' }),
    ]
    for (const ask of asked)
      expect(await refusalOf(app.database, ask)).toBe(
        'Billing is off. The owner turns it on under Company, Billing.',
      )
    await app.as('dana').tickets.reopen({ ticketId })
  })
})

describe('once billing is on', () => {
  beforeAll(async () => {
    for (const owner of ['dana', 'ray'] as const) await app.as(owner).billing.turnOn()
    await app.as('dana').billing.changeSettings({ invoicePrefix: 'R-', paymentTermsDays: 30 })
  })

  describe('settings', () => {
    test('are the owner’s, and each change keeps what it does not name', async () => {
      const { billing } = app.as('dana')
      await billing.changeSettings({ footText: '90 days on parts.' })
      expect(await billing.getSettings()).toMatchObject({
        isOn: true,
        invoicePrefix: 'R-',
        paymentTermsDays: 30,
        footText: '90 days on parts.',
        discountLimit: null,
      })
      expect((await errorOf(app.as('walt').billing.getSettings())).code).toBe('FORBIDDEN')
    })

    test('have one default tax rate, with up to four decimals', async () => {
      const { billing } = app.as('dana')
      const rate = { appliesTo: ['parts' as const, 'supplies' as const], isDefault: true }
      await billing.addTaxRate({ ...rate, name: 'Indiana', percentage: 7 })
      const { taxRateId } = await billing.addTaxRate({ ...rate, name: 'Elkhart', percentage: 0.0125 })
      const { taxRates } = await billing.getSettings()
      expect(taxRates.map(({ name, percentage, isDefault }) => [name, percentage, isDefault])).toEqual([
        ['Elkhart', 0.0125, true],
        ['Indiana', 7, false],
      ])
      await billing.archiveTaxRate({ taxRateId })
      expect((await billing.getSettings()).taxRates.map(({ name }) => name)).toEqual(['Indiana'])
      expect(await refusalOf(app.database, () => billing.archiveTaxRate({ taxRateId }))).toBe(
        'The tax rate Elkhart was archived. Choose another one.',
      )
      expect(
        await errorOf(billing.addTaxRate({ name: 'x', percentage: 8.25001, appliesTo: ['parts'] })),
      ).toMatchObject({ fields: { percentage: 'Use no more than 4 decimal places.' } })
    })

    test('have fees by name that invoices offer, each an amount or a percentage', async () => {
      const { billing } = app.as('dana')
      const ticketId = await createFinalized()
      const feePresets = [
        { name: 'Card fee', percentage: 3 },
        { name: 'Disposal', amount: 12.5 },
      ]
      await billing.changeSettings({ feePresets })
      const offered = [
        { name: 'Card fee', percentage: 3, amount: null },
        { name: 'Disposal', percentage: null, amount: 12.5 },
      ]
      expect((await billing.getSettings()).feePresets).toEqual(offered)
      expect((await moneyOf(ticketId)).proposal?.feePresets).toEqual(offered)
      const change = (fee: object) =>
        errorOf(billing.changeSettings({ feePresets: [{ name: 'Card fee', ...fee }] }))
      for (const fee of [{}, { amount: 1, percentage: 1 }])
        expect(await change(fee)).toMatchObject({
          fields: { 'feePresets.0.amount': 'Enter an amount or a percentage.' },
        })
      await billing.changeSettings({ feePresets: [] })
      expect((await billing.getSettings()).feePresets).toEqual([])
    })

    test('refuse a next number that was used', async () => {
      await createInvoiced()
      const { nextInvoiceNumber: next } = await app.as('dana').billing.getSettings()
      const change = (nextInvoiceNumber: number) =>
        app.as('dana').billing.changeSettings({ nextInvoiceNumber })
      expect(await errorOf(change(next - 1))).toMatchObject({
        fields: { nextInvoiceNumber: `Number ${next - 1} was already used. Enter ${next} or more.` },
      })
      await change(next + 100)
      expect((await createInvoiced()).number).toBe(`R-${next + 100}`)
    })
  })

  describe('an invoice', () => {
    test('freezes lines, payer, tax and terms, whatever changes afterwards', async () => {
      const { billing } = app.as('dana')
      const { taxRateId } = await billing.addTaxRate({
        ...{ name: 'Texas', percentage: 8.25, appliesTo: ['parts', 'supplies'] },
      })
      const ticketId = await createFinalized()
      const { proposal } = await moneyOf(ticketId)
      expect(proposal?.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
        ['labor', 181.25],
        ['parts', 289],
        ['supplies', 28.9],
      ])
      // 10 % off the motor leaves $260.10 + $28.90 = $289.00, whose 8.25 % is $23.8425: $499.15 − $28.90 + $23.84.
      const { email, ...issued } = await app.as('walt').billing.issueInvoice({
        ticketId,
        taxRateIds: [taxRateId],
        discounts: [{ lineId: proposal?.lines[1]?.lineId ?? '', percentage: 10, reason: 'Scratched' }],
        fees: [{ name: 'Card fee', amount: 5 }],
        trip: { name: 'Trip, 12 miles', amount: 40 },
        expectedTotal: 539.09,
      })
      await billing.changeTaxRate({ taxRateId, name: 'Oklahoma', percentage: 4.5, appliesTo: ['parts'] })
      await billing.changeSettings({ invoicePrefix: 'S-', footText: 'Changed.' })
      const { state, balance, invoices, proposal: next } = await moneyOf(ticketId)
      expect(next).toBeNull()
      expect(state).toBe('due')
      expect(balance).toMatchObject({ charged: 539.09, due: 539.09 })
      expect(email).toBeNull()
      expect(invoices).toMatchObject([
        {
          ...issued,
          issuedByName: 'Walt Kim',
          dueOn: '2025-12-20',
          payer: { name: 'June Park' },
          taxes: [{ name: 'Texas', percentage: 8.25, base: 289, amount: 23.84 }],
          discounts: [{ reason: 'Scratched', taken: 28.9 }],
          subtotal: 544.15,
          discountTotal: 28.9,
          taxTotal: 23.84,
          total: 539.09,
          footText: '90 days on parts.',
        },
      ])
      expect(invoices[0]?.number).toMatch(/^R-/)
      await billing.changeSettings({ invoicePrefix: 'R-', footText: '90 days on parts.' })
    })

    test('is refused for another amount than it comes to now, and says which', async () => {
      const ticketId = await createFinalized()
      expect(
        await refusalOf(app.database, () =>
          app.as('dana').billing.issueInvoice({ ticketId, expectedTotal: 499.14 }),
        ),
      ).toBe('The invoice comes to $499.15 now. Check it and issue it again.')
    })

    test('keeps a certificate with the customer, who is offered it until it expires or is removed', async () => {
      const { billing } = app.as('dana')
      const { taxRateId } = await billing.addTaxRate({
        ...{ name: 'On labor', percentage: 10, appliesTo: ['labor'] },
      })
      const email = 'exempt@mail.example'
      const first = await createFinalized(app.as('dana'), 'Exempt@mail.example')
      expect((await moneyOf(first)).proposal?.exemption).toBeNull()
      const exemption = { certificateNumber: 'IN-77', expiresOn: '2025-12-31' }
      await app.as('walt').billing.issueInvoice({
        ...{ ticketId: first, taxRateIds: [taxRateId], exemption, expectedTotal: TOTAL_BALANCE },
      })
      const next = await createFinalized(app.as('dana'), email)
      const other = await createFinalized(app.as('dana'), 'other@mail.example')
      const proposed = async (ticketId: number) => (await moneyOf(ticketId)).proposal?.exemption
      const offered = { ...exemption, isExpired: false }
      expect(await proposed(next)).toEqual(offered)
      expect(await proposed(other)).toBeNull()
      await app.database
        .updateTable('customerExemption')
        .set({ expiresOn: '2025-11-19' })
        .where('email', '=', email)
        .execute()
      expect(await proposed(next)).toEqual({ ...offered, expiresOn: '2025-11-19', isExpired: true })
      await app.as('walt').billing.forgetExemption({ ticketId: next })
      expect(await proposed(next)).toBeNull()
      const [entry] = (await app.as('dana').tickets.activity({ ticketId: next })).entries
      expect(entry && activitySentence(entry)).toBe('Walt removed the customer’s tax exemption')
    })

    test('people who share an email and a phone keep certificates apart, and are offered their own only', async () => {
      const { billing } = app.as('walt')
      const email = 'front-desk@mail.example'
      const createOf = (firstName: string, lastName: string) =>
        createFinalized(app.as('dana'), email, { firstName, lastName })
      const proposed = async (ticketId: number) =>
        (await moneyOf(ticketId)).proposal?.exemption?.certificateNumber ?? null
      const issue = (ticketId: number, certificateNumber: string) =>
        billing.issueInvoice({
          ...{ ticketId, expectedTotal: TOTAL_BALANCE },
          exemption: { certificateNumber, expiresOn: '2025-12-31' },
        })
      await issue(await createOf('Zoe', 'Adler'), 'ZA-1')
      const ofBen = await createOf('Ben', 'Ochs')
      expect(await proposed(ofBen)).toBeNull()
      const removals = async (ticketId: number) =>
        (await app.as('dana').tickets.activity({ ticketId })).entries.filter(
          ({ verb }) => verb === 'ticket.forget-exemption',
        )
      // Zoe's is hers.
      await billing.forgetExemption({ ticketId: ofBen })
      expect(await removals(ofBen)).toEqual([])
      await issue(ofBen, 'BO-2')
      expect(await proposed(await createOf('BEN', 'Ochs'))).toBe('BO-2')
      const ofZoe = await createOf('Zoe', 'Adler')
      expect(await proposed(ofZoe)).toBe('ZA-1')
      await billing.forgetExemption({ ticketId: ofZoe })
      expect(await proposed(ofZoe)).toBeNull()
      expect(await removals(ofZoe)).toHaveLength(1)
      expect(await proposed(await createOf('Ben', 'Ochs'))).toBe('BO-2')
    })

    test('a certificate is of the customer with another phone, too, and of none who has their name and email', async () => {
      const { billing } = app.as('walt')
      const email = 'namesake@mail.example'
      const createOf = (phone: string, customerId?: string) =>
        createFinalized(app.as('dana'), email, { firstName: 'Ann', phone }, customerId)
      const customerOf = async (ticketId: number) =>
        (await app.as('dana').tickets.get({ ticketId })).customerId ?? ''
      const first = await createOf('574-555-0801')
      await billing.issueInvoice({
        ...{ ticketId: first, expectedTotal: TOTAL_BALANCE },
        exemption: { certificateNumber: 'ANN-1', expiresOn: '2025-12-31' },
      })
      const customerId = await customerOf(first)
      const proposed = async (ticketId: number) =>
        (await moneyOf(ticketId)).proposal?.exemption?.certificateNumber ?? null
      expect(await proposed(await createOf('574-555-0802', customerId))).toBe('ANN-1')
      const namesake = await createOf('574-555-0803')
      expect(await proposed(namesake)).toBeNull()
      const other = { customerId: await customerOf(namesake) }
      await app.as('walt').customers.merge({ ...other, into: customerId })
      expect(await proposed(namesake)).toBe('ANN-1')
      const moneyOfCustomer = () => app.as('walt').billing.getOfCustomer(other)
      expect(await moneyOfCustomer()).toMatchObject({
        owed: TOTAL_BALANCE,
        exemption: { certificateNumber: 'ANN-1', isExpired: false },
      })
      await app.as('walt').customers.separate(other)
      expect(await proposed(namesake)).toBeNull()
      expect(await moneyOfCustomer()).toEqual({ owed: 0, exemption: null })
      expect(await errorOf(app.as('ray').billing.getOfCustomer({ customerId }))).toMatchObject({
        code: 'NOT_FOUND',
      })
    })

    test('a certificate that no customer has is offered to nobody', async () => {
      const email = 'nameless@mail.example'
      const ticketId = await createFinalized(app.as('dana'), email)
      await app.database
        .insertInto('customerExemption')
        .values({
          ...{ companyId: app.ids.dana, email, phone: '', customerName: 'June Park', notedAt: app.now },
          ...{ certificateNumber: 'OLD-1', expiresOn: '2031-01-01' },
        })
        .execute()
      expect((await moneyOf(ticketId)).proposal).toMatchObject({ exemption: null })
    })

    test('is refused twice, before the ticket is finalized, and for a ticket of another company', async () => {
      const { ticketId, number } = await createInvoiced()
      const { billing } = app.as('dana')
      expect(
        await refusalOf(app.database, () => billing.issueInvoice({ ticketId, expectedTotal: TOTAL_BALANCE })),
      ).toBe(`Invoice ${number} was already issued for this ticket.`)
      const active = await app.createTicket()
      expect(
        await refusalOf(app.database, () =>
          billing.issueInvoice({ ticketId: active, expectedTotal: 181.25 }),
        ),
      ).toBe('Finalize this ticket first.')
      const finalized = await createFinalized()
      const asRival = () =>
        app.as('ray').billing.issueInvoice({ ticketId: finalized, expectedTotal: TOTAL_BALANCE })
      expect((await errorOf(asRival())).code).toBe('NOT_FOUND')
    })

    test('is refused with an archived rate, another company’s, or an expired certificate', async () => {
      const { billing } = app.as('dana')
      const rate = { name: 'Old', percentage: 5, appliesTo: ['parts' as const] }
      const { taxRateId } = await billing.addTaxRate(rate)
      const foreign = await app.as('ray').billing.addTaxRate(rate)
      const ticketId = await createFinalized()
      await billing.archiveTaxRate({ taxRateId })
      const issue = (more: object) =>
        billing.issueInvoice({ ticketId, expectedTotal: TOTAL_BALANCE, ...more })
      expect(await refusalOf(app.database, () => issue({ taxRateIds: [taxRateId] }))).toBe(
        'The tax rate Old was archived. Choose another one.',
      )
      expect(await errorOf(issue({ taxRateIds: [foreign.taxRateId] }))).toMatchObject({
        fields: { taxRateIds: 'Choose a tax rate of your company.' },
      })
      const exemption = { certificateNumber: 'TX-01', expiresOn: '2025-11-19' }
      expect(await errorOf(issue({ exemption }))).toMatchObject({
        fields: {
          'exemption.expiresOn': 'This certificate expired on Wed, Nov 19, 2025, so it exempts nothing.',
        },
      })
      const { taxRateId: current } = await billing.addTaxRate(rate)
      // Exempt: no tax, although the rate was chosen.
      await issue({ taxRateIds: [current], exemption: { ...exemption, expiresOn: '2025-11-20' } })
      expect((await moneyOf(ticketId)).invoices).toMatchObject([
        { taxes: [], total: TOTAL_BALANCE, exemption: { certificateNumber: 'TX-01' } },
      ])
    })

    test('is refused when a tax rate was changed since it was shown, and comes to the new one afterwards', async () => {
      const { billing } = app.as('dana')
      const rate = { name: 'County', percentage: 5, appliesTo: ['labor' as const] }
      const { taxRateId } = await billing.addTaxRate(rate)
      const ticketId = await createFinalized()
      await billing.changeTaxRate({ ...rate, taxRateId, percentage: 10 })
      // 5 % of $181.25 is $9.0625, and 10 % of it $18.125.
      const issue = (expectedTotal: number) =>
        billing.issueInvoice({ ticketId, taxRateIds: [taxRateId], expectedTotal })
      expect(await refusalOf(app.database, () => issue(508.21))).toBe(
        'The invoice comes to $517.28 now. Check it and issue it again.',
      )
      await issue(517.28)
    })

    test('has no negative line: neither a part, nor a fee, nor a discount', async () => {
      const { billing, tickets } = app.as('dana')
      const open = await app.createTicket()
      const part = { ticketId: open, quantity: 1, description: 'Motor', perPartAmount: -1 }
      expect(await errorOf(tickets.addPart(part))).toMatchObject({
        fields: { perPartAmount: expect.stringMatching(/0 or more/) },
      })
      const ticketId = await createFinalized()
      const expectedTotal = TOTAL_BALANCE
      const fees = [{ name: 'Card fee', amount: -1 }]
      const discounts = [{ amount: -1, reason: 'x' }]
      for (const [more, field] of [
        [{ fees }, 'fees.0.amount'],
        [{ discounts }, 'discounts.0.amount'],
        [{ trip: fees[0] }, 'trip.amount'],
      ] as const)
        expect(await errorOf(billing.issueInvoice({ ticketId, expectedTotal, ...more }))).toMatchObject({
          fields: { [field]: 'Enter 0 or more.' },
        })
      expect((await moneyOf(ticketId)).invoices).toEqual([])
    })

    test('takes no more off than a line has, nor than the owner allows a service writer', async () => {
      const ticketId = await createFinalized()
      const issue = (who: 'dana' | 'walt', amount: number) =>
        app.as(who).billing.issueInvoice({
          ticketId,
          discounts: [{ amount, reason: 'Friend' }],
          expectedTotal: Math.max(0, Math.round((TOTAL_BALANCE - amount) * 100) / 100),
        })
      expect(await refusalOf(app.database, () => issue('dana', 500))).toBe(
        'A discount of $500.00 is more than the $499.15 of the ticket.',
      )
      await app.as('dana').billing.changeSettings({ discountLimit: 50 })
      expect(await refusalOf(app.database, () => issue('walt', 50.01))).toBe(
        'You can take off up to $50.00. Ask the owner for more.',
      )
      await issue('dana', 50.01)
      expect((await moneyOf(ticketId)).balance.due).toBe(449.14)
      await app.as('dana').billing.changeSettings({ discountLimit: null })
    })

    test('cannot be changed or deleted by any request, and neither can what was paid', async () => {
      for (const table of ['invoice', 'ledger_entry'])
        for (const statement of [`update ${table} set company_id = company_id`, `delete from ${table}`]) {
          const asRole = app.database.transaction().execute(async transaction => {
            await sql`set local role rigwright_app`.execute(transaction)
            await sql.raw(statement).execute(transaction)
          })
          await expect(asRole).rejects.toThrow(/permission denied/)
        }
    })

    test('64 at once leave no gap and no twin', { timeout: 120_000 }, async () => {
      const tickets: number[] = []
      for (let each = 0; each < 64; each += 1) tickets.push(await createFinalized())
      const { nextInvoiceNumber: first } = await app.as('dana').billing.getSettings()
      // Every eighth asks for another amount, and leaves no gap either.
      const answers = await Promise.allSettled(
        [...tickets, ...tickets.slice(0, 8)].map((ticketId, index) =>
          app
            .as(index % 2 === 0 ? 'dana' : 'walt')
            .billing.issueInvoice({ ticketId, expectedTotal: index < 64 ? TOTAL_BALANCE : 1 }),
        ),
      )
      const numbers = answers.flatMap(answer =>
        answer.status === 'fulfilled' ? [Number(answer.value.number.replace('R-', ''))] : [],
      )
      expect(numbers.sort((one, other) => one - other)).toEqual(
        Array.from({ length: 64 }, (_, index) => first + index),
      )
      expect((await app.as('dana').billing.getSettings()).nextInvoiceNumber).toBe(first + 64)
      expect(app.loggedErrors).toEqual([])
    })
  })

  describe('payments', () => {
    test('pay the invoice in parts, and what is paid too much is credit', async () => {
      const { ticketId } = await createInvoiced()
      const { billing } = app.as('walt')
      await billing.recordPayment({ ticketId, amount: 200, method: 'check', reference: '1042', due: 499.15 })
      expect(await moneyOf(ticketId)).toMatchObject({ state: 'partly-paid', balance: { due: 299.15 } })
      const last = { ticketId, amount: 300, method: 'cash', due: 299.15 } as const
      expect(await refusalOf(app.database, () => billing.recordPayment(last))).toBe(
        'Only $299.15 is due. Enter that or less, or keep the rest as the customer’s credit.',
      )
      await billing.recordPayment({ ...last, keepAsCredit: true })
      const { state, balance, entries } = await moneyOf(ticketId)
      expect({ state, balance }).toMatchObject({ state: 'paid', balance: { due: 0, credit: 0.85 } })
      expect(entries).toMatchObject([
        { kind: 'payment', method: 'check', amount: 200, reference: '1042', byName: 'Walt Kim' },
        { kind: 'payment', method: 'cash', amount: 300 },
      ])
    })

    test('of a deposit are held until the invoice takes them', async () => {
      const ticketId = await app.createTicket()
      const { billing, tickets } = app.as('walt')
      await billing.recordDeposit({ ticketId, amount: 100, method: 'card', received: 0 })
      expect((await moneyOf(ticketId)).balance).toMatchObject({ held: 100, due: 0 })
      await tickets.finalize({ ticketId })
      const { number } = await billing.issueInvoice({ ticketId, expectedTotal: 181.25 })
      expect((await moneyOf(ticketId)).balance).toMatchObject({ held: 0, due: 81.25 })
      const another = () => billing.recordDeposit({ ticketId, amount: 1, method: 'card', received: 100 })
      expect(await refusalOf(app.database, another)).toBe(
        `Invoice ${number} was issued for this ticket. Take a payment instead.`,
      )
    })

    test('taken at two desks: the same payment counts once, and a second one is refused with what is due', async () => {
      const { ticketId } = await createInvoiced()
      const payment = { ticketId, amount: 499.15, method: 'cash', due: 499.15 } as const
      const key = { context: { idempotencyKey: randomUUID() } }
      const tapped = await Promise.all([
        app.as('dana').billing.recordPayment(payment, key),
        app.as('dana').billing.recordPayment(payment, key),
      ])
      expect(tapped[0]).toEqual(tapped[1])
      expect((await moneyOf(ticketId)).entries).toHaveLength(1)

      const { ticketId: other } = await createInvoiced()
      const half = { ...payment, ticketId: other, amount: 200 }
      const answers = await Promise.allSettled([
        app.as('dana').billing.recordPayment(half),
        app.as('walt').billing.recordPayment(half),
      ])
      const refused = answers.flatMap(answer =>
        answer.status === 'rejected' ? [(answer.reason as Error).message] : [],
      )
      expect(refused).toEqual(['$299.15 is due now. Check the payments and enter it again.'])
      expect((await moneyOf(other)).balance.due).toBe(299.15)
      // The credit that a desk agreed to was beyond what it saw, so the other desk's payment is no credit.
      const beyond = { ...half, amount: 299.15, due: 499.15, keepAsCredit: true }
      expect(await refusalOf(app.database, () => app.as('walt').billing.recordPayment(beyond))).toBe(
        refused[0],
      )
    })

    test('are refused when there is nothing to pay', async () => {
      const { ticketId, invoiceId, number } = await createInvoiced()
      const { billing } = app.as('dana')
      const payment = { ticketId, amount: 499.15, method: 'cash', due: 499.15 } as const
      await billing.recordPayment(payment)
      expect(await refusalOf(app.database, () => billing.recordPayment(payment))).toBe(
        `Invoice ${number} is paid. Nothing is due.`,
      )
      await billing.issueCreditNote({ ticketId, invoiceId, amount: 499.15, reason: 'Wrong customer' })
      expect(await refusalOf(app.database, () => billing.recordPayment(payment))).toBe(
        `Invoice ${number} was taken back by a credit note. Nothing is due.`,
      )
      const open = await createFinalized()
      expect(await refusalOf(app.database, () => billing.recordPayment({ ...payment, ticketId: open }))).toBe(
        'Issue the invoice first, or take a deposit.',
      )
      expect(await errorOf(billing.recordPayment({ ...payment, amount: 0 }))).toMatchObject({
        fields: { amount: 'Enter a number greater than 0.' },
      })
    })

    test('are refunded by the owner, never above what was paid', async () => {
      const { ticketId } = await createInvoiced()
      const { billing } = app.as('dana')
      const back = { ticketId, method: 'cash', reason: 'Charged twice' } as const
      expect(await refusalOf(app.database, () => billing.refund({ ...back, amount: 1, received: 0 }))).toBe(
        'Nothing was paid, so nothing can be refunded.',
      )
      await billing.recordPayment({
        ...{ ticketId, amount: 600, method: 'cash', due: 499.15, keepAsCredit: true },
      })
      expect((await errorOf(app.as('walt').billing.refund({ ...back, amount: 1, received: 600 }))).code).toBe(
        'FORBIDDEN',
      )
      expect(
        await refusalOf(app.database, () => billing.refund({ ...back, amount: 600.01, received: 600 })),
      ).toBe('Only $600.00 was paid. Refund that or less.')
      const answers = await Promise.allSettled(
        [1, 2].map(() => billing.refund({ ...back, amount: 100.85, received: 600 })),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(await moneyOf(ticketId)).toMatchObject({
        state: 'paid',
        balance: { received: 499.15, due: 0, credit: 0 },
        entries: [{ kind: 'payment' }, { kind: 'refund', note: 'Charged twice' }],
      })
    })
  })

  test('the board says what is owed, and nothing without an open invoice', async () => {
    const { ticketId, invoiceId } = await createInvoiced()
    const { billing, tickets } = app.as('dana')
    const plain = await createFinalized()
    const stateNow = async () => {
      const balances = await app.as('walt').tickets.balances({ ticketIds: `${ticketId},${plain}` })
      expect(balances.find(balance => balance.ticketId === plain)).toMatchObject({ moneyState: null })
      return balances.find(balance => balance.ticketId === ticketId)?.moneyState
    }
    expect(await stateNow()).toBe('due')
    await billing.recordPayment({ ticketId, amount: 100, method: 'cash', due: 499.15 })
    expect(await stateNow()).toBe('partly-paid')
    const backdate = (dueOn: string) =>
      app.database.updateTable('invoice').set({ dueOn }).where('invoiceId', '=', invoiceId).execute()
    await backdate('2025-11-19')
    expect(await stateNow()).toBe('overdue')
    await billing.recordPayment({ ticketId, amount: 399.15, method: 'cash', due: 399.15 })
    expect(await stateNow()).toBe('paid')
    await billing.issueCreditNote({ ticketId, invoiceId, amount: 499.15, reason: 'Wrong customer' })
    expect(await stateNow()).toBeNull()
    await tickets.reopen({ ticketId })
  })

  test('ticket, board and customer say what the invoice comes to, what was paid and what is due', async () => {
    const { ticketId } = await createInvoiced()
    const { billing, tickets } = app.as('dana')
    const token = await createLinkFor(app, ticketId)
    const { client } = await customerOfLink(app, token)
    const invoicedNow = async () => {
      const [listed] = await tickets.balances({ ticketIds: String(ticketId) })
      const { totals } = await tickets.get({ ticketId })
      const seen = (await client.customerView.get({ token })).totals
      expect([listed?.invoiced, seen.invoiced]).toEqual([totals?.invoiced, totals?.invoiced])
      expect(seen.balanceHint).toBe(totals?.balanceHint)
      return totals?.invoiced
    }
    expect(await invoicedNow()).toEqual({ total: 499.15, paid: 0, due: 499.15 })
    await billing.recordPayment({ ticketId, amount: 100, method: 'cash', due: 499.15 })
    expect(await invoicedNow()).toEqual({ total: 499.15, paid: 100, due: 399.15 })
    const plain = await createFinalized()
    expect((await tickets.get({ ticketId: plain })).totals).toMatchObject({
      invoiced: null,
      balanceHint: null,
    })
  })

  describe('a credit note', () => {
    test('takes back a line with its tax, then an amount, then nothing more', async () => {
      const { billing } = app.as('dana')
      const { taxRateId } = await billing.addTaxRate({
        ...{ name: 'Tennessee', percentage: 9.25, appliesTo: ['parts', 'labor', 'supplies'] },
      })
      const ticketId = await createFinalized()
      // 9.25 % of $499.15 is $46.171375.
      const { invoiceId, number } = await billing.issueInvoice({
        ticketId,
        taxRateIds: [taxRateId],
        expectedTotal: 545.32,
      })
      const back = { ticketId, invoiceId, reason: 'The motor came back' }
      const asWriter = app.as('walt').billing.issueCreditNote({ ...back, amount: 1 })
      expect((await errorOf(asWriter)).code).toBe('FORBIDDEN')
      // $16.7656 labor, $26.7325 motor and $2.6733 supplies: the cent left by rounding down goes to labor.
      const first = await billing.issueCreditNote({ ...back, lineIds: ['supplies'] })
      expect((await moneyOf(ticketId)).invoices).toMatchObject([
        { number, credited: 31.57, creditNotes: [{ number: first.number, total: 31.57, taxTotal: 2.67 }] },
      ])
      const { lines = [] } = (await moneyOf(ticketId)).invoices[0] ?? {}
      expect(lines.map(({ left }) => left)).toEqual([198.02, 315.73, 0])
      expect(
        await refusalOf(app.database, () => billing.issueCreditNote({ ...back, lineIds: ['supplies'] })),
      ).toBe(`Nothing is left of invoice ${number} to take back.`)
      expect(await refusalOf(app.database, () => billing.issueCreditNote({ ...back, amount: 513.76 }))).toBe(
        'Only $513.75 is left of this invoice. Take back that or less.',
      )
      await billing.issueCreditNote({ ...back, amount: 500 })
      expect(await moneyOf(ticketId)).toMatchObject({ state: 'due', balance: { charged: 13.75, due: 13.75 } })
      await billing.issueCreditNote({ ...back, amount: 13.75 })
      const { state, invoices, proposal } = await moneyOf(ticketId)
      expect(state).toBe('credited')
      expect(proposal).not.toBeNull()
      const notes = invoices[0]?.creditNotes ?? []
      expect(notes.map(note => Number(note.number.replace('CN-', '')))).toEqual(
        [0, 1, 2].map(each => Number(first.number.replace('CN-', '')) + each),
      )
      expect(Math.round(notes.reduce((all, { taxTotal }) => all + taxTotal * 100, 0))).toBe(4617)
    })

    test('comes before an invoiced ticket is reopened, and what was paid waits for the next invoice', async () => {
      const { ticketId, invoiceId, number } = await createInvoiced()
      const { billing, tickets } = app.as('dana')
      await billing.recordPayment({ ticketId, amount: 499.15, method: 'cash', due: 499.15 })
      expect(await refusalOf(app.database, () => tickets.reopen({ ticketId }))).toBe(
        `Invoice ${number} was issued for this ticket. Make a credit note for it first.`,
      )
      await billing.issueCreditNote({ ticketId, invoiceId, amount: 499.15, reason: 'More work' })
      await tickets.reopen({ ticketId })
      await tickets.addPart({ ticketId, quantity: 1, description: 'Seal', perPartAmount: 10 })
      expect((await moneyOf(ticketId)).balance).toMatchObject({ held: 499.15, due: 0 })
      await tickets.finalize({ ticketId })
      await billing.issueInvoice({ ticketId, expectedTotal: 510.15 })
      expect((await moneyOf(ticketId)).balance).toMatchObject({ held: 0, due: 11 })
    })
  })

  test('a ticket’s money is in the desk’s activity and the owner’s log, and technicians see none of it', async () => {
    const { ticketId, invoiceId, number } = await createInvoiced()
    await app.as('dana').billing.recordPayment({ ticketId, amount: 499.15, method: 'cash', due: 499.15 })
    const sentences = async (who: Client) =>
      (await who.tickets.activity({ ticketId })).entries.map(entry => activitySentence(entry))
    const { billing } = app.as('dana')
    const note = await billing.issueCreditNote({ ticketId, invoiceId, amount: 99.15, reason: 'Goodwill' })
    await billing.refund({ ticketId, amount: 99.15, method: 'check', received: 499.15, reason: 'Goodwill' })
    const expected = [
      'Dana recorded a refund of $99.15 by check',
      `Dana issued credit note ${note.number} for $99.15`,
      `Dana recorded a payment of $499.15 in cash for invoice ${number}`,
      `Walt issued invoice ${number} for $499.15`,
    ]
    expect((await sentences(app.as('walt'))).slice(0, 4)).toEqual(expected)
    const log = (await app.as('dana').audit.list({})).entries.filter(({ id }) => id === String(ticketId))
    expect(log.map(auditSentence).slice(0, 4)).toEqual(expected)
    const { rows } = await sql<{ details: string }>`
      select string_agg(detail::text, ' ') as details from change_log where id = ${String(ticketId)}`.execute(
      app.database,
    )
    expect(rows[0]?.details).not.toMatch(/amount|\$|\.15/)
    await app.database
      .updateTable('ticket')
      .set({ assignedTechnician: app.ids.rosa })
      .where('ticketId', '=', ticketId)
      .execute()
    const rosa = app.as('rosa')
    // Issuing created it.
    expect((await sentences(rosa))[0]).toBe('Walt created a customer link')
    expect((await errorOf(rosa.billing.getTicket({ ticketId }))).code).toBe('FORBIDDEN')
  })

  test('after a customer is erased, only the owner reads who an invoice was for', async () => {
    const { tickets, billing } = app.as('dana')
    const ticketId = await createFinalized(app.as('dana'), 'forget.me@mail.example')
    await billing.issueInvoice({ ticketId, expectedTotal: TOTAL_BALANCE })
    await tickets.complete({ ticketId })
    expect(await tickets.getCustomerData({ ticketId })).toMatchObject({
      customers: [{ invoices: 1 }],
    })
    await tickets.eraseCustomer({ ticketId })
    const payerFor = async (who: 'dana' | 'walt') =>
      (await app.as(who).billing.getTicket({ ticketId })).invoices[0]?.payer.name
    expect([await payerFor('dana'), await payerFor('walt')]).toEqual(['June Park', 'Former customer'])
  })

  test('turning it on again changes nothing', async () => {
    const before = await dumpDatabase(app.database)
    await app.as('dana').billing.turnOn()
    expect(await dumpDatabase(app.database)).toBe(before)
  })
})

// Refunds, voided payments, credit notes and discounts above the limit: the owner's, unless given to a service writer.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditSentence } from '#domain/audit/audit-sentences.ts'
import { activitySentence } from '#domain/tickets/activity.ts'
import { PASSWORD } from '#server/seed/demo-accounts.ts'
import { createLinkFor, customerOfLink } from '../../../../test/support/customer-fixtures.ts'
import { dumpDatabase, refusalOf } from '../../../../test/support/database-dump.ts'
import { readPdf, wordsOf } from '../../../../test/support/pdf-text.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  for (const owner of ['dana', 'ray'] as const) await app.as(owner).billing.turnOn()
})
afterAll(() => app.close())

/** 1.25 h at Bluebonnet's $145.00. */
const TOTAL = 181.25

const give = (mayCorrect: boolean) =>
  app.as('dana').billing.setCorrections({ employeeId: app.ids.walt, mayCorrect })

async function createPaid(amount = TOTAL) {
  const { billing, tickets } = app.as('dana')
  const ticketId = await app.createTicket()
  await tickets.finalize({ ticketId })
  const { invoiceId } = await billing.issueInvoice({ ticketId, expectedTotal: TOTAL })
  const { entryId } = await billing.recordPayment({
    ticketId,
    amount,
    method: 'cash',
    due: TOTAL,
    keepAsCredit: true,
  })
  return { ticketId, invoiceId, slip: { ticketId, entryId } }
}

const lastAudit = async () => {
  const [entry] = (await app.as('dana').audit.list({})).entries
  return entry && auditSentence(entry)
}

const moneyOf = (ticketId: number, who: 'dana' | 'walt' = 'dana') =>
  app.as(who).billing.getTicket({ ticketId })

describe('correcting what was billed', () => {
  test('is a service writer’s only while the owner gives it to them, and ends at once', async () => {
    const { billing } = app.as('walt')
    const { ticketId, invoiceId, slip } = await createPaid()
    const { entryId } = slip
    await app.as('dana').billing.changeSettings({ discountLimit: 5 })
    const unbilled = await app.createTicket()
    await app.as('dana').tickets.finalize({ ticketId: unbilled })
    const tries = (amount: number, received: number) => [
      () => billing.refund({ ticketId, amount, method: 'cash', received, reason: 'x' }),
      () => billing.issueCreditNote({ ticketId, invoiceId, amount, reason: 'x' }),
      () => billing.voidPayment({ ticketId, entryId, reason: 'x' }),
      () => billing.refundCard({ ticketId, entryId, amount, received, reason: 'x' }),
    ]
    const discounted = () =>
      billing.issueInvoice({
        ...{ ticketId: unbilled, expectedTotal: 171.25 },
        discounts: [{ amount: 10, reason: 'Friend' }],
      })
    const allRefused = async () => {
      // Cards are off here, which is said only to those who may.
      for (const attempt of tries(1, TOTAL).slice(0, 3))
        expect((await errorOf(attempt())).code).toBe('FORBIDDEN')
      expect(await refusalOf(app.database, discounted)).toBe(
        'You can take off up to $5.00. Ask the owner for more.',
      )
      expect((await moneyOf(ticketId, 'walt')).mayCorrect).toBe(false)
    }
    await allRefused()

    await give(true)
    expect(await lastAudit()).toBe('Dana lets Walt Kim refund and issue credit notes')
    const view = await moneyOf(ticketId, 'walt')
    expect([view.mayCorrect, view.entries[0]?.isVoidable]).toEqual([true, true])
    expect((await moneyOf(unbilled, 'walt')).proposal?.discountLimit).toBeNull()
    const [refund, creditNote] = tries(1, TOTAL)
    await refund?.()
    await creditNote?.()
    expect((await moneyOf(ticketId)).balance).toMatchObject({ charged: 180.25, received: 180.25, due: 0 })

    await give(false)
    expect(await lastAudit()).toBe('Dana no longer lets Walt Kim refund and issue credit notes')
    await allRefused()
  })

  test('is given by the owner alone, to service writers of their own', async () => {
    const { walt, rosa } = app.ids
    const asked = (who: 'walt' | 'rosa' | 'ray' | 'visitor', employeeId = walt) =>
      errorOf(app.as(who).billing.setCorrections({ employeeId, mayCorrect: true }))
    expect((await asked('walt')).code).toBe('FORBIDDEN')
    expect((await asked('rosa')).code).toBe('FORBIDDEN')
    expect((await asked('visitor')).code).toBe('UNAUTHORIZED')
    expect((await asked('ray')).code).toBe('NOT_FOUND')
    const toTechnician = () => app.as('dana').billing.setCorrections({ employeeId: rosa, mayCorrect: true })
    expect(await refusalOf(app.database, toTechnician)).toMatch(/^Rosa .* is no service writer\./)
    expect((await app.as('dana').billing.getSettings()).writers).toEqual([
      { employeeId: walt, name: 'Walt Kim', mayCorrect: false },
    ])
  })

  test('twice the same changes and logs nothing more', async () => {
    await give(true)
    const before = await dumpDatabase(app.database)
    await give(true)
    expect(await dumpDatabase(app.database)).toBe(before)
    await give(false)
  })

  test('ends with the role: who becomes a service writer again asks for it again', async () => {
    await give(true)
    const { employees } = app.as('dana')
    await employees.change({ id: app.ids.walt, roles: { isServiceWriter: false, isTechnician: true } })
    expect((await app.as('dana').billing.getSettings()).writers).toEqual([])
    await employees.change({ id: app.ids.walt, roles: { isServiceWriter: true, isTechnician: false } })
    expect((await app.as('dana').billing.getSettings()).writers).toMatchObject([{ mayCorrect: false }])
  })

  test('ends with the account: who is reactivated asks for it again', async () => {
    const { employees, billing } = app.as('dana')
    const details = {
      firstName: 'Ola',
      lastName: 'Moss',
      email: 'ola@bluebonnet.example',
      licenseNumber: 'IN-1',
    }
    const roles = { isServiceWriter: true, isTechnician: false }
    const { id } = await employees.register({
      ...details,
      phone: '(574) 555-0188',
      password: PASSWORD,
      roles,
    })
    await billing.setCorrections({ employeeId: id, mayCorrect: true })
    await employees.deactivate({ id })
    await employees.reactivate({ id })
    expect((await billing.getSettings()).writers).toContainEqual({
      ...{ employeeId: id, name: 'Ola Moss', mayCorrect: false },
    })
    await employees.deactivate({ id })
  })

  test('of one writer at the moment it is taken back is done wholly or not at all', async () => {
    for (let round = 0; round < 4; round += 1) {
      await give(true)
      const { ticketId } = await createPaid()
      const [refund] = await Promise.allSettled([
        app.as('walt').billing.refund({ ticketId, amount: 1, method: 'cash', received: TOTAL, reason: 'x' }),
        give(false),
      ])
      const { received } = (await moneyOf(ticketId)).balance
      expect(received).toBe(refund.status === 'fulfilled' ? 180.25 : TOTAL)
      const late = app
        .as('walt')
        .billing.refund({ ticketId, amount: 1, method: 'cash', received, reason: 'x' })
      expect((await errorOf(late)).code).toBe('FORBIDDEN')
    }
  })
})

describe('a voided payment', () => {
  test('is a refund of all of it that names it, and the original stays as it was', async () => {
    const { ticketId, slip } = await createPaid(200)
    const { entryId } = slip
    const rowOf = (id: string) =>
      app.database.selectFrom('ledgerEntry').selectAll().where('entryId', '=', id).executeTakeFirstOrThrow()
    const before = await rowOf(entryId)
    const { entryId: voidId } = await app
      .as('dana')
      .billing.voidPayment({ ticketId, entryId, reason: 'Wrong ticket' })
    expect(await rowOf(entryId)).toEqual(before)
    expect(await rowOf(voidId)).toMatchObject({
      ...{ kind: 'refund', voidsEntryId: entryId, amount: before.amount, method: 'cash' },
      ...{ invoiceId: before.invoiceId, note: 'Wrong ticket', byName: 'Dana Reyes' },
    })
    const { state, balance, entries } = await moneyOf(ticketId)
    expect({ state, balance }).toMatchObject({
      state: 'due',
      balance: { received: 0, due: TOTAL, credit: 0 },
    })
    expect(entries.map(({ isVoidable, voidsEntryId }) => [isVoidable, voidsEntryId])).toEqual([
      [false, null],
      [false, entryId],
    ])
    const [activity] = (await app.as('walt').tickets.activity({ ticketId })).entries
    expect(activity && activitySentence(activity)).toBe(
      'Dana voided a payment of $200.00 in cash that was recorded by mistake',
    )
  })

  test('counts as never taken when the day is closed', async () => {
    const cash = async () =>
      (await app.as('dana').billing.getDay({})).totals.find(({ method }) => method === 'cash')
    const before = await cash()
    const { slip } = await createPaid()
    await app.as('dana').billing.voidPayment({ ...slip, reason: 'Slip' })
    expect(await cash()).toEqual(before)
  })

  test('leaves the customer’s page and papers, and the next receipt', async () => {
    const { ticketId, invoiceId, slip } = await createPaid(50)
    const { billing } = app.as('dana')
    const token = await createLinkFor(app, ticketId)
    const { client, cookie } = await customerOfLink(app, token)
    const { entryId } = await billing.recordPayment({ ticketId, amount: 30, method: 'card', due: 131.25 })
    expect((await client.customerView.get({ token })).money?.entries).toHaveLength(2)
    await billing.voidPayment({ ...slip, reason: 'Wrong ticket' })
    const { money } = await client.customerView.get({ token })
    expect(money).toMatchObject({ received: 30, due: 151.25, entries: [{ entryId, amount: 30 }] })
    const printed = async (path: string) => {
      const answer = await app.fetch(`/api/tickets/${ticketId}/${path}/document.pdf`, { as: 'dana' })
      return wordsOf(readPdf(new Uint8Array(await answer.arrayBuffer())))
    }
    const invoice = await printed(`invoices/${invoiceId}`)
    expect(invoice).not.toContain('50.00')
    expect(invoice).toContain('151.25')
    const receipt = await printed(`payments/${entryId}`)
    expect(receipt).toContain('151.25')
    expect(receipt).not.toContain('80.00')
    const statusOf = async (id: string) =>
      (await app.fetch(`/api/follow/${token}/payments/${id}/document.pdf`, { headers: { cookie } })).status
    expect(await statusOf(entryId)).toBe(200)
    expect(await statusOf(slip.entryId)).toBe(404)
    // A ticket with nothing but a slip has no money for its customer.
    const other = await app.createTicket()
    const deposit = await billing.recordDeposit({
      ...{ ticketId: other, amount: 20, method: 'cash', received: 0 },
    })
    await billing.voidPayment({ ticketId: other, entryId: deposit.entryId, reason: 'Slip' })
    const otherToken = await createLinkFor(app, other)
    const otherCustomer = await customerOfLink(app, otherToken)
    expect((await otherCustomer.client.customerView.get({ token: otherToken })).money).toBeNull()
  })

  test('is refused twice, also at two desks at once, after a refund, and on the next day', async () => {
    const { billing } = app.as('dana')
    const { slip } = await createPaid()
    const attempt = () => billing.voidPayment({ ...slip, reason: 'x' })
    const answers = await Promise.allSettled([attempt(), attempt()])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await refusalOf(app.database, attempt)).toBe('This payment was voided already.')

    const { slip: refunded } = await createPaid()
    await billing.refund({
      ...{ ticketId: refunded.ticketId, amount: 1, method: 'cash', received: TOTAL, reason: 'x' },
    })
    expect(await refusalOf(app.database, () => billing.voidPayment({ ...refunded, reason: 'x' }))).toBe(
      'Only $180.25 is left of what was paid, because money was refunded. Refund that instead.',
    )
    const { entries } = await moneyOf(refunded.ticketId)
    const refundId = entries[1]?.entryId ?? ''
    expect(
      await refusalOf(app.database, () =>
        billing.voidPayment({ ...refunded, entryId: refundId, reason: 'x' }),
      ),
    ).toBe('Only payments and deposits that were recorded by hand can be voided.')

    const { slip: earlier } = await createPaid()
    const today = app.now
    app.now = new Date(today.getTime() + 24 * 60 * 60 * 1000)
    expect(await refusalOf(app.database, () => billing.voidPayment({ ...earlier, reason: 'x' }))).toBe(
      'This was recorded on Nov 20. Only today’s payments can be voided: refund it instead.',
    )
    app.now = today
    const wordless = await errorOf(billing.voidPayment({ ...earlier, reason: ' ' }))
    expect(wordless).toMatchObject({ fields: { reason: 'Required.' } })
    const unknown = billing.voidPayment({ ...earlier, entryId: randomUUID(), reason: 'x' })
    expect((await errorOf(unknown)).code).toBe('NOT_FOUND')
    expect((await errorOf(app.as('ray').billing.voidPayment({ ...earlier, reason: 'x' }))).code).toBe(
      'NOT_FOUND',
    )
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { activitySentence } from '#domain/tickets/activity.ts'
import { CLOSE_REASONS, isEmailExpected } from '#domain/tickets/closing.ts'
import { createFakeTransport } from '#server/mail/mail-transport.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { createLinkedTicket } from '../../../../test/support/customer-fixtures.ts'
import { dumpDatabase } from '../../../../test/support/database-dump.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

const mailTransport = createFakeTransport(true)

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ mailTransport })
})
afterAll(() => app.close())
beforeEach(() => {
  app.now = new Date('2025-11-20T19:14:00Z')
})

const getTicket = (ticketId: number) => app.as('dana').tickets.get({ ticketId })
const counts = async () => {
  const { pending, active, approval, completed } = await app.as('dana').tickets.board()
  return [pending.total, active.total, approval.total, completed.total]
}
const cardOf = async (ticketId: number) =>
  (await app.as('dana').tickets.list({ q: String(ticketId) })).cards.find(card => card.ticketId === ticketId)
const closedEmails = (ticketId: number) =>
  mailTransport.sent.filter(
    ({ subject, text }) => subject === 'Bluebonnet RV closed your ticket' && text.includes(String(ticketId)),
  )

describe('a ticket is not closed', () => {
  const refusalOf = async (ticketId: number) => {
    const before = await dumpDatabase(app.database)
    const error = await errorOf(app.as('walt').tickets.close({ ticketId, reason: 'no-show' }))
    expect(await dumpDatabase(app.database)).toBe(before)
    return error
  }

  test('while a clock is running', async () => {
    const ticketId = await app.createTicket('rosa')
    await app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 })
    expect(await refusalOf(ticketId)).toMatchObject({
      code: 'REFUSED',
      obstacles: [{ code: 'clock.running' }],
      message: 'A technician is still clocked in on 1. Roof leak above the bunk. Clock out first.',
    })
    await app.as('rosa').tickets.clockOut({ ticketId, jobNumber: 1 })
  })

  test('while a deposit is held, until it is refunded', async () => {
    const ticketId = await app.createTicket()
    const { billing, tickets } = app.as('dana')
    await billing.turnOn()
    await billing.recordDeposit({ ticketId, amount: 100, method: 'cash', received: 0 })
    expect(await refusalOf(ticketId)).toMatchObject({
      obstacles: [{ code: 'deposit.held' }],
      message: '$100.00 of the customer’s money is held for this ticket. Refund it first.',
    })
    const refund = { amount: 100, method: 'cash', reason: 'No work', received: 100 } as const
    await billing.refund({ ticketId, ...refund })
    await tickets.close({ ticketId, reason: 'too-expensive' })
    expect(
      (await errorOf(billing.recordDeposit({ ticketId, amount: 5, method: 'cash', received: 0 }))).message,
    ).toBe('This ticket is no longer in progress and can’t be edited. Reopen it first.')
  })

  test.each(['completed', 'closed'] as const)('once it is %s', async state => {
    const ticketId = await app.createTicket()
    if (state === 'completed') await app.as('dana').tickets.finalize({ ticketId })
    else await app.as('dana').tickets.close({ ticketId, reason: 'mistake' })
    const what = state === 'completed' ? 'finalized' : 'closed'
    expect((await refusalOf(ticketId)).message).toBe(`Already ${what} by Dana Reyes at 2:14 PM.`)
  })

  test('without a reason, nor for a customer without email who is to be told', async () => {
    const ticketId = await app.createTicket()
    const { close } = app.as('walt').tickets
    expect(await errorOf(close({ ticketId, reason: 'bored' as 'mistake' }))).toMatchObject({
      fields: { reason: 'Choose a reason.' },
    })
    await app.database.updateTable('ticket').set({ email: '' }).where('ticketId', '=', ticketId).execute()
    expect(await errorOf(close({ ticketId, reason: 'customer', emailCustomer: true }))).toMatchObject({
      fields: { emailCustomer: 'This customer has no email.' },
    })
    expect(await close({ ticketId, reason: 'customer' })).toEqual({ ticketId, state: 'closed' })
  })
})

describe('a ticket that is closed', () => {
  const inState = {
    pending: () => app.createBooking(),
    active: () => app.createTicket('rosa'),
    approval: async () => {
      const ticketId = await app.createTicket('rosa')
      await app.as('dana').tickets.askApproval({ ticketId })
      return ticketId
    },
  }

  test.each(['pending', 'active', 'approval'] as const)(
    'while it is %s leaves the board, and reopens to where it was',
    async state => {
      const ticketId = await inState[state]()
      const before = await counts()
      const { tickets } = app.as('walt')
      await tickets.close({ ticketId, reason: 'duplicate', note: 'Same as 412873' })
      expect((await counts()).reduce((sum, total) => sum + total)).toBe(before.reduce((a, b) => a + b) - 1)
      expect(await getTicket(ticketId)).toMatchObject({
        state: 'closed',
        closing: { reason: 'duplicate', note: 'Same as 412873', stateBefore: state },
        lastTransition: { verb: 'close', by: { name: 'Walt Kim' } },
      })
      expect(await cardOf(ticketId)).toMatchObject({ state: 'closed' })
      expect((await tickets.list({ state: 'closed' })).cards.map(card => card.ticketId)).toContain(ticketId)
      expect(await tickets.reopen({ ticketId })).toMatchObject({ state })
      expect(await getTicket(ticketId)).toMatchObject({ state, closing: null })
      expect(await counts()).toEqual(before)
      const { entries } = await tickets.activity({ ticketId })
      expect(entries.slice(0, 2).map(entry => [activitySentence(entry), entry.detail?.state])).toEqual([
        ['Walt reopened the ticket', { before: 'closed', after: state }],
        ['Walt closed the ticket: duplicate', { before: state, after: 'closed' }],
      ])
    },
  )

  test('is not in the public history, and has left the technician', async () => {
    const { ticketId } = await app.as('dana').tickets.create({
      ...june,
      customerRV: { ...june.customerRV, vin: 'CLOSED-1' },
      jobs: [{ problem: 'Roof' }],
    })
    await app.as('dana').tickets.assign({ ticketId, employeeId: app.ids.rosa })
    await app.as('dana').tickets.close({ ticketId, reason: 'no-show' })
    expect((await app.as('visitor').workHistory.get({ vin: 'CLOSED-1' })).entries).toEqual([])
    expect(JSON.stringify(await app.as('rosa').tickets.board())).not.toContain(String(ticketId))
    const refused = await errorOf(app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 }))
    expect(refused.message).toBe('Already closed by Dana Reyes at 2:14 PM.')
    const write = app.as('rosa').tickets.changeJob({ ticketId, jobNumber: 1, cause: 'Old seal' })
    expect(await errorOf(write)).toMatchObject({
      obstacles: [{ code: 'ticket.transitioned' }, { code: 'ticket.closed' }],
    })
  })

  test('is not planned in the week, waits for nothing, and asks its customer nothing', async () => {
    const { ticketId, token, client } = await createLinkedTicket(app)
    const { approvals, onHold, schedule, tickets } = app.as('walt')
    const date = '2025-11-24'
    await tickets.assign({ ticketId, employeeId: app.ids.sam, date })
    await onHold.set({ ticketId, reason: 'part' })
    await approvals.request({ ticketId, jobNumbers: [1] })
    await tickets.close({ ticketId, reason: 'too-expensive', emailCustomer: false })
    const { entries } = await schedule.week({ from: date, days: 1 })
    expect(entries.filter(({ card }) => card.ticketId === ticketId)).toEqual([])
    const tracked = await client.customerView.get({ token })
    expect(tracked).toMatchObject({ progress: 'closed', hold: null, estimate: null, claim: null })
    expect((await client.customerView.listApprovals({ token })).lines).toEqual([])
    expect((await errorOf(client.reviews.create({ token, stars: 5, words: 'Dry again' }))).code).toBe(
      'REFUSED',
    )
  })
})

describe('its customer', () => {
  test.each(CLOSE_REASONS)('is emailed as the desk chooses, by default if expected: %s', async reason => {
    const { tickets } = app.as('dana')
    const close = async (emailCustomer?: boolean) => {
      const ticketId = await app.createTicket()
      const { email } = await tickets.close({ ticketId, reason, note: 'Between us', emailCustomer })
      return { ticketId, email }
    }
    const byDefault = await close()
    expect(byDefault.email).toBe(isEmailExpected(reason) ? 'posted' : undefined)
    const emailed = await close(true)
    await expect.poll(() => closedEmails(emailed.ticketId)).toHaveLength(1)
    const [email] = closedEmails(emailed.ticketId)
    expect(email).toMatchObject({ recipient: june.customerDetails.email })
    expect(email?.text).toMatch(/2021 Jayco/)
    expect(email?.text).not.toContain('Between us')
    const [entry] = (await tickets.activity({ ticketId: emailed.ticketId })).entries
    expect(entry && activitySentence(entry)).toMatch(/^Dana closed the ticket and emailed the customer: /)
    const silent = await close(false)
    expect(silent.email).toBeUndefined()
    await tickets.close({ ticketId: await app.createTicket(), reason: 'customer', emailCustomer: true })
    expect(closedEmails(silent.ticketId)).toEqual([])
  })

  test('cannot be reached once their details were removed: the note goes too', async () => {
    const customerDetails = { ...june.customerDetails, email: 'gone@mail.example', phone: '(574) 555-0777' }
    const { tickets } = app.as('dana')
    const { ticketId } = await tickets.create({ ...june, customerDetails, jobs: [] })
    await tickets.close({ ticketId, reason: 'no-show', note: 'June was rude' })
    await tickets.eraseCustomer({ ticketId })
    expect(await getTicket(ticketId)).toMatchObject({
      customerDetails: { firstName: 'Former customer' },
      closing: { reason: 'no-show', note: '' },
    })
    expect(await dumpDatabase(app.database)).not.toContain('June was rude')
  })
})

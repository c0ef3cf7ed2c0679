import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { formatMoney, fromDollars } from '#domain/lib/money.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { createLinkedTicket } from '../../../../test/support/customer-fixtures.ts'
import { dumpDatabase } from '../../../../test/support/database-dump.ts'
import { START } from '../../../../test/support/global-setup.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() => {
  app.now = new Date(START)
})

const DAY_MS = 24 * 60 * 60 * 1000
const dayFrom = (days: number): string =>
  new Date(Date.parse(START) + days * DAY_MS).toISOString().slice(0, 10)

const emailsAbout = (words: string) => app.sentEmails.filter(({ subject }) => subject.includes(words))

describe('putting a ticket on hold', () => {
  test('is refused with a past date', async () => {
    const ticketId = await app.createTicket('rosa')
    const before = await dumpDatabase(app.database)
    const refused = app.as('dana').onHold.set({ ticketId, reason: 'part', until: dayFrom(-2) })
    expect(await errorOf(refused)).toMatchObject({
      fields: { until: 'This date has passed. Choose today or a later date.' },
    })
    expect(await dumpDatabase(app.database)).toBe(before)
  })

  test('is refused on a ticket that is not in progress', async () => {
    const ticketId = await app.createTicket('rosa')
    await app.as('dana').tickets.finalize({ ticketId })
    expect((await errorOf(app.as('dana').onHold.set({ ticketId, reason: 'part' }))).code).toBe('REFUSED')
  })

  test('is shown to the customer and the desk, and in the activity', async () => {
    const { ticketId, token, client } = await createLinkedTicket(app)
    const hold = { reason: 'part', note: 'The seal is on its way.', until: dayFrom(9) } as const
    await app.as('walt').onHold.set({ ticketId, ...hold })
    expect(await client.customerView.get({ token })).toMatchObject({
      progress: 'in-work',
      since: new Date(START),
      hold: { ...hold, since: new Date(START) },
    })
    expect(await app.as('dana').onHold.get({ ticketId })).toEqual({
      hold: { ...hold, since: new Date(START) },
    })
    // Also to the technician, whose phone stores it.
    expect(await app.as('rosa').tickets.get({ ticketId })).toMatchObject({ hold: { ...hold } })
    const { entries } = await app.as('dana').tickets.activity({ ticketId })
    expect(entries[0]).toMatchObject({ verb: 'ticket.hold', detail: { hold: 'part' } })
  })

  test('for the customer makes the ticket wait for them, until work resumes', async () => {
    const { ticketId, token, client } = await createLinkedTicket(app)
    await app.as('dana').onHold.set({ ticketId, reason: 'customer' })
    expect(await client.customerView.get({ token })).toMatchObject({ progress: 'waiting-for-you' })
    await app.as('dana').onHold.clear({ ticketId })
    expect(await client.customerView.get({ token })).toMatchObject({ progress: 'received', hold: null })
    const before = await dumpDatabase(app.database)
    await app.as('dana').onHold.clear({ ticketId })
    expect(await dumpDatabase(app.database)).toBe(before)
  })

  test('ends when the ticket moves on', async () => {
    const { ticketId, token, client } = await createLinkedTicket(app)
    await app.as('dana').onHold.set({ ticketId, reason: 'weather' })
    await app.as('dana').tickets.finalize({ ticketId })
    expect(await client.customerView.get({ token })).toMatchObject({ progress: 'ready', hold: null })
    expect(await app.as('dana').onHold.get({ ticketId })).toEqual({ hold: null })
  })
})

describe('hold emails', () => {
  test('are sent once per hold, to a customer with a link', async () => {
    const { ticketId, token } = await createLinkedTicket(app)
    const until = dayFrom(9)
    await app.as('dana').onHold.set({ ticketId, reason: 'warranty', note: 'They have our photos.', until })
    await expect.poll(() => emailsAbout('warranty')).toHaveLength(1)
    const [email] = emailsAbout('warranty')
    expect(email).toMatchObject({
      recipient: june.customerDetails.email,
      subject: 'Your RV is on hold: waiting for an answer from the warranty company',
    })
    expect(email?.text).toContain('They have our photos.')
    expect(email?.text.match(/https?:\S+/g)).toEqual([expect.stringContaining(`${app.url}/follow/${token}`)])
    // A new note on the same hold sends no email: the next one follows later.
    await app.as('dana').onHold.set({ ticketId, reason: 'warranty', note: 'Still nothing.' })
    await app.as('dana').onHold.set({ ticketId, reason: 'weather' })
    await expect.poll(() => emailsAbout('better weather')).toHaveLength(1)
    expect(emailsAbout('warranty')).toHaveLength(1)
  })

  test('say that the RV is ready, and the link shows what comes next', async () => {
    await app.as('dana').preferences.change({ replyTo: 'Desk@bluebonnet.example' })
    const { ticketId, token } = await createLinkedTicket(app)
    await app.as('dana').tickets.finalize({ ticketId })
    const found = () => emailsAbout('ready at').find(({ text }) => text.includes(token))
    await expect.poll(found).toBeDefined()
    const { totalBalance } = (await app.as('dana').tickets.get({ ticketId })).totals ?? { totalBalance: 0 }
    const amount = formatMoney(fromDollars(totalBalance))
    expect(totalBalance).toBeGreaterThan(0)
    expect(found()?.subject).toBe(`Your RV is ready at Bluebonnet RV: ${amount}`)
    expect(found()?.text).toContain(`Your total is ${amount}.`)
    expect(found()).toMatchObject({ senderName: 'Bluebonnet RV', replyTo: 'desk@bluebonnet.example' })
    expect(found()?.text.match(/https?:\S+/g)).toEqual([
      expect.stringContaining(`${app.url}/follow/${token}`),
    ])
  })

  test('are not sent without an active link', async () => {
    const { ticketId } = await createLinkedTicket(app)
    await app.as('dana').customerLinks.revoke({ ticketId })
    const count = async () =>
      (await app.database.selectFrom('emailOutbox').select('emailId').execute()).length
    const before = await count()
    await app.as('dana').onHold.set({ ticketId, reason: 'part' })
    await app.as('dana').tickets.finalize({ ticketId })
    expect(await count()).toBe(before)
  })

  test("keep their lines whatever a company's name contains", async () => {
    await app.as('dana').companies.change({ companyName: 'Blue\r\nBcc: all@mail.example' })
    const { ticketId } = await createLinkedTicket(app)
    await app.as('dana').onHold.set({ ticketId, reason: 'customer' })
    const subjects = () => emailsAbout('hear from you').map(({ subject }) => subject)
    await expect.poll(subjects).toContain('Blue Bcc: all@mail.example needs to hear from you')
    await app.as('dana').companies.change({ companyName: 'Bluebonnet RV' })
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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

describe('saying what a ticket waits for', () => {
  test('is refused with a day that has passed', async () => {
    const ticketId = await app.createTicket('rosa')
    const before = await dumpDatabase(app.database)
    const refused = app.as('dana').onHold.set({ ticketId, reason: 'part', until: dayFrom(-2) })
    expect(await errorOf(refused)).toMatchObject({
      fields: { until: 'This day has passed. Choose today or a later one.' },
    })
    expect(await dumpDatabase(app.database)).toBe(before)
  })

  test('is refused on a ticket that is not in work', async () => {
    const ticketId = await app.createTicket('rosa')
    await app.as('dana').tickets.finalize({ ticketId })
    expect((await errorOf(app.as('dana').onHold.set({ ticketId, reason: 'part' }))).code).toBe('REFUSED')
  })

  test('is told the customer and the desk, and stands in the activity', async () => {
    const { ticketId, token, client } = await createLinkedTicket(app)
    const waiting = { reason: 'part', note: 'The seal is on its way.', until: dayFrom(9) } as const
    await app.as('walt').onHold.set({ ticketId, ...waiting })
    expect(await client.customerView.get({ token })).toMatchObject({
      progress: 'in-work',
      since: new Date(START),
      waiting: { ...waiting, since: new Date(START) },
    })
    expect(await app.as('dana').onHold.get({ ticketId })).toEqual({
      waiting: { ...waiting, since: new Date(START) },
    })
    const { entries } = await app.as('dana').tickets.activity({ ticketId })
    expect(entries[0]).toMatchObject({ verb: 'ticket.wait', detail: { waiting: 'part' } })
  })

  test('for the customer, the ticket waits for them; until the work goes on', async () => {
    const { ticketId, token, client } = await createLinkedTicket(app)
    await app.as('dana').onHold.set({ ticketId, reason: 'customer' })
    expect(await client.customerView.get({ token })).toMatchObject({ progress: 'waiting-for-you' })
    await app.as('dana').onHold.clear({ ticketId })
    expect(await client.customerView.get({ token })).toMatchObject({ progress: 'received', waiting: null })
    const before = await dumpDatabase(app.database)
    await app.as('dana').onHold.clear({ ticketId })
    expect(await dumpDatabase(app.database)).toBe(before)
  })

  test('ends with the work', async () => {
    const { ticketId, token, client } = await createLinkedTicket(app)
    await app.as('dana').onHold.set({ ticketId, reason: 'weather' })
    await app.as('dana').tickets.finalize({ ticketId })
    expect(await client.customerView.get({ token })).toMatchObject({ progress: 'ready', waiting: null })
    expect(await app.as('dana').onHold.get({ ticketId })).toEqual({ waiting: null })
  })
})

describe('the letters', () => {
  test('say once what is waited for, to a customer with a link', async () => {
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
    expect(email?.text.match(/https?:\S+/g)).toEqual([`${app.url}/follow/${token}`])
    // Another word on the same wait is no new letter: only what comes later is awaited.
    await app.as('dana').onHold.set({ ticketId, reason: 'warranty', note: 'Still nothing.' })
    await app.as('dana').onHold.set({ ticketId, reason: 'weather' })
    await expect.poll(() => emailsAbout('better weather')).toHaveLength(1)
    expect(emailsAbout('warranty')).toHaveLength(1)
  })

  test('say that the RV is ready, and what comes next is in the link', async () => {
    const { ticketId, token } = await createLinkedTicket(app)
    await app.as('dana').tickets.finalize({ ticketId })
    const found = () => emailsAbout('ready at').find(({ text }) => text.includes(token))
    await expect.poll(found).toBeDefined()
    expect(found()?.subject).toBe('Your RV is ready at Bluebonnet RV')
    expect(found()?.text.match(/https?:\S+/g)).toEqual([`${app.url}/follow/${token}`])
  })

  test('go to nobody whose ticket has no link in use', async () => {
    const { ticketId } = await createLinkedTicket(app)
    await app.as('dana').customerLinks.revoke({ ticketId })
    const count = async () =>
      (await app.database.selectFrom('emailOutbox').select('emailId').execute()).length
    const before = await count()
    await app.as('dana').onHold.set({ ticketId, reason: 'part' })
    await app.as('dana').tickets.finalize({ ticketId })
    expect(await count()).toBe(before)
  })

  test('hold their lines whatever a company is called', async () => {
    await app.as('dana').companies.change({ companyName: 'Blue\r\nBcc: all@mail.example' })
    const { ticketId } = await createLinkedTicket(app)
    await app.as('dana').onHold.set({ ticketId, reason: 'customer' })
    const subjects = () => emailsAbout('hear from you').map(({ subject }) => subject)
    await expect.poll(subjects).toContain('Blue Bcc: all@mail.example needs to hear from you')
    await app.as('dana').companies.change({ companyName: 'Bluebonnet RV' })
  })
})

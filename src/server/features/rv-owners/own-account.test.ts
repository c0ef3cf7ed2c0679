import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { june, loneStar, maya } from '#server/seed/demo-accounts.ts'
import { createLinkFor, customerOfLink, tokenIn } from '../../../../test/support/customer-fixtures.ts'
import { dumpDatabase } from '../../../../test/support/database-dump.ts'
import { START } from '../../../../test/support/global-setup.ts'
import { createVisit } from '../../../../test/support/rig-owner-fixtures.ts'
import { sharedVin } from '../../../../test/support/shared-vin.ts'
import { signUp } from '../../../../test/support/signup.ts'
import { type Client, createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() => {
  app.now = new Date(START)
})

const bluebonnet = () => app.ids.dana
const open = (ticketId: number, as: Client = app.as('june'), companyUUID = bluebonnet()) =>
  as.rvOwners.openTicket({ companyUUID, ticketId })
const idsOf = async (client: Client) =>
  (await client.rvOwners.listTickets({})).tickets.map(({ ticketId }) => ticketId)

async function ticketFor(email: string, owner: 'dana' | 'ray' = 'dana'): Promise<number> {
  const customerDetails = { ...june.customerDetails, email }
  const jobs = [{ problem: 'Roof leak', estimatedTime: 1 }]
  return (await app.as(owner).tickets.create({ ...june, customerDetails, jobs })).ticketId
}

const finish = async (ticketId: number) => {
  await app.as('dana').tickets.finalize({ ticketId })
  await app.as('dana').tickets.complete({ ticketId })
}

describe("another customer's ticket", () => {
  test('is in no list, and is not found by its number', async () => {
    const theirs = await ticketFor('someone@mail.example')
    const before = await dumpDatabase(app.database)
    const asked = [
      open(theirs),
      open(theirs, app.as('maya')),
      open(123_456),
      open(theirs, app.as('june'), app.ids.ray),
      open(theirs, app.as('june'), app.ids.june),
    ]
    for (const refusal of await Promise.all(asked.map(errorOf))) expect(refusal.code).toBe('NOT_FOUND')
    expect(await idsOf(app.as('june'))).not.toContain(theirs)
    expect(await idsOf(app.as('maya'))).toEqual([])
    expect(await dumpDatabase(app.database)).toBe(before)
  })

  test('stays hidden if its email is empty, or only looks similar', async () => {
    for (const email of ['june.park@mail.example.evil.example', 'xjune.park@mail.example'])
      expect(await idsOf(app.as('june'))).not.toContain(await ticketFor(email))
  })

  test('appears once the desk has corrected the email', async () => {
    const ticketId = await app.createTicket()
    const { path } = await open(ticketId)
    const customerDetails = { email: 'another@mail.example' }
    await app.as('dana').tickets.changeDetails({ ticketId, customerDetails })
    expect(await idsOf(app.as('june'))).not.toContain(ticketId)
    expect((await errorOf(open(ticketId))).code).toBe('NOT_FOUND')
    expect(path).toMatch(/^\/follow\//)
  })
})

describe('my tickets', () => {
  test('are those of every company, whatever the case of the email, latest change first', async () => {
    const email = 'quinn@mail.example'
    const quinn = await signUp(app, email)
    expect(await quinn.rvOwners.listTickets({})).toEqual({ tickets: [], next: null })
    const first = await ticketFor(email)
    app.now = new Date(app.now.getTime() + 60_000)
    const second = await ticketFor(' Quinn@Mail.example', 'ray')
    expect((await quinn.rvOwners.listTickets({})).tickets).toEqual([
      {
        companyUUID: app.ids.ray,
        companyName: loneStar.companyName,
        ticketId: second,
        progress: 'received',
        customerRV: expect.objectContaining({ vin: june.customerRV.vin, make: 'Jayco' }),
        claimCode: null,
        invoiced: null,
        canBookAgain: false,
        transitionedAt: app.now,
        timeZone: expect.any(String),
        isOpen: true,
      },
      expect.objectContaining({ companyName: 'Bluebonnet RV', ticketId: first }),
    ])
    app.now = new Date(app.now.getTime() + 60_000)
    await app.as('dana').tickets.finalize({ ticketId: first })
    expect((await quinn.rvOwners.listTickets({})).tickets[0]).toMatchObject({
      ticketId: first,
      progress: 'ready',
    })
  })

  test('show the code of a completed one until its rig is claimed', async () => {
    const email = 'claims@mail.example'
    const owner = await signUp(app, email)
    const { ticketId, vin, code } = await createVisit(app, {
      vin: sharedVin('CLAIM-ME'),
      customer: { email },
    })
    const ownCode = async () =>
      (await owner.rvOwners.listTickets({})).tickets.find(ticket => ticket.ticketId === ticketId)?.claimCode
    expect(await ownCode()).toBe(code)
    await owner.rigClaims.claim({ vin, code })
    expect(await ownCode()).toBeNull()
  })

  test('show the same progress as the tracking page', async () => {
    const ticketId = await app.createTicket('rosa')
    const status = async () => {
      const { tickets } = await app.as('june').rvOwners.listTickets({})
      return tickets.find(each => each.ticketId === ticketId)
    }
    await app.as('dana').approvals.request({ ticketId, jobNumbers: [1] })
    expect(await status()).toMatchObject({ progress: 'waiting-for-you' })
    await app.as('dana').approvals.withdraw({ ticketId, jobNumber: 1 })
    await app.as('dana').onHold.set({ ticketId, reason: 'part' })
    expect(await status()).toMatchObject({ progress: 'in-work' })
  })

  test('and their links offer another booking once the work is done, while the company takes bookings', async () => {
    const email = 'again@mail.example'
    const owner = await signUp(app, email)
    const ticketId = await ticketFor(email)
    const token = await createLinkFor(app, ticketId)
    const { client } = await customerOfLink(app, token)
    const offers = async () => [
      (await owner.rvOwners.listTickets({})).tickets[0]?.canBookAgain,
      (await client.customerView.get({ token })).canBookAgain,
    ]
    expect(await offers()).toEqual([false, false])
    await app.as('dana').tickets.finalize({ ticketId })
    expect(await offers()).toEqual([false, false])
    await app.as('dana').tickets.complete({ ticketId })
    expect(await offers()).toEqual([true, true])
    const { changeLimits } = app.as('dana').bookings
    await changeLimits({ dropOffsPerDay: 0 })
    expect(await offers()).toEqual([true, true])
    await changeLimits({ visitsPerDay: 0 })
    expect(await offers()).toEqual([false, false])
    await changeLimits({ dropOffsPerDay: null, visitsPerDay: null })
    const suspend = (suspendedAt: Date | null) =>
      app.database.updateTable('company').set({ suspendedAt }).where('companyId', '=', app.ids.dana).execute()
    await suspend(app.now)
    expect(await offers()).toEqual([false, false])
    await suspend(null)
    expect(await offers()).toEqual([true, true])
  })

  test('are paged, each once', async () => {
    const email = 'many@mail.example'
    const many = await signUp(app, email)
    const made: number[] = []
    for (let count = 0; count < 23; count += 1) {
      // Several at one moment as well.
      if (count % 3 === 0) app.now = new Date(app.now.getTime() + 1000)
      made.push(await ticketFor(email, count % 2 === 0 ? 'dana' : 'ray'))
    }
    const first = await many.rvOwners.listTickets({})
    expect(first.tickets).toHaveLength(20)
    const rest = await many.rvOwners.listTickets({ after: first.next ?? '' })
    expect([rest.tickets.length, rest.next]).toEqual([3, null])
    const all = [...first.tickets, ...rest.tickets]
    expect(all.map(({ ticketId }) => ticketId).sort()).toEqual(made.sort())
    const times = all.map(({ transitionedAt }) => transitionedAt.getTime())
    expect(times).toEqual(times.toSorted((one, other) => other - one))
    expect(await errorOf(many.rvOwners.listTickets({ after: 'x' }))).toMatchObject({
      fields: { after: 'Not a valid cursor.' },
    })
  })
})

describe('opening one of my tickets', () => {
  test('shows its tracking page without the question, in this browser only', async () => {
    const ticketId = await app.createTicket()
    const cookie = await app.signIn(june.customerDetails.email)
    const answer = await app.fetch(`/api/my/tickets/${bluebonnet()}/${ticketId}/open`, {
      method: 'POST',
      headers: { cookie },
    })
    const { path } = (await answer.json()) as { path: string }
    const [proof = ''] = answer.headers.getSetCookie()
    expect(proof).toMatch(/^rigwright-link-[0-9a-f]{16}=[\w-]{43}\.[\w-]{43}; .*HttpOnly/)
    const token = tokenIn(path)
    const here = app.withCookie(`${cookie}; ${proof.split(';')[0]}`)
    expect(await here.customerView.get({ token })).toMatchObject({ ticketId })
    for (const elsewhere of [app.withCookie(cookie), app.as('visitor'), app.as('maya')])
      expect((await errorOf(elsewhere.customerView.get({ token }))).message).toMatch(
        /^Answer the question first/,
      )
  })

  test('uses the existing link, or creates one', async () => {
    const ticketId = await app.createTicket()
    const token = await createLinkFor(app, ticketId)
    expect(await open(ticketId)).toEqual({ path: expect.stringContaining(`/follow/${token}`) })
    const other = await app.createTicket()
    const [one, two] = await Promise.all([open(other), open(other)])
    expect(one).toEqual(two)
    expect(one.path).toContain(`/follow/${await createLinkFor(app, other)}`)
    const { entries } = await app.as('dana').tickets.activity({ ticketId: other })
    expect(entries.filter(({ verb }) => verb === 'ticket.create-link')).toMatchObject([
      { by: { name: 'June Park' } },
    ])
  })

  test("logs it under the owner's name", async () => {
    const ticketId = await app.createTicket()
    await open(ticketId)
    const actions = await app.database
      .selectFrom('platformAudit')
      .selectAll()
      .where('ticketId', '=', ticketId)
      .execute()
    expect(actions).toMatchObject([
      { verb: 'ticket.open', actor: app.ids.june, companyUuid: bluebonnet(), vin: june.customerRV.vin },
    ])
  })

  test('is refused once the company turned off its link, until there is a new one', async () => {
    const ticketId = await app.createTicket()
    await open(ticketId)
    await app.as('dana').customerLinks.revoke({ ticketId })
    const before = await dumpDatabase(app.database)
    expect(await errorOf(open(ticketId))).toMatchObject({
      code: 'REFUSED',
      message: 'The company turned off this link. Ask them for a new one.',
    })
    expect(await dumpDatabase(app.database)).toBe(before)
    const token = await createLinkFor(app, ticketId)
    expect(await open(ticketId)).toEqual({ path: expect.stringContaining(`/follow/${token}`) })
  })

  test('is refused ninety days after its completion', async () => {
    const ticketId = await app.createTicket()
    await finish(ticketId)
    const isOpen = async () =>
      (await app.as('june').rvOwners.listTickets({})).tickets.find(each => each.ticketId === ticketId)?.isOpen
    expect(await isOpen()).toBe(true)
    app.now = new Date(app.now.getTime() + 90 * DAY_MS)
    expect(await isOpen()).toBe(false)
    expect((await errorOf(open(ticketId))).message).toMatch(/^This link has expired/)
  })
})

describe('my details', () => {
  test.each([
    [{ firstName: '' }, 'firstName'],
    [{ phone: 'none' }, 'phone'],
    [{ phone: '12' }, 'phone'],
    [{ address: 'x'.repeat(301) }, 'address'],
  ])('are unchanged after %j', async (wrong, field) => {
    const before = await dumpDatabase(app.database)
    expect(await errorOf(app.as('june').rvOwners.changeDetails(wrong))).toMatchObject({
      fields: { [field]: expect.any(String) },
    })
    expect(await dumpDatabase(app.database)).toBe(before)
  })

  test('change for their owner only, who gets the new name', async () => {
    const theirs = await app.as('maya').rvOwners.getDetails()
    await app
      .as('june')
      .rvOwners.changeDetails({ lastName: 'Park-Lee', address: ' 4 Elm ', sharesContact: true })
    expect(await app.as('june').rvOwners.getDetails()).toMatchObject({
      firstName: 'June',
      lastName: 'Park-Lee',
      address: '4 Elm',
      sharesContact: true,
      email: june.customerDetails.email,
    })
    expect(await app.as('june').me()).toMatchObject({ name: 'June Park-Lee' })
    await app.as('june').rvOwners.changeDetails({ address: null })
    expect(await app.as('june').rvOwners.getDetails()).toMatchObject({ address: null, lastName: 'Park-Lee' })
    expect(await app.as('maya').rvOwners.getDetails()).toEqual(theirs)
    expect(theirs.email).toBe(maya.email)
    const entries = await app.database
      .selectFrom('platformAudit')
      .select(['actorName', 'verb'])
      .where('verb', '=', 'account.change')
      .execute()
    expect(entries).toEqual([
      { actorName: 'June Park', verb: 'account.change' },
      { actorName: 'June Park-Lee', verb: 'account.change' },
    ])
  })

  test('log nothing without changes', async () => {
    const before = await dumpDatabase(app.database)
    await app.as('june').rvOwners.changeDetails({ firstName: 'June' })
    expect(await dumpDatabase(app.database)).toBe(before)
  })
})

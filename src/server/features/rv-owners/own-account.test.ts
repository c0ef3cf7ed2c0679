import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { june, loneStar, maya } from '#server/seed/demo-accounts.ts'
import { linkOf, tokenIn } from '../../../../test/support/customer-fixtures.ts'
import { everyRow } from '../../../../test/support/database-dump.ts'
import { START } from '../../../../test/support/global-setup.ts'
import { joined } from '../../../../test/support/signup.ts'
import { type Client, openWorld, refusalOf, type World } from '../../../../test/support/test-app.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(() => {
  world.now = new Date(START)
})

const bluebonnet = () => world.ids.dana
const open = (ticketId: number, as: Client = world.as('june'), companyUUID = bluebonnet()) =>
  as.my.open({ companyUUID, ticketId })
const idsOf = async (client: Client) => (await client.my.tickets({})).tickets.map(({ ticketId }) => ticketId)

async function ticketFor(email: string, owner: 'dana' | 'ray' = 'dana'): Promise<number> {
  const customerDetails = { ...june.customerDetails, email }
  const jobs = [{ problem: 'Roof leak', estimatedTime: 1 }]
  return (await world.as(owner).tickets.create({ ...june, customerDetails, jobs })).ticketId
}

const finish = async (ticketId: number) => {
  await world.as('dana').tickets.finalize({ ticketId })
  await world.as('dana').tickets.complete({ ticketId })
}

describe("somebody else's ticket", () => {
  test('is on no list, and is not found by its number', async () => {
    const theirs = await ticketFor('somebody@mail.example')
    const before = await everyRow(world.database)
    const asked = [
      ...[open(theirs), open(theirs, world.as('maya')), open(123_456)],
      open(theirs, world.as('june'), world.ids.ray),
      open(theirs, world.as('june'), world.ids.june),
    ]
    for (const refusal of await Promise.all(asked.map(refusalOf))) expect(refusal.code).toBe('NOT_FOUND')
    expect(await idsOf(world.as('june'))).not.toContain(theirs)
    expect(await idsOf(world.as('maya'))).toEqual([])
    expect(await everyRow(world.database)).toBe(before)
  })

  test('stays so where its email is left empty, or only looks alike', async () => {
    for (const email of ['june.park@mail.example.evil.example', 'xjune.park@mail.example'])
      expect(await idsOf(world.as('june'))).not.toContain(await ticketFor(email))
  })

  test('it is, once the desk has mended the email', async () => {
    const ticketId = await world.ticket()
    const { path } = await open(ticketId)
    const customerDetails = { email: 'another@mail.example' }
    await world.as('dana').tickets.changeDetails({ ticketId, customerDetails })
    expect(await idsOf(world.as('june'))).not.toContain(ticketId)
    expect((await refusalOf(open(ticketId))).code).toBe('NOT_FOUND')
    expect(path).toMatch(/^\/follow\//)
  })
})

describe('my tickets', () => {
  test('are those of every company, whatever the case of the email, the last moved first', async () => {
    const email = 'quinn@mail.example'
    const quinn = await joined(world, email)
    expect(await quinn.my.tickets({})).toEqual({ tickets: [], next: null })
    const first = await ticketFor(email)
    world.now = new Date(world.now.getTime() + 60_000)
    const second = await ticketFor(' Quinn@Mail.example', 'ray')
    expect((await quinn.my.tickets({})).tickets).toEqual([
      {
        ...{
          companyUUID: world.ids.ray,
          companyName: loneStar.companyName,
          ticketId: second,
          progress: 'received',
        },
        ...{ rig: expect.stringContaining('Jayco'), vin: june.customerRV.vin },
        ...{ movedAt: world.now, timeZone: expect.any(String), isOpen: true },
      },
      expect.objectContaining({ companyName: 'Bluebonnet RV', ticketId: first }),
    ])
    world.now = new Date(world.now.getTime() + 60_000)
    await world.as('dana').tickets.finalize({ ticketId: first })
    expect((await quinn.my.tickets({})).tickets[0]).toMatchObject({ ticketId: first, progress: 'ready' })
  })

  test('tell what a customer is told of how far they are', async () => {
    const ticketId = await world.ticket('rosa')
    const standing = async () => {
      const { tickets } = await world.as('june').my.tickets({})
      return tickets.find(each => each.ticketId === ticketId)
    }
    await world.as('dana').approvals.ask({ ticketId, jobNumbers: [1] })
    expect(await standing()).toMatchObject({ progress: 'waiting-for-you' })
    await world.as('dana').approvals.withdraw({ ticketId, jobNumber: 1 })
    await world.as('dana').waiting.set({ ticketId, reason: 'part' })
    expect(await standing()).toMatchObject({ progress: 'in-work' })
  })

  test('come a page at a time, and each once', async () => {
    const email = 'many@mail.example'
    const many = await joined(world, email)
    const made: number[] = []
    for (let count = 0; count < 23; count += 1) {
      // Several at one moment as well.
      if (count % 3 === 0) world.now = new Date(world.now.getTime() + 1000)
      made.push(await ticketFor(email, count % 2 === 0 ? 'dana' : 'ray'))
    }
    const first = await many.my.tickets({})
    expect(first.tickets).toHaveLength(20)
    const rest = await many.my.tickets({ after: first.next ?? '' })
    expect([rest.tickets.length, rest.next]).toEqual([3, null])
    const all = [...first.tickets, ...rest.tickets]
    expect(all.map(({ ticketId }) => ticketId).sort()).toEqual(made.sort())
    const times = all.map(({ movedAt }) => movedAt.getTime())
    expect(times).toEqual(times.toSorted((one, other) => other - one))
    expect(await refusalOf(many.my.tickets({ after: 'x' }))).toMatchObject({
      fields: { after: 'This is not the end of a page.' },
    })
  })
})

describe('opening one', () => {
  test('leads to what its link shows, without the question, in this browser alone', async () => {
    const ticketId = await world.ticket()
    const cookie = await world.signIn(june.customerDetails.email)
    const answer = await world.fetch(`/api/my/tickets/${bluebonnet()}/${ticketId}/open`, {
      ...{ method: 'POST', headers: { cookie } },
    })
    const { path } = (await answer.json()) as { path: string }
    const [proof = ''] = answer.headers.getSetCookie()
    expect(proof).toMatch(/^rigwright-link-[0-9a-f]{16}=[\w-]{43}; .*HttpOnly/)
    const token = tokenIn(path)
    const here = world.withCookie(`${cookie}; ${proof.split(';')[0]}`)
    expect(await here.follow.get({ token })).toMatchObject({ ticketId })
    for (const elsewhere of [world.withCookie(cookie), world.as('visitor'), world.as('maya')])
      expect((await refusalOf(elsewhere.follow.get({ token }))).message).toMatch(/^Answer the question first/)
  })

  test('takes the link that the desk has given, and makes one where there is none', async () => {
    const ticketId = await world.ticket()
    const token = await linkOf(world, ticketId)
    expect(await open(ticketId)).toEqual({ path: `/follow/${token}` })
    const other = await world.ticket()
    const [one, two] = await Promise.all([open(other), open(other)])
    expect(one).toEqual(two)
    expect(one.path).toBe(`/follow/${await linkOf(world, other)}`)
    const { entries } = await world.as('dana').tickets.activity({ ticketId: other })
    expect(entries.filter(({ verb }) => verb === 'ticket.make-link')).toMatchObject([
      { by: { name: 'June Park' } },
    ])
  })

  test('leaves a line on the trail of its owner', async () => {
    const ticketId = await world.ticket()
    await open(ticketId)
    const deeds = await world.database
      .selectFrom('deed')
      .selectAll()
      .where('ticketId', '=', ticketId)
      .execute()
    expect(deeds).toMatchObject([
      { verb: 'ticket.open', actor: world.ids.june, companyUuid: bluebonnet(), vin: june.customerRV.vin },
    ])
  })

  test('is refused once the company closed its link, until they give a new one', async () => {
    const ticketId = await world.ticket()
    await open(ticketId)
    await world.as('dana').links.revoke({ ticketId })
    const before = await everyRow(world.database)
    expect(await refusalOf(open(ticketId))).toMatchObject({
      code: 'REFUSED',
      message: 'The company closed this link. Ask them for a new one.',
    })
    expect(await everyRow(world.database)).toBe(before)
    const token = await linkOf(world, ticketId)
    expect(await open(ticketId)).toEqual({ path: `/follow/${token}` })
  })

  test('is said to be over ninety days after it was done', async () => {
    const ticketId = await world.ticket()
    await finish(ticketId)
    const isOpen = async () =>
      (await world.as('june').my.tickets({})).tickets.find(each => each.ticketId === ticketId)?.isOpen
    expect(await isOpen()).toBe(true)
    world.now = new Date(world.now.getTime() + 90 * DAY_MS)
    expect(await isOpen()).toBe(false)
    expect((await refusalOf(open(ticketId))).message).toMatch(/^This link has ended/)
  })
})

describe('my details', () => {
  test.each([
    [{ firstName: '' }, 'firstName'],
    [{ phone: 'none' }, 'phone'],
    [{ phone: '12' }, 'phone'],
    [{ address: 'x'.repeat(301) }, 'address'],
  ])('stay as they are with %j', async (wrong, field) => {
    const before = await everyRow(world.database)
    expect(await refusalOf(world.as('june').my.changeDetails(wrong))).toMatchObject({
      fields: { [field]: expect.any(String) },
    })
    expect(await everyRow(world.database)).toBe(before)
  })

  test('change for their owner alone, who signs with the new name', async () => {
    const theirs = await world.as('maya').my.details()
    await world.as('june').my.changeDetails({ lastName: 'Park-Lee', address: ' 4 Elm ', sharesContact: true })
    expect(await world.as('june').my.details()).toMatchObject({
      ...{ firstName: 'June', lastName: 'Park-Lee', address: '4 Elm', sharesContact: true },
      email: june.customerDetails.email,
    })
    expect(await world.as('june').me()).toMatchObject({ name: 'June Park-Lee' })
    await world.as('june').my.changeDetails({ address: null })
    expect(await world.as('june').my.details()).toMatchObject({ address: null, lastName: 'Park-Lee' })
    expect(await world.as('maya').my.details()).toEqual(theirs)
    expect(theirs.email).toBe(maya.email)
    const deeds = await world.database
      .selectFrom('deed')
      .select(['actorName', 'verb'])
      .where('verb', '=', 'account.change')
      .execute()
    expect(deeds).toEqual([
      { actorName: 'June Park', verb: 'account.change' },
      { actorName: 'June Park-Lee', verb: 'account.change' },
    ])
  })

  test('leave no line where nothing changed', async () => {
    const before = await everyRow(world.database)
    await world.as('june').my.changeDetails({ firstName: 'June' })
    expect(await everyRow(world.database)).toBe(before)
  })
})

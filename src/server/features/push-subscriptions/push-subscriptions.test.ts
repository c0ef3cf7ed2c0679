import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { linksEndedBefore } from '#domain/customer-links/link.ts'
import { MOST_PHONES } from '#domain/push/message.ts'
import { activitySentence } from '#domain/tickets/activity.ts'
import { openPush } from '#server/push/web-push.ts'
import { bluebonnet, june } from '#server/seed/demo-accounts.ts'
import { linkedTicket } from '../../../../test/support/customer-fixtures.ts'
import { everyRow } from '../../../../test/support/database-dump.ts'
import { START } from '../../../../test/support/global-setup.ts'
import { openPushService, type PushService, phoneAt, saidBy } from '../../../../test/support/push-service.ts'
import { openWorld, refusalOf, type World } from '../../../../test/support/test-app.ts'
import { forgetEndedPhones } from './store.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

let service: PushService
let world: World
beforeAll(async () => {
  service = await openPushService()
  const push = { secret: 'of the tests', subject: 'mailto:desk@shop.example', services: [service.origin] }
  world = await openWorld({ push: openPush({ ...push, patienceMs: 5000 }) })
})
afterAll(async () => {
  await world.close()
  await service.close()
})
beforeEach(() => {
  world.now = new Date(START)
  service.mood.status = null
})

const later = (ms: number): void => {
  world.now = new Date(world.now.getTime() + ms)
}
const told = async (phone: { endpoint: string } & Parameters<PushService['told']>[0], count: number) => {
  await expect.poll(() => service.told(phone).length, { timeout: 10_000 }).toBe(count)
  return service.told(phone)
}
const notes = () => world.database.selectFrom('pushNote').selectAll().orderBy('at').execute()
const phonesOf = (ticketId: number) =>
  world.database.selectFrom('pushSubscription').selectAll().where('ticketId', '=', ticketId).execute()
const allTold = () => expect.poll(notes, { timeout: 10_000 }).toEqual([])

/** June, who is told on her phone. */
async function toldByPhone() {
  const linked = await linkedTicket(world)
  const phone = service.phone()
  await linked.client.follow.tellPhone({ token: linked.token, ...saidBy(phone) })
  return { ...linked, phone }
}

describe('asking to be told', () => {
  test('is refused without an answered link, and with the cookie of another', async () => {
    const [one, other] = [await linkedTicket(world), await linkedTicket(world)]
    const before = await everyRow(world.database)
    const phone = saidBy(service.phone())
    for (const client of [world.as('visitor'), world.as('rosa'), world.as('dana'), other.client]) {
      for (const ask of [client.follow.tellPhone, client.follow.stopPhone])
        expect((await refusalOf(ask({ token: one.token, ...phone }))).code).toBe('REFUSED')
    }
    expect(await everyRow(world.database)).toBe(before)
  })

  test('at an address that is no push service’s is refused, and so are keys that are none', async () => {
    const { token, client } = await linkedTicket(world)
    const before = await everyRow(world.database)
    const phone = saidBy(service.phone())
    const elsewhere = { ...phone, endpoint: 'https://169.254.169.254/latest/meta-data' }
    expect(await refusalOf(client.follow.tellPhone({ token, ...elsewhere }))).toMatchObject({
      ...{ code: 'INVALID', fields: { endpoint: 'News is not sent to this address.' } },
    })
    expect(
      await refusalOf(client.follow.tellPhone({ token, ...phone, p256dh: 'x', auth: 'y' })),
    ).toMatchObject({
      fields: {
        p256dh: 'This is not what a browser is given.',
        auth: 'This is not what a browser is given.',
      },
    })
    expect(
      await refusalOf(
        client.follow.tellPhone({ token, ...phone, endpoint: `https://x.example/${'x'.repeat(1000)}` }),
      ),
    ).toMatchObject({ fields: { endpoint: 'Use at most 1,000 characters.' } })
    expect(await everyRow(world.database)).toBe(before)
  })

  test('twice on one phone is once, with the keys it has now', async () => {
    const { ticketId, token, client, phone } = await toldByPhone()
    const { p256dh, auth } = phoneAt(service.origin)
    await client.follow.tellPhone({ token, endpoint: phone.endpoint, p256dh, auth })
    expect(await phonesOf(ticketId)).toMatchObject([{ endpoint: phone.endpoint, p256dh, auth }])
    const { entries } = await world.as('dana').tickets.activity({ ticketId })
    expect(entries.filter(({ verb }) => verb === 'ticket.tell-phone')).toHaveLength(1)
  })

  test('on a sixth phone leaves out the one that came first', async () => {
    const { ticketId, token, client, phone } = await toldByPhone()
    const others = Array.from({ length: MOST_PHONES }, () => service.phone())
    for (const other of others) {
      later(1000)
      await client.follow.tellPhone({ token, ...saidBy(other) })
    }
    const kept = (await phonesOf(ticketId)).map(({ endpoint }) => endpoint)
    expect(kept.toSorted()).toEqual(others.map(({ endpoint }) => endpoint).toSorted())
    expect(kept).not.toContain(phone.endpoint)
  })
})

describe('a customer is told', () => {
  test('when the desk asks: by their company, in one sentence, with the way to their ticket', async () => {
    const { ticketId, token, phone } = await toldByPhone()
    await world.as('dana').approvals.ask({ ticketId, jobNumbers: [1] })
    const [pushed] = await told(phone, 1)
    expect(pushed?.note).toEqual({
      title: bluebonnet.companyName,
      text: 'One job on your RV waits for your yes or no.',
      url: `/follow/${token}`,
      tag: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect(pushed?.headers).toMatchObject({
      ttl: String(24 * 60 * 60),
      urgency: 'high',
      topic: pushed?.note.tag,
    })
    expect(pushed?.claims).toMatchObject({ aud: service.origin, sub: 'mailto:desk@shop.example' })
    await allTold()
  })

  test('of every step of the work, in its order', async () => {
    const { ticketId, phone } = await toldByPhone()
    const desk = world.as('dana')
    const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['The work on your RV has begun.', () => world.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 })],
      ['The work on your RV waits for a part.', () => desk.waiting.set({ ticketId, reason: 'part' })],
      ['The work on your RV goes on.', () => desk.waiting.clear({ ticketId })],
      ['You have a new message.', () => desk.messages.say({ ticketId, text: 'It comes to $1,289.' })],
      [
        'Your RV is ready.',
        async () => {
          await world.as('rosa').tickets.clockOut({ ticketId, jobNumber: 1 })
          await desk.tickets.finalize({ ticketId })
        },
      ],
      ['There is more to do on your RV. It is in work again.', () => desk.tickets.reopen({ ticketId })],
      ['Your RV is ready.', () => desk.tickets.finalize({ ticketId })],
      ['Your visit is done. See what was done.', () => desk.tickets.complete({ ticketId })],
    ]
    for (const [index, [sentence, step]] of steps.entries()) {
      later(1000)
      await step()
      const all = await told(phone, index + 1)
      expect(all.at(-1)?.note.text).toBe(sentence)
    }
    const said = JSON.stringify(service.told(phone).map(({ note: { title, text } }) => [title, text]))
    expect(said).not.toContain('1,289')
    for (const secret of [june.customerDetails.lastName, june.customerDetails.phone])
      expect(said).not.toContain(secret)
    await allTold()
  })

  test('that their booking is accepted, or could not be', async () => {
    for (const [step, sentence] of [
      ['accept', 'Your booking is accepted.'],
      ['decline', 'Your booking could not be accepted.'],
    ] as const) {
      const ticketId = await world.booking()
      const { link } = await world.as('dana').links.make({ ticketId })
      const phone = service.phone()
      const linkId = (
        await world.database
          .selectFrom('ticketLink')
          .select('linkId')
          .where('ticketId', '=', ticketId)
          .executeTakeFirstOrThrow()
      ).linkId
      expect(link.path).toMatch(/^\/follow\//)
      const row = {
        subscriptionId: crypto.randomUUID(),
        ticketId,
        linkId,
        ...saidBy(phone),
        madeAt: world.now,
      }
      await world.database
        .insertInto('pushSubscription')
        .values({ companyId: world.ids.dana, ...row })
        .execute()
      await world.as('dana').tickets[step]({ ticketId })
      expect((await told(phone, 1))[0]?.note.text).toBe(sentence)
    }
  })

  test('nothing of another ticket, and nothing that they did themselves', async () => {
    const [one, other] = [await toldByPhone(), await toldByPhone()]
    await one.client.follow.say({ token: one.token, text: 'When can I come?' })
    expect(await notes()).toEqual([])
    await world.as('dana').messages.say({ ticketId: one.ticketId, text: 'Tomorrow at nine.' })
    await told(one.phone, 1)
    await allTold()
    expect(service.told(other.phone)).toEqual([])
  })

  test('on every phone of theirs, and no longer where they stopped it', async () => {
    const { ticketId, token, client, phone } = await toldByPhone()
    const second = service.phone()
    await client.follow.tellPhone({ token, ...saidBy(second) })
    await world.as('dana').messages.say({ ticketId, text: 'Soon.' })
    await told(phone, 1)
    await told(second, 1)
    await client.follow.stopPhone({ token, endpoint: phone.endpoint })
    later(1000)
    await world.as('dana').messages.say({ ticketId, text: 'Now.' })
    await told(second, 2)
    await allTold()
    expect(service.told(phone)).toHaveLength(1)
  })
})

describe('nobody is told', () => {
  test('by a link that was closed, not even what was on its way already', async () => {
    const { ticketId, phone } = await toldByPhone()
    service.mood.status = 503
    await world.as('dana').messages.say({ ticketId, text: 'Soon.' })
    await expect.poll(async () => (await notes())[0]?.tries, { timeout: 10_000 }).toBe(1)
    await world.as('dana').links.revoke({ ticketId })
    expect(await phonesOf(ticketId)).toEqual([])
    service.mood.status = null
    later(HOUR_MS)
    await world.as('dana').messages.say({ ticketId, text: 'Now.' })
    await allTold()
    expect(service.told(phone)).toEqual([])
  })

  test.each([
    ['phone number', { phone: '(574) 555-0999' }],
    ['email', { email: 'somebody.else@mail.example' }],
  ])('once the desk mended the %s: others may hold those phones', async (_, customerDetails) => {
    const { ticketId, phone } = await toldByPhone()
    const other = await toldByPhone()
    service.mood.status = 503
    await world.as('dana').messages.say({ ticketId, text: 'Soon.' })
    await expect.poll(async () => (await notes())[0]?.tries, { timeout: 10_000 }).toBe(1)
    await world.as('dana').tickets.changeDetails({ ticketId, customerDetails })
    expect(await phonesOf(ticketId)).toEqual([])
    expect(await phonesOf(other.ticketId)).toHaveLength(1)
    const { entries } = await world.as('dana').tickets.activity({ ticketId })
    const told = entries.filter(({ verb }) => verb === 'ticket.forget-phones').map(activitySentence)
    expect(told).toEqual(['Dana stopped the news to phones: the customer’s email or phone number changed'])
    service.mood.status = null
    later(HOUR_MS)
    await world.as('dana').messages.say({ ticketId, text: 'Now.' })
    await allTold()
    expect(service.told(phone)).toEqual([])
  })

  test('otherwise than before, where only the writing of it changed, or the change was refused', async () => {
    const { ticketId } = await toldByPhone()
    const { email, phone } = june.customerDetails
    const same = { phone: phone.replace(/\D/g, ''), email: email.toUpperCase(), firstName: 'Junie' }
    await world.as('dana').tickets.changeDetails({ ticketId, customerDetails: same })
    const wrong = {
      ticketId,
      customerDetails: { phone: '555 0999' },
      customerRV: { vin: 'NEVER-1', make: '' },
    }
    expect((await refusalOf(world.as('dana').tickets.changeDetails(wrong))).code).toBe('INVALID')
    expect(await phonesOf(ticketId)).toHaveLength(1)
    const { entries } = await world.as('dana').tickets.activity({ ticketId })
    expect(entries.filter(({ verb }) => verb === 'ticket.forget-phones')).toEqual([])
  })

  test('by a link that has ended: its phones are forgotten', async () => {
    const [{ ticketId }, going] = [await toldByPhone(), await toldByPhone()]
    await world.as('dana').tickets.finalize({ ticketId })
    await world.as('dana').tickets.complete({ ticketId })
    await forgetEndedPhones(world.database, linksEndedBefore(new Date(world.now.getTime() + 90 * DAY_MS - 1)))
    expect(await phonesOf(ticketId)).toHaveLength(1)
    await forgetEndedPhones(world.database, linksEndedBefore(new Date(world.now.getTime() + 90 * DAY_MS)))
    expect([await phonesOf(ticketId), (await phonesOf(going.ticketId)).length]).toEqual([[], 1])
  })

  test('whose browser gave its address up: it is forgotten', async () => {
    const { ticketId, phone } = await toldByPhone()
    service.leave(phone)
    await world.as('dana').messages.say({ ticketId, text: 'Soon.' })
    await expect.poll(() => phonesOf(ticketId), { timeout: 10_000 }).toEqual([])
    await allTold()
  })

  test('when the work that would have told them fails', async () => {
    const { ticketId, phone } = await toldByPhone()
    await refusalOf(world.as('dana').tickets.complete({ ticketId }))
    await refusalOf(world.as('dana').messages.say({ ticketId, text: 'Soon.', jobNumber: 9 }))
    await allTold()
    expect(service.told(phone)).toEqual([])
  })
})

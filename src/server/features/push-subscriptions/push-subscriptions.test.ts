import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expiredLinkCutoff } from '#domain/customer-links/link.ts'
import { MAX_PUSH_SUBSCRIPTIONS } from '#domain/push/push-message.ts'
import { activitySentence } from '#domain/tickets/activity.ts'
import { createPushTransport } from '#server/push/web-push.ts'
import { bluebonnet, june } from '#server/seed/demo-accounts.ts'
import { createLinkedTicket } from '../../../../test/support/customer-fixtures.ts'
import { dumpDatabase } from '../../../../test/support/database-dump.ts'
import { START } from '../../../../test/support/global-setup.ts'
import {
  createTestBrowser,
  type PushService,
  startPushService,
  subscriptionOf,
} from '../../../../test/support/push-service.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'
import { deleteExpiredSubscriptions } from './store.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

let service: PushService
let app: TestApp
beforeAll(async () => {
  service = await startPushService()
  const push = { secret: 'of the tests', subject: 'mailto:desk@shop.example', services: [service.origin] }
  app = await createTestApp({ pushTransport: createPushTransport({ ...push, timeoutMs: 5000 }) })
})
afterAll(async () => {
  await app.close()
  await service.close()
})
beforeEach(() => {
  app.now = new Date(START)
  service.behavior.status = null
})

const later = (ms: number): void => {
  app.now = new Date(app.now.getTime() + ms)
}
const receivedPushes = async (
  phone: { endpoint: string } & Parameters<PushService['pushesTo']>[0],
  count: number,
) => {
  await expect.poll(() => service.pushesTo(phone).length).toBe(count)
  return service.pushesTo(phone)
}
const queuedPushes = () => app.database.selectFrom('pushOutbox').selectAll().orderBy('at').execute()
const subscriptionsOf = (ticketId: number) =>
  app.database.selectFrom('pushSubscription').selectAll().where('ticketId', '=', ticketId).execute()
const waitUntilSent = () => expect.poll(queuedPushes).toEqual([])

/** June, with notifications on her phone. */
async function subscribedCustomer() {
  const linked = await createLinkedTicket(app)
  const phone = service.phone()
  await linked.client.customerView.subscribePush({ token: linked.token, ...subscriptionOf(phone) })
  return { ...linked, phone }
}

describe('turning on notifications', () => {
  test("is refused before the link's question is answered, and with another link's cookie", async () => {
    const [one, other] = [await createLinkedTicket(app), await createLinkedTicket(app)]
    const before = await dumpDatabase(app.database)
    const phone = subscriptionOf(service.phone())
    for (const client of [app.as('visitor'), app.as('rosa'), app.as('dana'), other.client]) {
      const { token } = one
      const { endpoint } = phone
      const subscribed = await errorOf(client.customerView.subscribePush({ token, ...phone }))
      const unsubscribed = await errorOf(client.customerView.unsubscribePush({ token, endpoint }))
      expect([subscribed.code, unsubscribed.code]).toEqual(['REFUSED', 'REFUSED'])
    }
    expect(await dumpDatabase(app.database)).toBe(before)
  })

  test('is refused for an address of no push service, and for invalid keys', async () => {
    const { token, client } = await createLinkedTicket(app)
    const before = await dumpDatabase(app.database)
    const phone = subscriptionOf(service.phone())
    const elsewhere = { ...phone, endpoint: 'https://169.254.169.254/latest/meta-data' }
    expect(await errorOf(client.customerView.subscribePush({ token, ...elsewhere }))).toMatchObject({
      code: 'INVALID',
      fields: { endpoint: 'Notifications can’t be sent to this address.' },
    })
    expect(
      await errorOf(client.customerView.subscribePush({ token, ...phone, p256dh: 'x', auth: 'y' })),
    ).toMatchObject({
      fields: {
        p256dh: 'Not a valid push key.',
        auth: 'Not a valid push key.',
      },
    })
    expect(
      await errorOf(
        client.customerView.subscribePush({
          token,
          ...phone,
          endpoint: `https://x.example/${'x'.repeat(1000)}`,
        }),
      ),
    ).toMatchObject({ fields: { endpoint: 'Use at most 1,000 characters.' } })
    expect(await dumpDatabase(app.database)).toBe(before)
  })

  test('twice on one phone is one subscription, with its latest keys', async () => {
    const { ticketId, token, client, phone } = await subscribedCustomer()
    const { p256dh, auth } = createTestBrowser(service.origin)
    await client.customerView.subscribePush({ token, endpoint: phone.endpoint, p256dh, auth })
    expect(await subscriptionsOf(ticketId)).toMatchObject([{ endpoint: phone.endpoint, p256dh, auth }])
    const { entries } = await app.as('dana').tickets.activity({ ticketId })
    expect(entries.filter(({ verb }) => verb === 'ticket.turn-on-push')).toHaveLength(1)
  })

  test('on a sixth phone removes the oldest', async () => {
    const { ticketId, token, client, phone } = await subscribedCustomer()
    const others = Array.from({ length: MAX_PUSH_SUBSCRIPTIONS }, () => service.phone())
    for (const other of others) {
      later(1000)
      await client.customerView.subscribePush({ token, ...subscriptionOf(other) })
    }
    const remaining = (await subscriptionsOf(ticketId)).map(({ endpoint }) => endpoint)
    expect(remaining.toSorted()).toEqual(others.map(({ endpoint }) => endpoint).toSorted())
    expect(remaining).not.toContain(phone.endpoint)
  })
})

describe('a customer is notified', () => {
  test("of an approval request: by the company's name, in one sentence, with a link to their ticket", async () => {
    const { ticketId, token, phone } = await subscribedCustomer()
    await app.as('dana').approvals.request({ ticketId, jobNumbers: [1] })
    const [pushed] = await receivedPushes(phone, 1)
    expect(pushed?.payload).toEqual({
      title: bluebonnet.companyName,
      text: 'One job on your RV needs your approval.',
      url: `/follow/${token}`,
      tag: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect(pushed?.headers).toMatchObject({
      ttl: String(24 * 60 * 60),
      urgency: 'high',
      topic: pushed?.payload.tag,
    })
    expect(pushed?.claims).toMatchObject({ aud: service.origin, sub: 'mailto:desk@shop.example' })
    await waitUntilSent()
  })

  test('when a price rises above what they approved', async () => {
    const { ticketId, phone } = await subscribedCustomer()
    const desk = app.as('dana')
    const [line] = (await desk.approvals.get({ ticketId })).lines
    const job = { ticketId, jobNumber: 1, version: line?.version ?? '' }
    await desk.approvals.recordAnswer({ ...job, answer: 'approved', name: 'June Park' })
    await desk.tickets.changeJob({ ticketId, jobNumber: 1, estimatedTime: 40 })
    const [pushed] = await receivedPushes(phone, 1)
    expect(pushed?.payload.text).toBe('The price of work on your RV went up. It needs your approval again.')
    await waitUntilSent()
  })

  test('of every step of the work, in order', async () => {
    const { ticketId, phone } = await subscribedCustomer()
    const desk = app.as('dana')
    const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['Work on your RV has started.', () => app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 })],
      ['Your RV is on hold: waiting for a part.', () => desk.onHold.set({ ticketId, reason: 'part' })],
      ['Work on your RV has resumed.', () => desk.onHold.clear({ ticketId })],
      ['You have a new message.', () => desk.messages.post({ ticketId, text: 'It comes to $1,289.' })],
      [
        'Your RV is ready.',
        async () => {
          await app.as('rosa').tickets.clockOut({ ticketId, jobNumber: 1 })
          await desk.tickets.finalize({ ticketId })
        },
      ],
      ['More work is needed. We’ve reopened your ticket.', () => desk.tickets.reopen({ ticketId })],
      ['Your RV is ready.', () => desk.tickets.finalize({ ticketId })],
      ['Your visit is complete. See what was done.', () => desk.tickets.complete({ ticketId })],
    ]
    for (const [index, [sentence, step]] of steps.entries()) {
      later(1000)
      await step()
      const all = await receivedPushes(phone, index + 1)
      expect(all.at(-1)?.payload.text).toBe(sentence)
    }
    const sentTexts = JSON.stringify(
      service.pushesTo(phone).map(({ payload: { title, text } }) => [title, text]),
    )
    expect(sentTexts).not.toContain('1,289')
    for (const secret of [june.customerDetails.lastName, june.customerDetails.phone])
      expect(sentTexts).not.toContain(secret)
    await waitUntilSent()
  })

  test('when their booking is accepted or declined', async () => {
    for (const [step, sentence] of [
      ['accept', 'Your booking was accepted.'],
      ['decline', 'Your booking could not be accepted.'],
    ] as const) {
      const ticketId = await app.createBooking()
      const { link } = await app.as('dana').customerLinks.create({ ticketId })
      const phone = service.phone()
      const linkId = (
        await app.database
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
        ...subscriptionOf(phone),
        createdAt: app.now,
      }
      await app.database
        .insertInto('pushSubscription')
        .values({ companyId: app.ids.dana, ...row })
        .execute()
      await app.as('dana').tickets[step]({ ticketId })
      expect((await receivedPushes(phone, 1))[0]?.payload.text).toBe(sentence)
    }
  })

  test('not of another ticket, and not of what they did themselves', async () => {
    const [one, other] = [await subscribedCustomer(), await subscribedCustomer()]
    await one.client.customerView.post({ token: one.token, text: 'When can I come?' })
    expect(await queuedPushes()).toEqual([])
    await app.as('dana').messages.post({ ticketId: one.ticketId, text: 'Tomorrow at nine.' })
    await receivedPushes(one.phone, 1)
    await waitUntilSent()
    expect(service.pushesTo(other.phone)).toEqual([])
  })

  test('on all their phones, except where they turned it off', async () => {
    const { ticketId, token, client, phone } = await subscribedCustomer()
    const second = service.phone()
    await client.customerView.subscribePush({ token, ...subscriptionOf(second) })
    await app.as('dana').messages.post({ ticketId, text: 'Soon.' })
    await receivedPushes(phone, 1)
    await receivedPushes(second, 1)
    await client.customerView.unsubscribePush({ token, endpoint: phone.endpoint })
    later(1000)
    await app.as('dana').messages.post({ ticketId, text: 'Now.' })
    await receivedPushes(second, 2)
    await waitUntilSent()
    expect(service.pushesTo(phone)).toHaveLength(1)
  })
})

describe('notifications stop', () => {
  test('when the link is turned off, even queued ones', async () => {
    const { ticketId, phone } = await subscribedCustomer()
    service.behavior.status = 503
    await app.as('dana').messages.post({ ticketId, text: 'Soon.' })
    await expect.poll(async () => (await queuedPushes())[0]?.attempts).toBe(1)
    await app.as('dana').customerLinks.revoke({ ticketId })
    expect(await subscriptionsOf(ticketId)).toEqual([])
    service.behavior.status = null
    later(HOUR_MS)
    await app.as('dana').messages.post({ ticketId, text: 'Now.' })
    await waitUntilSent()
    expect(service.pushesTo(phone)).toEqual([])
  })

  test.each([
    ['phone number', { phone: '(574) 555-0999' }],
    ['email', { email: 'other@mail.example' }],
  ])("when the desk corrects the %s: the phones may be someone else's", async (_, customerDetails) => {
    const { ticketId, phone } = await subscribedCustomer()
    const other = await subscribedCustomer()
    service.behavior.status = 503
    await app.as('dana').messages.post({ ticketId, text: 'Soon.' })
    await expect.poll(async () => (await queuedPushes())[0]?.attempts).toBe(1)
    await app.as('dana').tickets.changeDetails({ ticketId, customerDetails })
    expect(await subscriptionsOf(ticketId)).toEqual([])
    expect(await subscriptionsOf(other.ticketId)).toHaveLength(1)
    const { entries } = await app.as('dana').tickets.activity({ ticketId })
    const sentences = entries.filter(({ verb }) => verb === 'ticket.remove-push').map(activitySentence)
    expect(sentences).toEqual([
      'Dana stopped phone notifications: the customer’s email or phone number changed',
    ])
    service.behavior.status = null
    later(HOUR_MS)
    await app.as('dana').messages.post({ ticketId, text: 'Now.' })
    await waitUntilSent()
    expect(service.pushesTo(phone)).toEqual([])
  })

  test('not when it is only formatted differently, or the change was refused', async () => {
    const { ticketId } = await subscribedCustomer()
    const { email, phone } = june.customerDetails
    const same = { phone: phone.replace(/\D/g, ''), email: email.toUpperCase(), firstName: 'Junie' }
    await app.as('dana').tickets.changeDetails({ ticketId, customerDetails: same })
    const wrong = {
      ticketId,
      customerDetails: { phone: '555 0999' },
      customerRV: { vin: 'NEVER-1', make: '' },
    }
    expect((await errorOf(app.as('dana').tickets.changeDetails(wrong))).code).toBe('INVALID')
    expect(await subscriptionsOf(ticketId)).toHaveLength(1)
    const { entries } = await app.as('dana').tickets.activity({ ticketId })
    expect(entries.filter(({ verb }) => verb === 'ticket.remove-push')).toEqual([])
  })

  test('when the link expires, and the subscription is deleted', async () => {
    const [{ ticketId }, going] = [await subscribedCustomer(), await subscribedCustomer()]
    await app.as('dana').tickets.finalize({ ticketId })
    await app.as('dana').tickets.complete({ ticketId })
    await deleteExpiredSubscriptions(
      app.database,
      expiredLinkCutoff(new Date(app.now.getTime() + 90 * DAY_MS - 1)),
    )
    expect(await subscriptionsOf(ticketId)).toHaveLength(1)
    await deleteExpiredSubscriptions(
      app.database,
      expiredLinkCutoff(new Date(app.now.getTime() + 90 * DAY_MS)),
    )
    expect([await subscriptionsOf(ticketId), (await subscriptionsOf(going.ticketId)).length]).toEqual([[], 1])
  })

  test('when the browser unsubscribed, and the subscription is deleted', async () => {
    const { ticketId, phone } = await subscribedCustomer()
    service.leave(phone)
    await app.as('dana').messages.post({ ticketId, text: 'Soon.' })
    await expect.poll(() => subscriptionsOf(ticketId)).toEqual([])
    await waitUntilSent()
  })

  test('when the command that causes one fails', async () => {
    const { ticketId, phone } = await subscribedCustomer()
    await errorOf(app.as('dana').tickets.complete({ ticketId }))
    await errorOf(app.as('dana').messages.post({ ticketId, text: 'Soon.', jobNumber: 9 }))
    await waitUntilSent()
    expect(service.pushesTo(phone)).toEqual([])
  })
})

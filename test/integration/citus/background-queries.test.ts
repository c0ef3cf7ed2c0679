// Background queries: emails, push messages, and what a server does every minute and every hour.

import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createFakeFileStore } from '#server/files/file-store.ts'
import type { MailTransport } from '#server/mail/mail-transport.ts'
import { createFakePushTransport, type PushTransport, SubscriptionGoneError } from '#server/push/web-push.ts'
import { bookAs, bookingInputOf } from '../../support/booking-fixtures.ts'
import { createLinkedTicket, createReview } from '../../support/customer-fixtures.ts'
import { imageFile } from '../../support/examples/secret-fixtures.ts'
import { createTestBrowser, subscriptionOf } from '../../support/push-service.ts'
import { createTestApp, freshDatabase, type TestApp } from '../../support/test-app.ts'
import { captureSql } from './capture-sql.ts'
import { createShardabilityChecker, type ShardabilityChecker, unexplainedProblemsIn } from './shardability.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The errors of the mail server and the push services. */
const failures: { mail: Error | null; push: Error | null } = { mail: null, push: null }
const mailTransport: MailTransport = {
  canDeliver: true,
  send: async () => {
    if (failures.mail !== null) throw failures.mail
  },
  close: () => {},
}
const pushTransport: PushTransport = {
  ...createFakePushTransport(),
  send: async () => {
    if (failures.push !== null) throw failures.push
  },
}
const files = createFakeFileStore()

let app: TestApp
let checker: ShardabilityChecker
beforeAll(async () => {
  // With rate limits, so that there are counts. The last test restarts it.
  const connection = await freshDatabase()
  app = await createTestApp({ connection, mailTransport, pushTransport, files, rateLimits: true })
  checker = await createShardabilityChecker(app)
})
beforeEach(() => {
  failures.mail = null
  failures.push = null
  app.now = new Date(app.now.getTime() + 60_000)
})

const expectShardable = async (act: () => Promise<unknown>, signs: readonly RegExp[]) =>
  expect(await unexplainedProblemsIn(checker, await captureSql(act, signs))).toEqual([])

const join = (name: string) => () =>
  app.as('visitor').rvOwners.requestSignup({ email: `${name}@mail.example` })

test('the mail worker delivering an email', () =>
  expectShardable(join('nora'), [
    /from "email_outbox" .* skip locked/,
    /update "email_outbox" set "sent_at"/,
  ]))

test('the mail worker refused by the mail server', () => {
  failures.mail = new Error('Come back later.')
  return expectShardable(join('otto'), [/update "email_outbox" set "attempts"/])
})

/** June's ticket, with notifications on her phone. */
async function subscribedCustomer() {
  const linked = await createLinkedTicket(app)
  await linked.client.customerView.subscribePush({
    token: linked.token,
    ...subscriptionOf(createTestBrowser('https://push.example')),
  })
  return linked.ticketId
}

const LOOKUPS = [/update push_outbox taken/, /from "push_subscription" inner join "company"/]

test.each([
  [
    'is told',
    null,
    [
      /from "push_outbox" where .* "at" > /,
      /delete from "push_outbox" where .* "at" < /,
      /where "message_id"/,
    ],
  ],
  ['cannot be reached', new Error('Come back later.'), [/update "push_outbox" set "attempts"/]],
  ['is gone', new SubscriptionGoneError('gone'), [/delete from "push_subscription" where "company_id"/]],
])('the push worker, whose phone %s', async (_, error, signs) => {
  const ticketId = await subscribedCustomer()
  failures.push = error
  const say = () => app.as('dana').messages.post({ ticketId, text: 'Tomorrow.' })
  await expectShardable(say, [...LOOKUPS, ...signs])
})

const CLEANUPS = [
  /delete_expired_idempotency_keys/,
  /delete from "email_outbox"/,
  /delete from rate_limit_counter/,
  /delete from auth_session/,
  /delete from auth_verification/,
  /delete_old_sign_ins/,
  /unconfirmed_bookings/,
  /companies_due_to_close/,
  /delete from "booking"/,
  /delete_ended_push_subscriptions/,
  /delete_abandoned_photo_uploads/,
  /delete_silent_devices/,
  /badges_to_recalculate/,
  /from "review" where .* "written_at" >=/,
  /insert into "directory"/,
]
const ACTIVATIONS = [/due_plans/, /delete from "planned_assignment"/, /insert into "assignment"/]
const EMAILS = [
  /unread_messages/,
  /update "ticket_message" set "email_due_at"/,
  /moved_promises/,
  /update "promised_day" set "email_due_at"/,
  /due_review_requests/,
  /from "review_request"/,
  /delete from "review_request"/,
  /due_notices/,
  /from "owner_notice" .* skip locked/,
  /delete from "owner_notice"/,
  /due_end_of_day_emails/,
  /from "company_preference" .* for update/,
  /tstzrange\(clock_in_time/,
]

test('a server after a long pause: cleanup, plans and emails', async () => {
  const desk = app.as('dana')
  await desk.tickets.assign({
    ticketId: await app.createTicket(),
    employeeId: app.ids.rosa,
    date: '2026-03-17',
  })
  await desk.preferences.change({ asksForReviews: true, emailsEndOfDay: true, promisesDays: true })
  // It is a Saturday afternoon after the pause.
  await desk.companies.changeWeekdayHours({ weekdays: [6], opens: 8, closes: 12 })
  const ticketId = await subscribedCustomer()
  await desk.messages.post({ ticketId, text: 'Tomorrow.' })
  await desk.promisedDays.promise({ ticketId, day: '2025-11-25' })
  await desk.promisedDays.promise({ ticketId, day: '2025-11-26', reason: 'The seal is late.' })
  await desk.tickets.finalize({ ticketId })
  await desk.tickets.complete({ ticketId })
  await createReview(app)
  await bookAs(app, bookingInputOf(app.now), await imageFile())
  await app.close()
  const later = new Date(app.now.getTime() + 800 * DAY_MS)
  let there: TestApp | undefined
  const openAndClose = async () => {
    there = await createTestApp({
      connection: app.connection,
      mailTransport,
      pushTransport,
      files,
      now: () => later,
    })
    const overdue = there.database.selectFrom('backgroundJob').select('name').where('nextRunAt', '<=', later)
    await expect.poll(() => overdue.execute()).toEqual([])
    // It finishes what it has started.
    await there.close()
  }
  await expectShardable(openAndClose, [...CLEANUPS, ...ACTIVATIONS, ...EMAILS])
  expect([...app.loggedErrors, ...(there?.loggedErrors ?? [])].map(({ error }) => error)).toEqual([
    // As set up above.
    new Error('Come back later.'),
    new Error('Come back later.'),
  ])
})

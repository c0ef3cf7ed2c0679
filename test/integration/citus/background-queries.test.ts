// What nobody asks for: the letters, the news for phones, and what a server does on its own every minute and every hour.

import { beforeAll, beforeEach, expect, test } from 'vitest'
import { pretendStore } from '#server/files/file-store.ts'
import type { Mail } from '#server/mail/transport.ts'
import { PhoneGone, type Push, pretendPush } from '#server/push/web-push.ts'
import { bookAs, wishOf } from '../../support/booking-fixtures.ts'
import { linkedTicket, reviewed } from '../../support/customer-fixtures.ts'
import { phoneAt, saidBy } from '../../support/push-service.ts'
import { openWorld, type World } from '../../support/test-app.ts'
import { picture } from '../tenancy/secret-fixtures.ts'
import { hear } from './capture-sql.ts'
import { type Judge, openJudge, unexplainedIn } from './shardability.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** What the mail server and the push services say instead of yes. */
const mood: { mail: Error | null; push: Error | null } = { mail: null, push: null }
const mail: Mail = {
  reaches: true,
  send: async () => {
    if (mood.mail !== null) throw mood.mail
  },
  close: () => {},
}
const push: Push = {
  ...pretendPush(),
  send: async () => {
    if (mood.push !== null) throw mood.push
  },
}
const files = pretendStore()

let world: World
let judge: Judge
beforeAll(async () => {
  // With its limits, so that there are counts.
  world = await openWorld({ mail, push, files, rateLimits: true })
  judge = await openJudge(world)
})
beforeEach(() => {
  mood.mail = null
  mood.push = null
  world.now = new Date(world.now.getTime() + 60_000)
})

const expectToLiveOn = async (act: () => Promise<unknown>, signs: readonly RegExp[]) =>
  expect(await unexplainedIn(judge, await hear(act, signs))).toEqual([])

const join = (name: string) => () => world.as('visitor').my.join({ email: `${name}@mail.example` })

test('the postman, who delivers a letter', () =>
  expectToLiveOn(join('nora'), [/from "letter" .* skip locked/, /update "letter" set "sent_at"/]))

test('the postman, whom the mail server sends away', () => {
  mood.mail = new Error('Come back later.')
  return expectToLiveOn(join('otto'), [/update "letter" set "tries"/])
})

/** June's ticket, of which her phone is told. */
async function toldByPhone() {
  const linked = await linkedTicket(world)
  await linked.client.follow.tellPhone({ token: linked.token, ...saidBy(phoneAt('https://push.example')) })
  return linked.ticketId
}

const FOUND = [/update push_note taken/, /from "push_subscription" inner join "company"/]

test.each([
  [
    'is told',
    null,
    [/from "push_note" where .* "at" > /, /delete from "push_note" where .* "at" < /, /where "note_id"/],
  ],
  ['cannot be reached', new Error('Come back later.'), [/update "push_note" set "tries"/]],
  ['is gone', new PhoneGone('gone'), [/delete from "push_subscription" where "company_id"/]],
])('the herald, whose phone %s', async (_, fault, signs) => {
  const ticketId = await toldByPhone()
  mood.push = fault
  const say = () => world.as('dana').messages.say({ ticketId, text: 'Tomorrow.' })
  await expectToLiveOn(say, [...FOUND, ...signs])
})

const TIDIED = [
  /forget_old_answers/,
  /delete from "letter"/,
  /delete from rate_count/,
  /delete from auth_session/,
  /delete from auth_verification/,
  /forget_old_sign_ins/,
  /forgotten_bookings/,
  /delete from "booking"/,
  /forget_ended_phones/,
  /badges_to_revise/,
  /from "review" where .* "written_at" >=/,
  /insert into "directory"/,
]
const TAKEN_UP = [/due_plans/, /delete from "planned_assignment"/, /insert into "assignment"/]

test('a server that starts long after: it tidies up and takes up the plans', async () => {
  const desk = world.as('dana')
  await desk.tickets.assign({
    ...{ ticketId: await world.ticket(), employeeId: world.ids.rosa, date: '2026-03-17' },
  })
  const ticketId = await toldByPhone()
  await desk.tickets.finalize({ ticketId })
  await desk.tickets.complete({ ticketId })
  await reviewed(world)
  await bookAs(world, wishOf(world.now), await picture())
  await world.close()
  const later = new Date(world.now.getTime() + 800 * DAY_MS)
  let there: World | undefined
  const openAndClose = async () => {
    there = await openWorld({ connection: world.connection, mail, push, files, now: () => later })
    // It ends what it has begun.
    await there.close()
  }
  await expectToLiveOn(openAndClose, [...TIDIED, ...TAKEN_UP])
  expect([...world.faults, ...(there?.faults ?? [])].map(({ fault }) => fault)).toEqual([
    // As was arranged above.
    ...[new Error('Come back later.'), new Error('Come back later.')],
  ])
})

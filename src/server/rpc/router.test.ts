import { randomUUID } from 'node:crypto'
import { isContractProcedure } from '@orpc/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { hasTrailSentence } from '#domain/audit/entry.ts'
import { hasSentence } from '#domain/tickets/activity.ts'
import { bluebonnet, customers, june, PASSWORD } from '#server/seed/demo-accounts.ts'
import { answering, doneTicket, reviewed } from '../../../test/support/customer-fixtures.ts'
import { everyRow } from '../../../test/support/database-dump.ts'
import { phoneAt, saidBy } from '../../../test/support/push-service.ts'
import { claimed, newOwner as somebodyElse, visited } from '../../../test/support/rig-owner-fixtures.ts'
import { joinTokenFor, newOwner } from '../../../test/support/signup.ts'
import { type Client, openWorld, refusalOf, type World } from '../../../test/support/test-app.ts'

let world: World
let callers: Record<Caller, Client>

/**
 * `technician` is on the ticket, `other` a colleague who is not, `rival` owns another company; `rvOwner` and
 * `founder` are of none.
 */
const CALLERS = [
  'visitor',
  'stranger',
  'flagless',
  'technician',
  'other',
  'writer',
  'owner',
  'rival',
  'rvOwner',
  'founder',
] as const
type Caller = (typeof CALLERS)[number]

const person = (firstName: string) => ({
  ...{ firstName, lastName: 'Moss', email: `${firstName}.${randomUUID()}@bluebonnet.example`.toLowerCase() },
  ...{ phone: '(574) 555-0188', licenseNumber: 'IN-1', password: PASSWORD },
})

beforeAll(async () => {
  world = await openWorld()
  const fay = person('Fay')
  await world.as('dana').employees.register(fay)
  // An account that belongs to no company any more.
  const ex = { id: randomUUID(), email: 'ex@mail.example' }
  await sql`insert into auth_user (id, name, email, created_at, updated_at)
    values (${ex.id}, 'Ex', ${ex.email}, now(), now())`.execute(world.database)
  await sql`insert into auth_credential (user_id, account_id, provider_id, password, created_at, updated_at)
    select ${ex.id}, ${ex.id}, 'credential', password, now(), now() from auth_credential limit 1
  `.execute(world.database)
  callers = {
    visitor: world.as('visitor'),
    stranger: world.withCookie(await world.signIn(ex.email)),
    flagless: world.withCookie(await world.signIn(fay.email)),
    technician: world.as('rosa'),
    other: world.as('sam'),
    writer: world.as('walt'),
    owner: world.as('dana'),
    rival: world.as('ray'),
    rvOwner: world.as('june'),
    founder: world.as('maya'),
  }
})
afterAll(() => world.close())

const ok = 'ok'
const sign = 'UNAUTHORIZED'
const no = 'FORBIDDEN'
const none = 'NOT_FOUND'
/** A ticket's link, whose question nobody here has answered. */
const unanswered = 'REFUSED'
const refused = 'REFUSED'
type Outcome = typeof ok | typeof sign | typeof no | typeof none | typeof refused

const SIGNED_IN: Outcome[] = [sign, no, ok, ok, ok, ok, ok, ok, ok, ok]
const ANYONE: Outcome[] = [ok, ok, ok, ok, ok, ok, ok, ok, ok, ok]
const STAFF: Outcome[] = [sign, no, ok, ok, ok, ok, ok, ok, no, no]
const OWN_DESK: Outcome[] = [sign, no, no, no, no, ok, ok, ok, no, no]
const OWN_BOARD: Outcome[] = [sign, no, no, ok, ok, ok, ok, ok, no, no]
const OWN_OFFICE: Outcome[] = [sign, no, no, no, no, no, ok, ok, no, no]
/** On a ticket of Bluebonnet's that Rosa is assigned to. */
const DESK: Outcome[] = [sign, no, no, no, no, ok, ok, none, no, no]
const BAY: Outcome[] = [sign, no, no, ok, none, ok, ok, none, no, no]
const OFFICE: Outcome[] = [sign, no, no, no, no, no, ok, none, no, no]

const RV_OWNER: Outcome[] = [sign, no, no, no, no, no, no, no, ok, ok]
const FOUNDERS: Outcome[] = CALLERS.map(caller =>
  caller === 'visitor' ? sign : caller === 'founder' ? ok : no,
)
/** Of somebody with an account of their own, on rigs that are theirs; everybody else's are none. */
const JUNES_RIG: Outcome[] = [sign, no, no, no, no, no, no, no, ok, none]

const UNANSWERED: Outcome[] = CALLERS.map(() => unanswered)

type Prepared = (client: Client) => Promise<unknown>
type Case = {
  /** In the order of CALLERS. */
  readonly outcomes: readonly Outcome[]
  readonly kind: 'command' | 'query'
  /** Brings everything to where an allowed caller would succeed; answers with the call. */
  readonly prepare: () => Promise<Prepared>
}

const asking = (outcomes: Outcome[], ask: Prepared): Case => ({
  ...{ outcomes, kind: 'query', prepare: async () => ask },
})

type OnTicket = (client: Client, ticketId: number) => Promise<unknown>

/** A command on Rosa's ticket, once the desk has done `before` to it. */
const onTicket = (outcomes: Outcome[], act: OnTicket, before?: OnTicket): Case => ({
  ...{ outcomes, kind: 'command' },
  prepare: async () => {
    const ticketId = await world.ticket('rosa')
    await before?.(world.as('dana'), ticketId)
    return client => act(client, ticketId)
  },
})

const onBooking = (act: OnTicket): Case => ({
  ...{ outcomes: DESK, kind: 'command' },
  prepare: async () => {
    const ticketId = await world.booking()
    return client => act(client, ticketId)
  },
})

/** By the link of a ticket. */
const byLink = (
  kind: Case['kind'],
  outcomes: Outcome[],
  ask: (client: Client, token: string) => Promise<unknown>,
): Case => ({
  ...{ outcomes, kind },
  prepare: async () => {
    const ticketId = await world.ticket('rosa')
    const { link } = await world.as('dana').links.make({ ticketId })
    const token = link.path.split('/').at(-1) ?? ''
    return client => ask(client, token)
  },
})

/** Something that the ticket's customer wrote. */
async function written(ticketId: number): Promise<void> {
  const { link } = await world.as('dana').links.make({ ticketId })
  const token = link.path.split('/').at(-1) ?? ''
  await (await answering(world, token)).client.follow.say({ token, text: 'When can I come?' })
}

type OnEmployee = (client: Client, id: string) => Promise<unknown>

/** A command on somebody whom Bluebonnet has just hired, once the owner has done `before` to them. */
const onEmployee = (act: OnEmployee, before?: OnEmployee): Case => ({
  ...{ outcomes: OFFICE, kind: 'command' },
  prepare: async () => {
    const { id } = await world.as('dana').employees.register(person('Hal'))
    await before?.(world.as('dana'), id)
    return client => act(client, id)
  },
})

const tubes = { quantity: 2, description: 'Sealant', perPartAmount: 13.75 }

const onPart = (act: (client: Client, ticketId: number, partId: string) => Promise<unknown>): Case => ({
  ...{ outcomes: DESK, kind: 'command' },
  prepare: async () => {
    const ticketId = await world.ticket('rosa')
    const { partId } = await world.as('dana').tickets.addPart({ ticketId, ...tubes })
    return client => act(client, ticketId, partId)
  },
})

const emailOf = async (id: string): Promise<string> =>
  (await sql<{ email: string }>`select email from auth_user where id = ${id}`.execute(world.database)).rows[0]
    ?.email ?? ''

/** A command of the founders', on a company that nobody is signed in to. */
const onCompany = (
  act: (client: Client, companyUUID: string) => Promise<unknown>,
  before: (founder: Client, companyUUID: string) => Promise<unknown> = async () => {},
): Case => ({
  ...{ outcomes: FOUNDERS, kind: 'command' },
  prepare: async () => {
    const { companyUUID } = await world.as('visitor').companies.register({
      ...{ companyName: 'New RV', email: `${randomUUID()}@mail.example`, password: PASSWORD },
      companyPhone: '(512) 555-0100',
    })
    await before(world.as('maya'), companyUUID)
    return client => act(client, companyUUID)
  },
})

const MONTH = { from: '2025-09-01', until: '2025-09-30', note: 'A month.' }

/** Signs this person in once more, and answers with that session; with no one's for who may not. */
async function elsewhere(client: Client): Promise<string> {
  const who = await client.me()
  const email = 'id' in who && who.kind !== 'stranger' ? await emailOf(who.id) : null
  if (email === null) return randomUUID()
  await world.signIn(email)
  return (await client.account.sessions()).find(({ isThis }) => !isThis)?.id ?? ''
}

type OnRig = (client: Client, rig: Awaited<ReturnType<typeof claimed>>) => Promise<unknown>

/** On a rig that June holds, once she has done `before` to it. */
const onRig = (kind: Case['kind'], act: OnRig, before?: OnRig): Case => ({
  ...{ outcomes: JUNES_RIG, kind },
  prepare: async () => {
    const rig = await claimed(world)
    await before?.(world.as('june'), rig)
    return client => act(client, rig)
  },
})

/** Every name of the contract: who may, and what the others are told. */
const TABLE: Readonly<Record<string, Case>> = {
  me: asking(ANYONE, client => client.me()),
  'account.get': asking(SIGNED_IN, client => client.account.get()),
  'account.sessions': asking(SIGNED_IN, client => client.account.sessions()),
  'account.endSession': {
    ...{ outcomes: SIGNED_IN, kind: 'command' },
    // Somebody may end a session of their own; who has none is refused before that is asked.
    prepare: async () => async client => {
      const sessionId = await elsewhere(client)
      await client.account.endSession({ sessionId })
    },
  },
  'account.endOtherSessions': {
    ...{ outcomes: SIGNED_IN, kind: 'command' },
    prepare: async () => async client => {
      await elsewhere(client)
      await client.account.endOtherSessions()
    },
  },
  'my.join': asking(ANYONE, client => client.my.join({ email: `${randomUUID()}@mail.example` })),
  'my.look': {
    ...{ outcomes: ANYONE, kind: 'query' },
    prepare: async () => {
      const token = await joinTokenFor(world)
      return client => client.my.look({ token })
    },
  },
  'my.confirm': {
    ...{ outcomes: ANYONE, kind: 'command' },
    prepare: async () => {
      const token = await joinTokenFor(world)
      return client => client.my.confirm({ token, ...newOwner })
    },
  },
  'my.tickets': asking(RV_OWNER, client => client.my.tickets({})),
  'my.open': {
    // The ticket stands under the email of the owner, not of the founder.
    ...{ outcomes: [...RV_OWNER.slice(0, -1), none], kind: 'command' },
    prepare: async () => {
      const ticketId = await world.ticket('rosa')
      return client => client.my.open({ companyUUID: world.ids.dana, ticketId })
    },
  },
  'my.details': asking(RV_OWNER, client => client.my.details()),
  'my.changeDetails': {
    ...{ outcomes: RV_OWNER, kind: 'command' },
    prepare: async () => client => client.my.changeDetails({ address: randomUUID() }),
  },
  'my.leave': {
    // A founder's stays. June is asked for by others after this, so somebody like her goes.
    ...{ outcomes: [...RV_OWNER.slice(0, -1), refused], kind: 'command' },
    prepare: async () => {
      const like = await somebodyElse(world)
      return client => (client === callers.rvOwner ? like.client : client).my.leave({ password: PASSWORD })
    },
  },
  'companies.register': {
    ...{ outcomes: ANYONE, kind: 'command' },
    prepare: async () => client => {
      const { owner: _, ...company } = bluebonnet
      return client.companies.register({
        ...company,
        email: `${randomUUID()}@mail.example`,
        password: PASSWORD,
      })
    },
  },
  'companies.list': asking(ANYONE, client => client.companies.list({})),
  'companies.get': asking(ANYONE, client => client.companies.get({ companyId: world.ids.dana })),
  'companies.change': {
    ...{ outcomes: OWN_OFFICE, kind: 'command' },
    prepare: async () => client => client.companies.change({ companyName: randomUUID() }),
  },
  'companies.mine': asking(STAFF, client => client.companies.mine()),
  'employees.list': asking(OWN_DESK, client => client.employees.list()),
  'employees.register': {
    ...{ outcomes: OWN_OFFICE, kind: 'command' },
    prepare: async () => client => client.employees.register(person('Gil')),
  },
  'employees.change': onEmployee((client, id) => client.employees.change({ id, phone: '(574) 555-0101' })),
  'employees.deactivate': onEmployee((client, id) => client.employees.deactivate({ id })),
  'employees.reactivate': onEmployee(
    (client, id) => client.employees.reactivate({ id }),
    (owner, id) => owner.employees.deactivate({ id }),
  ),
  'employees.sendReset': onEmployee((client, id) => client.employees.sendReset({ id })),
  'employees.delete': onEmployee((client, id) => client.employees.delete({ id })),
  'employees.mine': asking(STAFF, client => client.employees.mine()),
  'trail.deeds': asking(OWN_OFFICE, client => client.trail.deeds({})),
  'trail.signIns': asking(OWN_OFFICE, client => client.trail.signIns({})),
  'schedule.week': asking(OWN_DESK, client => client.schedule.week({})),
  'tickets.board': asking(OWN_BOARD, client => client.tickets.board()),
  'tickets.list': asking(OWN_BOARD, client => client.tickets.list({})),
  'tickets.create': {
    ...{ outcomes: OWN_DESK, kind: 'command' },
    prepare: async () => client => client.tickets.create({ ...june, jobs: [] }),
  },
  'tickets.activity': {
    ...onTicket(BAY, (client, ticketId) => client.tickets.activity({ ticketId })),
    kind: 'query',
  },
  'tickets.get': { ...onTicket(BAY, (client, ticketId) => client.tickets.get({ ticketId })), kind: 'query' },
  'tickets.changeDetails': onTicket(DESK, (client, ticketId) =>
    client.tickets.changeDetails({ ticketId, customerDetails: { phone: '(574) 555-0299' } }),
  ),
  'tickets.accept': onBooking((client, ticketId) => client.tickets.accept({ ticketId })),
  'tickets.decline': onBooking((client, ticketId) => client.tickets.decline({ ticketId })),
  'bookings.get': {
    ...onBooking((client, ticketId) => client.bookings.get({ ticketId })),
    kind: 'query',
  },
  'bookings.look': {
    ...{ outcomes: ANYONE, kind: 'query' },
    prepare: async () => {
      const token = await world.unconfirmed({ email: `${randomUUID()}@mail.example` })
      return client => client.bookings.look({ token })
    },
  },
  'bookings.confirm': {
    ...{ outcomes: ANYONE, kind: 'command' },
    prepare: async () => {
      const token = await world.unconfirmed({ email: `${randomUUID()}@mail.example` })
      return client => client.bookings.confirm({ token })
    },
  },
  'tickets.askApproval': onTicket(BAY, (client, ticketId) => client.tickets.askApproval({ ticketId })),
  'tickets.approve': onTicket(
    DESK,
    (client, ticketId) => client.tickets.approve({ ticketId }),
    (desk, ticketId) => desk.tickets.askApproval({ ticketId }),
  ),
  'tickets.finalize': onTicket(DESK, (client, ticketId) => client.tickets.finalize({ ticketId })),
  'tickets.complete': onTicket(
    DESK,
    (client, ticketId) => client.tickets.complete({ ticketId }),
    (desk, ticketId) => desk.tickets.finalize({ ticketId }),
  ),
  'tickets.reopen': onTicket(
    DESK,
    (client, ticketId) => client.tickets.reopen({ ticketId }),
    (desk, ticketId) => desk.tickets.finalize({ ticketId }),
  ),
  'tickets.assign': onTicket(DESK, (client, ticketId) =>
    client.tickets.assign({ ticketId, employeeId: world.ids.sam }),
  ),
  'tickets.release': onTicket(DESK, (client, ticketId) => client.tickets.release({ ticketId })),
  'tickets.addJob': onTicket(DESK, (client, ticketId) =>
    client.tickets.addJob({ ticketId, problem: 'Rust' }),
  ),
  'tickets.removeJob': onTicket(DESK, (client, ticketId) =>
    client.tickets.removeJob({ ticketId, jobNumber: 1 }),
  ),
  'tickets.clockIn': onTicket(BAY, (client, ticketId) => client.tickets.clockIn({ ticketId, jobNumber: 1 })),
  'tickets.clockOut': {
    ...{ outcomes: BAY, kind: 'command' },
    prepare: async () => {
      const ticketId = await world.ticket('rosa')
      // A clock is stopped by the one who runs it; who may run none is refused before that is asked.
      return async client => {
        await client.tickets.clockIn({ ticketId, jobNumber: 1 }).catch(() => {})
        await client.tickets.clockOut({ ticketId, jobNumber: 1 })
      }
    },
  },
  'tickets.changeJob': onTicket(BAY, (client, ticketId) =>
    client.tickets.changeJob({ ticketId, jobNumber: 1, cause: 'Sealant cracked' }),
  ),
  'tickets.approveTime': {
    ...{ outcomes: DESK, kind: 'command' },
    prepare: async () => {
      const jobs = [{ problem: 'Slide-out', estimatedTime: 1, estimate: true }]
      const { ticketId } = await world.as('dana').tickets.create({ ...customers[0], jobs })
      await world.as('dana').tickets.changeJob({ ticketId, jobNumber: 1, suggestedTime: 2 })
      return client => client.tickets.approveTime({ ticketId, jobNumber: 1 })
    },
  },
  'tickets.addPart': onTicket(BAY, (client, ticketId) =>
    client.tickets.addPart({ ticketId, quantity: 1, description: 'Grease seal' }),
  ),
  'tickets.changePart': onPart((client, ticketId, partId) =>
    client.tickets.changePart({ ticketId, partId, perPartAmount: 9.8 }),
  ),
  'tickets.removePart': onPart((client, ticketId, partId) => client.tickets.removePart({ ticketId, partId })),
  'tickets.disputes': {
    ...onTicket(DESK, (client, ticketId) => client.tickets.disputes({ ticketId })),
    kind: 'query',
  },
  'links.get': {
    ...onTicket(DESK, (client, ticketId) => client.links.get({ ticketId })),
    kind: 'query',
  },
  'links.make': onTicket(DESK, (client, ticketId) => client.links.make({ ticketId })),
  'links.revoke': onTicket(
    DESK,
    (client, ticketId) => client.links.revoke({ ticketId }),
    (desk, ticketId) => desk.links.make({ ticketId }),
  ),
  'links.mail': onTicket(DESK, (client, ticketId) => client.links.mail({ ticketId })),
  'follow.look': byLink('query', ANYONE, (client, token) => client.follow.look({ token })),
  'follow.answer': byLink('command', ANYONE, (client, token) =>
    client.follow.answer({ token, digits: june.customerDetails.phone.slice(-4) }),
  ),
  'follow.get': byLink('query', UNANSWERED, (client, token) => client.follow.get({ token })),
  'follow.messages': byLink('query', UNANSWERED, (client, token) => client.follow.messages({ token })),
  'follow.say': byLink('command', UNANSWERED, (client, token) =>
    client.follow.say({ token, text: 'When can I come?' }),
  ),
  'follow.tellPhone': byLink('command', UNANSWERED, (client, token) =>
    client.follow.tellPhone({ token, ...saidBy(phoneAt('https://push.example')) }),
  ),
  'follow.stopPhone': byLink('command', UNANSWERED, (client, token) =>
    client.follow.stopPhone({ token, endpoint: 'https://push.example/x' }),
  ),
  'messages.list': {
    ...onTicket(DESK, (client, ticketId) => client.messages.list({ ticketId })),
    kind: 'query',
  },
  'messages.say': onTicket(DESK, (client, ticketId) => client.messages.say({ ticketId, text: 'Tomorrow.' })),
  'messages.markSeen': {
    outcomes: DESK,
    kind: 'command',
    prepare: async () => {
      const ticketId = await world.ticket('rosa')
      await written(ticketId)
      return client => client.messages.markSeen({ ticketId })
    },
  },
  'messages.unseen': asking(OWN_DESK, client => client.messages.unseen()),
  'waiting.get': {
    ...onTicket(DESK, (client, ticketId) => client.waiting.get({ ticketId })),
    kind: 'query',
  },
  'waiting.set': onTicket(DESK, (client, ticketId) => client.waiting.set({ ticketId, reason: 'part' })),
  'waiting.clear': onTicket(
    DESK,
    (client, ticketId) => client.waiting.clear({ ticketId }),
    (desk, ticketId) => desk.waiting.set({ ticketId, reason: 'part' }),
  ),
  'follow.questions': byLink('query', UNANSWERED, (client, token) => client.follow.questions({ token })),
  'follow.answerLine': byLink('command', UNANSWERED, (client, token) =>
    client.follow.answerLine({
      ...{ token, requestId: randomUUID(), jobNumber: 1, version: 'as it was', answer: 'approved' },
    }),
  ),
  'approvals.get': {
    ...onTicket(DESK, (client, ticketId) => client.approvals.get({ ticketId })),
    kind: 'query',
  },
  'approvals.ask': onTicket(DESK, (client, ticketId) => client.approvals.ask({ ticketId, jobNumbers: [1] })),
  'approvals.record': {
    ...{ outcomes: DESK, kind: 'command' },
    prepare: async () => {
      const ticketId = await world.ticket('rosa')
      const [line] = (await world.as('dana').approvals.get({ ticketId })).lines
      const said = { ticketId, jobNumber: 1, version: line?.version ?? '', answer: 'declined' } as const
      return client => client.approvals.record(said)
    },
  },
  'approvals.withdraw': onTicket(
    DESK,
    (client, ticketId) => client.approvals.withdraw({ ticketId, jobNumber: 1 }),
    async (desk, ticketId) => {
      await desk.approvals.ask({ ticketId, jobNumbers: [1] })
    },
  ),
  'reviews.list': asking(ANYONE, client => client.reviews.list({ companyId: world.ids.dana })),
  'reviews.own': asking(OWN_OFFICE, client => client.reviews.own({})),
  'reviews.answer': {
    ...{ outcomes: OFFICE, kind: 'command' },
    prepare: async () => {
      const ticketId = await reviewed(world)
      return client => client.reviews.answer({ ticketId, words: 'Thank you.' })
    },
  },
  'reviews.byLink': byLink('query', UNANSWERED, (client, token) => client.reviews.byLink({ token })),
  'reviews.write': byLink('command', UNANSWERED, (client, token) =>
    client.reviews.write({ token, stars: 5, words: 'Dry again.' }),
  ),
  'clocks.mine': asking(STAFF, client => client.clocks.mine()),
  'clocks.list': asking(OWN_DESK, client => client.clocks.list()),
  'clocks.correct': {
    ...{ outcomes: DESK, kind: 'command' },
    prepare: async () => {
      const ticketId = await world.ticket('rosa')
      const { sessionId } = await world.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 })
      return client => client.clocks.correct({ ticketId, sessionId, reason: 'Asked Rosa' })
    },
  },
  'rigs.suggest': asking(OWN_DESK, client => client.rigs.suggest({ starts: '1UJ' })),
  'rigs.deferred': asking(OWN_DESK, client => client.rigs.deferred({ vin: june.customerRV.vin })),
  'rigs.get': {
    ...{ outcomes: OWN_DESK, kind: 'query' },
    prepare: async () => {
      await world.ticket()
      return client => client.rigs.get({ vin: june.customerRV.vin })
    },
  },
  'rigs.decode': asking(ANYONE, client => client.rigs.decode({ vin: june.customerRV.vin })),
  'places.suggest': asking(ANYONE, client => client.places.suggest({ q: '123 Main St, Elkh' })),
  'places.map': asking(ANYONE, client => client.places.map()),
  'workHistory.get': asking(ANYONE, client => client.workHistory.get({ vin: june.customerRV.vin })),
  'myRigs.list': asking(RV_OWNER, client => client.myRigs.list()),
  'myRigs.claim': {
    ...{ outcomes: RV_OWNER, kind: 'command' },
    prepare: async () => {
      const { vin, code } = await visited(world, { vin: `OPEN-${randomUUID().slice(0, 8)}` })
      return client => client.myRigs.claim({ vin, code })
    },
  },
  'myRigs.get': onRig('query', (client, { vin }) => client.myRigs.get({ vin })),
  'myRigs.letGo': onRig('command', (client, { vin }) => client.myRigs.letGo({ vin })),
  'myRigs.offer': onRig('command', (client, { vin }) => client.myRigs.offer({ vin })),
  'myRigs.withdrawOffer': onRig(
    'command',
    (client, { vin }) => client.myRigs.withdrawOffer({ vin }),
    (holder, { vin }) => holder.myRigs.offer({ vin }),
  ),
  'myRigs.share': onRig('command', (client, { vin }) => client.myRigs.share({ vin })),
  'myRigs.revokeReport': {
    ...{ outcomes: JUNES_RIG, kind: 'command' },
    prepare: async () => {
      const { vin } = await claimed(world)
      const { reportId } = (await world.as('june').myRigs.share({ vin })).report
      return client => client.myRigs.revokeReport({ vin, reportId })
    },
  },
  'myRigs.note': onRig('command', (client, { vin, companyUUID, ticketId }) =>
    client.myRigs.note({ vin, companyUUID, ticketId, kind: 'dispute', words: 'It leaks.' }),
  ),
  'myRigs.removeNote': onRig(
    'command',
    (client, { vin, companyUUID, ticketId }) =>
      client.myRigs.removeNote({ vin, companyUUID, ticketId, kind: 'note' }),
    (holder, { vin, companyUUID, ticketId }) =>
      holder.myRigs.note({ vin, companyUUID, ticketId, kind: 'note', words: 'Dry.' }),
  ),
  'myRigs.report': {
    ...{ outcomes: ANYONE, kind: 'query' },
    prepare: async () => {
      const { vin } = await claimed(world)
      const token = (await world.as('june').myRigs.share({ vin })).report.path.split('/').at(-1) ?? ''
      return client => client.myRigs.report({ token })
    },
  },
  'downloads.androidApp': asking(ANYONE, client => client.downloads.androidApp()),
  'vitals.report': asking(ANYONE, client => client.vitals.report({ route: '/dashboard', LCP: 900 })),
  'founders.companies': asking(FOUNDERS, client => client.founders.companies({})),
  'founders.company': asking(FOUNDERS, client => client.founders.company({ companyUUID: world.ids.dana })),
  'founders.reviews': asking(FOUNDERS, client => client.founders.reviews({ companyUUID: world.ids.dana })),
  'founders.verify': onCompany((client, companyUUID) => client.founders.verify({ companyUUID, ...MONTH })),
  'founders.unverify': onCompany(
    (client, companyUUID) => client.founders.unverify({ companyUUID, reason: 'Asked' }),
    (founder, companyUUID) => founder.founders.verify({ companyUUID, ...MONTH }),
  ),
  'founders.setPending': onCompany((client, companyUUID) =>
    client.founders.setPending({ companyUUID, pendingStatus: false }),
  ),
  'founders.suspend': onCompany((client, companyUUID) =>
    client.founders.suspend({ companyUUID, reason: 'Gone' }),
  ),
  'founders.restore': onCompany(
    (client, companyUUID) => client.founders.restore({ companyUUID, reason: 'Back' }),
    (founder, companyUUID) => founder.founders.suspend({ companyUUID, reason: 'Gone' }),
  ),
  'founders.removeReview': {
    ...{ outcomes: FOUNDERS, kind: 'command' },
    prepare: async () => {
      const review = {
        companyUUID: world.ids.dana,
        ticketId: await reviewed(world),
        reason: 'Names a person',
      }
      return client => client.founders.removeReview(review)
    },
  },
  'founders.restoreReview': {
    ...{ outcomes: FOUNDERS, kind: 'command' },
    prepare: async () => {
      const review = { companyUUID: world.ids.dana, ticketId: await reviewed(world), reason: 'Names nobody' }
      await world.as('maya').founders.removeReview(review)
      return client => client.founders.restoreReview(review)
    },
  },
  'founders.history': asking(FOUNDERS, client => client.founders.history({ vin: june.customerRV.vin })),
  'founders.correctVin': {
    ...{ outcomes: FOUNDERS, kind: 'command' },
    prepare: async () => {
      const { ticketId } = await doneTicket(world)
      const of = { companyUUID: world.ids.dana, ticketId, reason: 'The plate' }
      return client =>
        client.founders.correctVin({ ...of, vin: june.customerRV.vin, newVin: `RIGHT-${ticketId}` })
    },
  },
  'founders.endClaim': {
    ...{ outcomes: FOUNDERS, kind: 'command' },
    prepare: async () => {
      const { vin } = await claimed(world)
      return client => client.founders.endClaim({ vin, reason: 'Made up' })
    },
  },
  'founders.disputes': asking(FOUNDERS, client => client.founders.disputes({})),
  'founders.deeds': asking(FOUNDERS, client => client.founders.deeds({})),
}

const namesIn = (branch: object, path: readonly string[] = []): string[] =>
  Object.entries(branch).flatMap(([name, below]) =>
    isContractProcedure(below) ? [[...path, name].join('.')] : namesIn(below, [...path, name]),
  )

const everything = (): Promise<string> => everyRow(world.database)

const trailLength = async (): Promise<number> =>
  (
    await sql<{
      count: number
    }>`select (select count(*) from change) + (select count(*) from deed) as count`.execute(world.database)
  ).rows[0]?.count ?? 0

test('every name of the contract stands in the table of who may', () => {
  expect(namesIn(contract).sort()).toEqual(Object.keys(TABLE).sort())
})

describe.each(Object.entries(TABLE))('%s', (_, { outcomes, kind, prepare }) => {
  const cases = CALLERS.map((caller, index) => ({ caller, outcome: outcomes[index] }))

  test.each(cases.filter(({ outcome }) => outcome !== ok))(
    'refuses a $caller with $outcome and leaves everything as it was',
    async ({ caller, outcome }) => {
      const call = await prepare()
      const before = await everything()
      expect((await refusalOf(call(callers[caller]))).code).toBe(outcome)
      expect(await everything()).toBe(before)
    },
  )

  test.each(cases.filter(({ outcome }) => outcome === ok))(`answers a $caller`, async ({ caller }) => {
    const call = await prepare()
    const before = await trailLength()
    await call(callers[caller])
    const added = (await trailLength()) - before
    expect(kind === 'command' ? added > 0 : added === 0).toBe(true)
  })
})

test('every verb that this left on the trail of a ticket has a sentence', async () => {
  const rows = await world.database
    .selectFrom('change')
    .select('verb')
    .distinct()
    .where('kind', '=', 'ticket')
    .execute()
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.map(({ verb }) => verb).filter(verb => !hasSentence(verb))).toEqual([])
})

test('and every other verb as well', async () => {
  const rows = await world.database
    .selectFrom('change')
    .select('verb')
    .distinct()
    .where('kind', '<>', 'ticket')
    .execute()
  expect(rows.length).toBeGreaterThan(7)
  expect(rows.map(({ verb }) => verb).filter(verb => !hasTrailSentence(verb))).toEqual([])
})

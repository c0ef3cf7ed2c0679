import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromDollars } from '#domain/lib/money.ts'
import { adminSentence } from '#domain/platform-admin/admin-sentences.ts'
import { activitySentence } from '#domain/tickets/activity.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { createCompletedTicket } from '../../../../test/support/customer-fixtures.ts'
import { dumpDatabase, waitUntilDelivered } from '../../../../test/support/database-dump.ts'
import { createRigOwner, createVisit } from '../../../../test/support/rig-owner-fixtures.ts'
import { sharedVin } from '../../../../test/support/shared-vin.ts'
import { emailAfter } from '../../../../test/support/signup.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

const TYPED = june.customerRV.vin
const RIGHT = '1UJBJ0BN8M17X0043'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const founders = () => app.as('maya').platformAdmin
const correction = (ticketId: number, changes: object = {}) => ({
  vin: TYPED,
  newVin: RIGHT,
  companyUUID: app.ids.dana,
  ticketId,
  reason: 'The plate says 43',
  ...changes,
})
const history = async (vin: string) => (await app.as('visitor').workHistory.get({ vin })).entries

describe('a VIN correction is refused', () => {
  test.each([
    ['to the one that it has', { newVin: TYPED.toLowerCase() }, 'INVALID', 'newVin'],
    ['to one that cannot be stored', { newVin: 'NOT A VIN!' }, 'INVALID', 'newVin'],
    ['to none', { newVin: ' ' }, 'INVALID', 'newVin'],
    ['without a reason', { reason: '' }, 'INVALID', 'reason'],
    ['where there is no such entry', { vin: sharedVin('ELSEWHERE-1') }, 'NOT_FOUND', null],
    ['where there is no such ticket', { ticketId: 100_000 }, 'NOT_FOUND', null],
  ])('%s', async (_, changes, code, field) => {
    const { ticketId } = await createCompletedTicket(app)
    const before = await dumpDatabase(app.database)
    const refusal = await errorOf(founders().correctVin(correction(ticketId, changes)))
    expect(refusal).toMatchObject({
      code,
      ...(field === null ? {} : { fields: { [field]: expect.any(String) } }),
    })
    expect(await dumpDatabase(app.database)).toBe(before)
  })

  test('for a ticket of another company, or one that is not recorded', async () => {
    const { ticketId } = await createCompletedTicket(app)
    const open = await app.createTicket()
    const before = await dumpDatabase(app.database)
    for (const changes of [{ companyUUID: app.ids.ray }, { ticketId: open }])
      expect((await errorOf(founders().correctVin(correction(ticketId, changes)))).code).toBe('NOT_FOUND')
    expect(await dumpDatabase(app.database)).toBe(before)
  })

  test.each(['dana', 'walt', 'rosa', 'ray', 'june'] as const)('for %s', async person => {
    const { ticketId } = await createCompletedTicket(app)
    const before = await dumpDatabase(app.database)
    const call = app.as(person).platformAdmin.correctVin(correction(ticketId))
    expect((await errorOf(call)).code).toBe('FORBIDDEN')
    expect((await errorOf(app.as(person).platformAdmin.getHistory({ vin: TYPED }))).code).toBe('FORBIDDEN')
    expect(await dumpDatabase(app.database)).toBe(before)
  })
})

describe('the work history with its companies', () => {
  test('is paged, newest first, each entry once', async () => {
    const vin = sharedVin('MANY-1')
    const entry = {
      vin,
      companyId: app.ids.dana,
      completedTimestamp: app.now,
      timeZone: 'UTC',
      technician: 'Rosa Díaz',
      totalBalance: fromDollars(0),
      work: '[]',
    }
    // All at one moment, so that only the ticket number distinguishes them.
    const tickets = Array.from({ length: 120 }, (_, n) => 100_000 + n)
    await app.database
      .insertInto('workHistory')
      .values(tickets.map(ticketId => ({ ...entry, ticketId })))
      .execute()
    const read: number[][] = []
    let before: string | null = null
    do {
      const page: Awaited<ReturnType<ReturnType<typeof founders>['getHistory']>> =
        await founders().getHistory({
          vin,
          ...(before !== null && { before }),
        })
      read.push(page.entries.map(({ ticketId }) => ticketId))
      before = page.next
    } while (before !== null)
    expect(read.map(({ length }) => length)).toEqual([50, 50, 20])
    expect(read.flat()).toEqual(tickets.toReversed())
    expect((await errorOf(founders().getHistory({ vin, before: 'x' }))).code).toBe('INVALID')
  })
})

test('a corrected entry moves unchanged, both histories are right at once, and both logs have it', async () => {
  app.now = new Date(app.now.getTime() + 1000)
  const { ticketId } = await createCompletedTicket(app)
  const [was] = await history(TYPED)
  const stays = (await history(TYPED)).length - 1
  expect(was?.ticketId).toBe(ticketId)
  expect((await founders().getHistory({ vin: TYPED })).entries[0]).toMatchObject({
    companyUUID: app.ids.dana,
    companyName: 'Bluebonnet RV',
    ticketId,
    technician: 'Rosa Díaz',
  })
  const original = await app.database
    .selectFrom('workHistory')
    .selectAll()
    .where('ticketId', '=', ticketId)
    .executeTakeFirstOrThrow()

  await founders().correctVin(correction(ticketId))

  expect(await history(RIGHT)).toEqual([was])
  expect(await history(TYPED)).toHaveLength(stays)
  const moved = await app.database
    .selectFrom('workHistory')
    .selectAll()
    .where('ticketId', '=', ticketId)
    .execute()
  expect(moved).toEqual([{ ...original, vin: RIGHT }])

  const desk = app.as('dana').tickets
  expect((await desk.get({ ticketId })).customerRV.vin).toBe(RIGHT)
  expect((await desk.list({ q: RIGHT })).cards.map(card => card.ticketId)).toEqual([ticketId])
  expect((await app.as('dana').rigs.get({ vin: RIGHT })).make).toBe(june.customerRV.make)
  const [line] = (await desk.activity({ ticketId })).entries
  expect(line === undefined ? '' : activitySentence(line)).toBe(
    `Maya of Rigwright corrected the VIN from ${TYPED} to ${RIGHT}: The plate says 43`,
  )
  const [action] = (await founders().listAuditEntries({})).entries
  expect(action).toMatchObject({
    verb: 'history.correct-vin',
    vin: RIGHT,
    ticketId,
    by: { id: app.ids.maya },
  })
  expect(action === undefined ? '' : adminSentence(action)).toBe(
    `Maya moved ticket ${ticketId} of Bluebonnet RV from VIN ${TYPED} to ${RIGHT}: The plate says 43`,
  )
})

test('two concurrent corrections of one entry move it once', async () => {
  const { ticketId } = await createCompletedTicket(app)
  const both = await Promise.allSettled(
    [sharedVin('TWICE-1'), sharedVin('TWICE-2')].map(newVin =>
      founders().correctVin(correction(ticketId, { newVin })),
    ),
  )
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const found = await app.database
    .selectFrom('workHistory')
    .select('vin')
    .where('ticketId', '=', ticketId)
    .execute()
  expect(found).toHaveLength(1)
  expect((await app.as('dana').tickets.get({ ticketId })).customerRV.vin).toBe(found[0]?.vin)
})

describe('the rig that an entry is moved from', () => {
  const rig = (vin: string) =>
    app.database
      .selectFrom('rig')
      .select(['assigned', 'customerUuid'])
      .where('vin', '=', vin)
      .executeTakeFirstOrThrow()
  /** A recorded ticket of June's with this VIN. */
  const done = async (vin: string, desk = app.as('dana')) => {
    const customerRV = { ...june.customerRV, vin }
    const { ticketId } = await desk.tickets.create({ ...june, customerRV, jobs: [{ problem: 'Awning' }] })
    await desk.tickets.finalize({ ticketId })
    await desk.tickets.complete({ ticketId })
    return ticketId
  }

  test('leaves the pool if that ticket was the only source', async () => {
    const ticketId = await done(sharedVin('LEFT-1'))
    expect((await rig(sharedVin('LEFT-1'))).assigned).toBe(true)
    await founders().correctVin(
      correction(ticketId, { vin: sharedVin('LEFT-1'), newVin: sharedVin('LEFT-2') }),
    )
    expect((await errorOf(app.as('dana').rigs.get({ vin: sharedVin('LEFT-1') }))).code).toBe('NOT_FOUND')
  })

  test('keeps its customer if they have another visit', async () => {
    const [first, second] = [await done(sharedVin('STAYS-1')), await done(sharedVin('STAYS-1'))]
    const before = await rig(sharedVin('STAYS-1'))
    await founders().correctVin(
      correction(first, { vin: sharedVin('STAYS-1'), newVin: sharedVin('STAYS-2') }),
    )
    expect(await rig(sharedVin('STAYS-1'))).toEqual(before)
    await founders().correctVin(
      correction(second, { vin: sharedVin('STAYS-1'), newVin: sharedVin('STAYS-2') }),
    )
    expect((await errorOf(app.as('dana').rigs.get({ vin: sharedVin('STAYS-1') }))).code).toBe('NOT_FOUND')
  })

  test('has no customer if only visits of others are left, so nothing made up opens those', async () => {
    const wrong = await done(sharedVin('MIXED-1'))
    const owner = await createRigOwner(app)
    await createVisit(app, { at: 'ray', vin: sharedVin('MIXED-1'), customer: { email: owner.email } })
    await founders().correctVin(
      correction(wrong, { vin: sharedVin('MIXED-1'), newVin: sharedVin('MIXED-2') }),
    )
    expect(await rig(sharedVin('MIXED-1'))).toEqual({ assigned: true, customerUuid: app.ids.dana })
    const otherOwner = await createRigOwner(app)
    const madeUp = await createVisit(app, {
      vin: sharedVin('MIXED-1'),
      customer: { email: otherOwner.email },
    })
    await otherOwner.client.rigClaims.claim({ vin: sharedVin('MIXED-1'), code: madeUp.code })
    expect((await otherOwner.client.rigClaims.get({ vin: sharedVin('MIXED-1') })).openedFrom).not.toBeNull()
  })

  test('keeps its customer if that is someone else', async () => {
    await done(sharedVin('OTHERS-1'), app.as('ray'))
    const before = await rig(sharedVin('OTHERS-1'))
    const wrong = await done(sharedVin('OTHERS-1'))
    await founders().correctVin(
      correction(wrong, { vin: sharedVin('OTHERS-1'), newVin: sharedVin('OTHERS-2') }),
    )
    expect(before.assigned).toBe(true)
    expect(await rig(sharedVin('OTHERS-1'))).toEqual(before)
  })

  test("keeps its owner's account", async () => {
    const ticketId = await done(sharedVin('HELD-1'))
    const claim = {
      claimId: randomUUID(),
      vin: sharedVin('HELD-1'),
      accountId: app.ids.june,
      claimedAt: app.now,
    }
    const from = { fromCompany: app.ids.ray, fromTicket: 100_001, openedFrom: null }
    const open = { transferHash: null, transferUntil: null, endedAt: null, endReason: null }
    await app.database
      .insertInto('rigClaim')
      .values({ ...claim, how: 'code', ...from, ...open })
      .execute()
    await founders().correctVin(
      correction(ticketId, { vin: sharedVin('HELD-1'), newVin: sharedVin('HELD-2') }),
    )
    expect((await rig(sharedVin('HELD-1'))).assigned).toBe(true)
  })
})

test('an entry of a company that left the public list is visible, and can be moved', async () => {
  const { vin, ticketId } = await createVisit(app, { vin: sharedVin('LEFT-LIST'), at: 'ray' })
  await app.database.deleteFrom('directory').where('companyId', '=', app.ids.ray).execute()
  expect((await founders().getHistory({ vin })).entries).toMatchObject([
    { ticketId, companyUUID: app.ids.ray, companyName: null },
  ])
  const correction = {
    vin,
    newVin: sharedVin('LEFT-LIST-2'),
    companyUUID: app.ids.ray,
    ticketId,
    reason: 'Typed',
  }
  await founders().correctVin(correction)
  expect((await founders().getHistory({ vin: sharedVin('LEFT-LIST-2') })).entries).toHaveLength(1)
})

describe('an RV owner who claimed by the invoice with the wrong VIN', () => {
  const notFound = {
    code: 'NOT_FOUND',
    message: 'Your claim of this rig has ended: its VIN was corrected.',
  }

  test('gets an email, and can claim the correct VIN', async () => {
    const { vin, ticketId, code } = await createVisit(app, { vin: sharedVin('CLAIMED-1') })
    const owner = app.as('june').rigClaims
    await owner.claim({ vin, code })
    await waitUntilDelivered(app.database)
    const before = app.sentEmails.length
    await founders().correctVin(correction(ticketId, { vin, newVin: sharedVin('CLAIMED-2') }))
    expect(await errorOf(owner.get({ vin }))).toMatchObject(notFound)
    await expect.poll(() => app.sentEmails.length).toBe(before + 1)
    const email = app.sentEmails.at(-1)
    expect(email).toMatchObject({ subject: 'The VIN of your rig was corrected' })
    expect(JSON.stringify(email)).toContain(june.customerDetails.email)
    expect(email?.text).toContain(`Your claim of ${sharedVin('CLAIMED-1')} has ended`)
    for (const text of [
      sharedVin('CLAIMED-1'),
      sharedVin('CLAIMED-2'),
      'Bluebonnet RV',
      'The plate says 43.',
      '/my',
    ])
      expect(email?.text).toContain(text)
    expect(email?.text).not.toContain('Maya')

    const documentClaim = (await app.as('dana').customerLinks.get({ ticketId })).claim
    expect(documentClaim?.code).not.toBe(code)
    await owner.claim({ vin: sharedVin('CLAIMED-2'), code: documentClaim?.code ?? '' })
    expect((await owner.get({ vin: sharedVin('CLAIMED-2') })).visits).toMatchObject([{ ticketId }])
  })

  test('loses the claim, unlike owners by another invoice, and only if something was moved', async () => {
    const [wrong, right] = [
      await createVisit(app, { vin: sharedVin('KEPT-1') }),
      await createVisit(app, { vin: sharedVin('KEPT-1') }),
    ]
    await app.as('june').rigClaims.claim({ vin: sharedVin('KEPT-1'), code: right.code })
    const { count } = app.database.fn
    const emails = async () =>
      Number(
        (
          await app.database
            .selectFrom('emailOutbox')
            .select(count('emailId').as('all'))
            .executeTakeFirstOrThrow()
        ).all,
      )
    const before = await emails()
    await founders().correctVin(
      correction(wrong.ticketId, { vin: sharedVin('KEPT-1'), newVin: sharedVin('KEPT-2') }),
    )
    expect((await app.as('june').rigClaims.get({ vin: sharedVin('KEPT-1') })).openedFrom).toBeNull()
    await errorOf(
      founders().correctVin(
        correction(right.ticketId, { vin: sharedVin('KEPT-3'), newVin: sharedVin('KEPT-4') }),
      ),
    )
    expect(await emails()).toBe(before)
  })
})

describe('a dispute of a visit whose VIN is corrected', () => {
  const dispute = async (vin: string, ticketId: number) =>
    app.as('june').rigClaims.saveNote({
      vin,
      companyUUID: app.ids.dana,
      ticketId,
      kind: 'dispute',
      words: 'That is not my trailer',
    })
  /** The next email about a corrected VIN, once the mail worker has sent it. */
  const emailAfterCorrection = (act: () => Promise<unknown>) =>
    emailAfter(app, june.customerDetails.email, act)
  test('goes with it: the company and founders still see it, and nobody under the old VIN', async () => {
    app.now = new Date(app.now.getTime() + 1000)
    const { vin, ticketId, code } = await createVisit(app, { vin: sharedVin('DISPUTED-1') })
    await app.as('june').rigClaims.claim({ vin, code })
    await dispute(vin, ticketId)
    const before = await app.as('dana').tickets.disputes({ ticketId })
    const email = await emailAfterCorrection(() =>
      founders().correctVin(correction(ticketId, { vin, newVin: sharedVin('DISPUTED-2') })),
    )
    expect(await app.as('dana').tickets.disputes({ ticketId })).toEqual(
      before.map(one => ({ ...one, isHeld: false })),
    )
    const found = (await founders().listDisputes({})).disputes.filter(one => one.ticketId === ticketId)
    expect(found).toMatchObject([
      { vin: sharedVin('DISPUTED-2'), words: 'That is not my trailer', isHeld: false },
    ])
    expect(email.text).toContain(`Your claim of ${sharedVin('DISPUTED-1')} has ended`)
    expect(email.text).toContain(`Your dispute of the visit went with it to ${sharedVin('DISPUTED-2')}.`)
  })

  test('by the owner of the rig that it leaves tells them that their claim stays, and how', async () => {
    app.now = new Date(app.now.getTime() + 1000)
    const right = await createVisit(app, { vin: sharedVin('DISPUTED-3') })
    const wrong = await createVisit(app, { vin: sharedVin('DISPUTED-3') })
    const owner = app.as('june').rigClaims
    await owner.claim({ vin: sharedVin('DISPUTED-3'), code: right.code })
    expect((await owner.get({ vin: sharedVin('DISPUTED-3') })).state).toBe('confirmed')
    await dispute(sharedVin('DISPUTED-3'), wrong.ticketId)
    expect((await owner.get({ vin: sharedVin('DISPUTED-3') })).state).toBe('disputed')
    const email = await emailAfterCorrection(() =>
      founders().correctVin(
        correction(wrong.ticketId, { vin: sharedVin('DISPUTED-3'), newVin: sharedVin('DISPUTED-4') }),
      ),
    )
    const after = await owner.get({ vin: sharedVin('DISPUTED-3') })
    expect(after.state).toBe('confirmed')
    expect(after.visits.map(({ ticketId }) => ticketId)).toEqual([right.ticketId])
    expect(email.subject).toBe('The VIN of your rig was corrected')
    expect(email.text).toContain(`Your claim of ${sharedVin('DISPUTED-3')} stays, and is confirmed`)
    expect(email.text).toContain(`Your dispute of the visit went with it to ${sharedVin('DISPUTED-4')}.`)
  })
})

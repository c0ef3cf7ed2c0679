import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimRigOf, createRigOwner, createVisit } from '../../../../test/support/rig-owner-fixtures.ts'
import { sharedVin } from '../../../../test/support/shared-vin.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const WRONG = 'That code doesn’t work for this VIN. Check both and try again.'
const wrong = { code: 'INVALID', fields: { code: WRONG } }
const mine = () => app.as('june').rigClaims
const rig = (vin: string) =>
  app.database
    .selectFrom('rig')
    .select(['assigned', 'customerUuid'])
    .where('vin', '=', vin)
    .executeTakeFirstOrThrow()
const claimsOf = (vin: string) =>
  app.database.selectFrom('rigClaim').selectAll().where('vin', '=', vin).orderBy('claimedAt').execute()
const verbsOf = async (vin: string) =>
  (
    await app.database
      .selectFrom('platformAudit')
      .select('verb')
      .where('vin', '=', vin)
      .orderBy('at')
      .execute()
  ).map(({ verb }) => verb)
const later = (days: number) => {
  app.now = new Date(app.now.getTime() + days * 24 * 60 * 60 * 1000)
}

describe('a claim is refused', () => {
  test.each(['', 'x', '7KQ2M-XW4P', '<b>7KQ2M</b>', '🔑🔑🔑🔑🔑🔑🔑🔑🔑🔑'])(
    'with %j, which is not a code',
    async code => {
      const refusal = await errorOf(mine().claim({ vin: sharedVin('RIG-1'), code }))
      expect(refusal).toMatchObject({ code: 'INVALID', fields: { code: expect.stringMatching(/\.$/) } })
    },
  )

  test('with a code of another rig, or for an unknown VIN, with the same message', async () => {
    const other = await createVisit(app, { vin: sharedVin('OTHER-1') })
    await createVisit(app, { vin: sharedVin('MINE-1') })
    for (const vin of [sharedVin('MINE-1'), sharedVin('NEVER-SEEN')])
      expect(await errorOf(mine().claim({ vin, code: other.code }))).toMatchObject(wrong)
    expect(await claimsOf(sharedVin('MINE-1'))).toEqual([])
  })

  test('with the code of a ticket that is not completed: it has none yet', async () => {
    const ticketId = await app.createTicket()
    expect((await app.as('dana').customerLinks.get({ ticketId })).claim).toBeNull()
    await app.as('dana').tickets.finalize({ ticketId })
    expect((await app.as('dana').customerLinks.get({ ticketId })).claim).toBeNull()
  })

  test("for a company's user, and for a visitor", async () => {
    const { vin, code } = await createVisit(app, { vin: sharedVin('MINE-2') })
    expect((await errorOf(app.as('dana').rigClaims.claim({ vin, code }))).code).toBe('FORBIDDEN')
    expect((await errorOf(app.as('visitor').rigClaims.claim({ vin, code }))).code).toBe('UNAUTHORIZED')
  })

  test('while someone else owns the rig, with any of its codes', async () => {
    const first = await claimRigOf(app)
    const second = await createVisit(app, { vin: first.vin, at: 'ray' })
    for (const { vin, code } of [first, second])
      expect(await errorOf(app.as('maya').rigClaims.claim({ vin, code }))).toMatchObject({
        code: 'REFUSED',
        message: 'This RV is already claimed. Ask the seller for a transfer code.',
      })
    expect(await rig(first.vin)).toEqual({ assigned: true, customerUuid: app.ids.june })
  })
})

describe('a claimed rig', () => {
  test('belongs to the account, however the code was typed, and claiming it again changes nothing', async () => {
    const { vin, code, ticketId } = await createVisit(app, { vin: sharedVin('MINE-3') })
    await mine().claim({
      vin: ` ${sharedVin('MINE-3').toLowerCase()} `,
      code: ` ${code.toLowerCase().replace('-', ' ')}`,
    })
    expect(await rig(vin)).toEqual({ assigned: true, customerUuid: app.ids.june })
    await mine().claim({ vin, code })
    expect(await claimsOf(vin)).toMatchObject([
      { accountId: app.ids.june, how: 'code', fromCompany: app.ids.dana, fromTicket: ticketId },
    ])
    expect(await verbsOf(vin)).toEqual(['rig.claim'])
    const [first] = await mine().list()
    expect(first).toMatchObject({ vin, make: 'Jayco', visits: 1, lastVisit: expect.any(Date) })
  })

  test('belongs to one of two who claim it at the same moment', async () => {
    const otto = await createRigOwner(app)
    const { vin, code } = await createVisit(app, { vin: sharedVin('RACE-1') })
    const claimants = [otto.client, app.as('maya')]
    const results = await Promise.allSettled(claimants.map(client => client.rigClaims.claim({ vin, code })))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const [claim, ...others] = await claimsOf(vin)
    expect(others).toEqual([])
    expect(claim?.accountId).toBe(results[0]?.status === 'fulfilled' ? otto.id : app.ids.maya)
    // It was June's ticket: the rig has no other customer.
    const known = await rig(vin)
    expect(known.assigned && known.customerUuid !== claim?.accountId).toBe(true)
  })

  test('belongs to its customer, even if others claim it at the same moment', async () => {
    for (const order of [['june', 'maya'] as const, ['maya', 'june'] as const]) {
      const { vin, code } = await createVisit(app, { vin: sharedVin(`RACE-${order[0]}`) })
      await Promise.allSettled(order.map(name => app.as(name).rigClaims.claim({ vin, code })))
      const open = (await claimsOf(vin)).filter(({ endedAt }) => endedAt === null)
      expect(open.map(({ accountId }) => accountId)).toEqual([app.ids.june])
      expect(await rig(vin)).toEqual({ assigned: true, customerUuid: app.ids.june })
    }
    expect(app.loggedErrors).toEqual([])
  })

  test("opens its whole history to the account with its customer's email, by the code of any visit", async () => {
    const { vin } = await createVisit(app, { vin: sharedVin('LIFE-1') })
    later(1)
    const elsewhere = await createVisit(app, { vin, at: 'ray', customer: { lastName: 'Stranger' } })
    await mine().claim({ vin, code: elsewhere.code })
    const { visits, openedFrom } = await mine().get({ vin })
    expect(openedFrom).toBeNull()
    expect(visits.map(({ companyName, isOpen }) => [companyName, isOpen])).toEqual([
      ['Lone Star Mobile RV', true],
      ['Bluebonnet RV', true],
    ])
    expect(visits[1]?.work).toEqual([
      {
        problem: 'Roof leak above the bunk',
        cause: 'Seam cracked',
        correction: 'Sealed it',
        photos: [],
        technicians: [],
      },
    ])
  })

  test('is booked again with the company of its last visit, unless that is suspended', async () => {
    const { vin, code } = await createVisit(app, { vin: sharedVin('AGAIN-1') })
    await mine().claim({ vin, code })
    const bookAgainAt = async () => (await mine().get({ vin })).bookAgainAt?.companyName
    expect(await bookAgainAt()).toBe('Bluebonnet RV')
    later(1)
    await createVisit(app, { vin, at: 'ray' })
    expect(await bookAgainAt()).toBe('Lone Star Mobile RV')
    const suspend = (suspendedAt: Date | null) =>
      app.database.updateTable('company').set({ suspendedAt }).where('companyId', '=', app.ids.ray).execute()
    await suspend(app.now)
    expect(await bookAgainAt()).toBeUndefined()
    await suspend(null)
  })

  test('opens by a ticket made up for someone else only from that ticket on', async () => {
    const { vin } = await createVisit(app, { vin: sharedVin('LIFE-2') })
    later(1)
    const { code } = await createVisit(app, { vin, at: 'ray', customer: { email: 'spy@mail.example' } })
    const spy = await createRigOwner(app)
    await spy.client.rigClaims.claim({ vin, code })
    later(1)
    await createVisit(app, { vin, at: 'ray', problem: 'Awning' })
    const { visits, openedFrom } = await spy.client.rigClaims.get({ vin })
    expect(openedFrom).not.toBeNull()
    expect(visits.map(({ isOpen, work }) => [isOpen, work.length])).toEqual([
      [true, 1],
      [true, 1],
      [false, 0],
    ])
    expect(JSON.stringify(visits[2])).not.toContain('Seam')
  })

  test('opens by a ticket made up after its release only from that ticket on', async () => {
    const { vin, code } = await createVisit(app, { vin: sharedVin('LIFE-3') })
    await mine().claim({ vin, code })
    await mine().release({ vin })
    later(1)
    const spy = await createRigOwner(app)
    const made = await createVisit(app, { vin, at: 'ray', customer: { email: spy.email } })
    await spy.client.rigClaims.claim({ vin, code: made.code })
    const { visits } = await spy.client.rigClaims.get({ vin })
    expect(visits.map(({ isOpen }) => isOpen)).toEqual([true, false])
  })

  test('claimed by such a ticket shows no owner to companies', async () => {
    const { vin } = await createVisit(app, { vin: sharedVin('LIFE-4') })
    const spy = await createRigOwner(app)
    const made = await createVisit(app, { vin, at: 'ray', customer: { email: 'spy@mail.example' } })
    await spy.client.rigClaims.claim({ vin, code: made.code })
    await spy.client.rvOwners.changeDetails({ sharesContact: true })
    expect((await app.as('ray').rigs.get({ vin })).customer).toBeNull()
    expect((await app.as('dana').rigs.get({ vin })).customer).toMatchObject({ lastName: 'Park' })
  })

  test('keeps its history when a company leaves the public list', async () => {
    const { vin } = await claimRigOf(app)
    await app.database.deleteFrom('directory').where('companyId', '=', app.ids.dana).execute()
    expect((await mine().get({ vin })).visits).toMatchObject([{ companyName: 'Bluebonnet RV', isOpen: true }])
  })

  test('is visible only to its owner', async () => {
    const { vin } = await claimRigOf(app)
    const { client } = await createRigOwner(app)
    for (const other of [client, app.as('maya')])
      expect((await errorOf(other.rigClaims.get({ vin }))).code).toBe('NOT_FOUND')
    expect((await errorOf(app.as('dana').rigClaims.get({ vin }))).code).toBe('FORBIDDEN')
    expect(await app.as('maya').rigClaims.list()).not.toContainEqual(expect.objectContaining({ vin }))
  })
})

describe("at a company's desk", () => {
  test('a claimed rig shows its owner, if they share it', async () => {
    const otto = await createRigOwner(app)
    const { vin, code } = await createVisit(app, {
      vin: sharedVin('SHARED-1'),
      customer: { email: otto.email },
    })
    await otto.client.rigClaims.claim({ vin, code })
    const shares = (sharesContact: boolean) =>
      app.database
        .updateTable('customer')
        .set({ sharesContact })
        .where('customerUuid', '=', otto.id)
        .execute()
    expect(await app.as('ray').rigs.get({ vin })).toMatchObject({ assigned: true, customer: null })
    await shares(true)
    const contact = { firstName: 'Otto', lastName: 'Owner', email: otto.email, phone: '(574) 555-0277' }
    expect((await app.as('ray').rigs.get({ vin })).customer).toMatchObject(contact)
    await shares(false)
    expect((await app.as('ray').rigs.get({ vin })).customer).toBeNull()
  })

  test('a company that served the owner under this email sees them as before', async () => {
    const { vin } = await claimRigOf(app)
    expect((await app.as('dana').rigs.get({ vin })).customer).toMatchObject({ lastName: 'Park' })
  })

  test("no ticket changes an account's record; one with its email is linked to it", async () => {
    const { vin } = await claimRigOf(app)
    const record = () =>
      app.database
        .selectFrom('customer')
        .selectAll()
        .where('customerUuid', '=', app.ids.june)
        .executeTakeFirstOrThrow()
    const before = await record()
    const linked = async (ticketId: number) =>
      (
        await app.database
          .selectFrom('ticket')
          .select('customerUuid')
          .where('ticketId', '=', ticketId)
          .executeTakeFirstOrThrow()
      ).customerUuid
    const hers = await createVisit(app, {
      vin,
      customer: { email: 'JUNE.park@mail.example', phone: '5550100' },
    })
    const other = await createVisit(app, { vin, customer: { email: 'other@mail.example' } })
    expect(await record()).toEqual(before)
    expect([await linked(hers.ticketId), await linked(other.ticketId)]).toEqual([app.ids.june, null])
    expect(await rig(vin)).toEqual({ assigned: true, customerUuid: app.ids.june })
  })
})

describe('a released rig', () => {
  test('is unclaimed, and its next ticket sets a new customer', async () => {
    const { vin, code } = await claimRigOf(app)
    await mine().release({ vin })
    expect((await rig(vin)).assigned).toBe(false)
    expect((await errorOf(mine().get({ vin }))).code).toBe('NOT_FOUND')
    expect((await errorOf(mine().release({ vin }))).code).toBe('NOT_FOUND')
    expect(await verbsOf(vin)).toEqual(['rig.claim', 'rig.release'])
    later(1)
    const next = await createVisit(app, { vin, at: 'ray', customer: { email: 'buyer@mail.example' } })
    const { assigned, customerUuid } = await rig(vin)
    expect([assigned, customerUuid === app.ids.june]).toEqual([true, false])
    const buyer = await createRigOwner(app)
    await buyer.client.rigClaims.claim({ vin, code: next.code })
    expect((await errorOf(mine().claim({ vin, code }))).code).toBe('REFUSED')
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { claimed, newOwner, visited } from '../../../../test/support/rig-owner-fixtures.ts'
import { type Client, openWorld, refusalOf, type World } from '../../../../test/support/test-app.ts'

let world: World
let buyer: { id: string; client: Client }
beforeAll(async () => {
  world = await openWorld()
  buyer = await newOwner(world)
})
afterAll(() => world.close())

const WRONG = 'This is not a code of this rig that can be used now. Look at the VIN and the code again.'
const mine = () => world.as('june').myRigs
const wrongFor = async (client: Client, vin: string, code: string) =>
  expect(await refusalOf(client.myRigs.claim({ vin, code }))).toMatchObject({
    code: 'INVALID',
    fields: { code: WRONG },
  })
const laterBy = (days: number) => {
  world.now = new Date(world.now.getTime() + days * 24 * 60 * 60 * 1000)
}

let vin: string
let ofPaper: string
beforeEach(async () => {
  const visit = await claimed(world)
  vin = visit.vin
  ofPaper = visit.code
})

describe('a rig is not handed on', () => {
  test('by whoever does not hold it', async () => {
    for (const ask of [
      () => buyer.client.myRigs.offer({ vin }),
      () => buyer.client.myRigs.withdrawOffer({ vin }),
      () => mine().offer({ vin: 'NEVER-SEEN' }),
    ])
      expect((await refusalOf(ask())).code).toBe('NOT_FOUND')
    expect((await refusalOf(world.as('dana').myRigs.offer({ vin }))).code).toBe('FORBIDDEN')
  })

  test('with one’s own code, a foreign one, one that was replaced, taken back, or has ended', async () => {
    const other = await claimed(world)
    const { code: foreign } = await mine().offer({ vin: other.vin })
    const { code: replaced } = await mine().offer({ vin })
    const { code, until } = await mine().offer({ vin })
    expect(until).toEqual(new Date(world.now.getTime() + 14 * 24 * 60 * 60 * 1000))
    await wrongFor(world.as('june'), vin, code)
    await wrongFor(buyer.client, vin, foreign)
    await wrongFor(buyer.client, vin, replaced)
    await mine().withdrawOffer({ vin })
    await wrongFor(buyer.client, vin, code)
    const { code: last } = await mine().offer({ vin })
    laterBy(14)
    await wrongFor(buyer.client, vin, last)
    expect((await mine().get({ vin })).offerUntil).toBeNull()
  })

  test('twice with the same code, nor after the rig was let go', async () => {
    const { code } = await mine().offer({ vin })
    await buyer.client.myRigs.claim({ vin, code })
    await wrongFor(world.as('maya'), vin, code)
    await wrongFor(buyer.client, vin, code)
    const { code: next } = await buyer.client.myRigs.offer({ vin })
    await buyer.client.myRigs.letGo({ vin })
    await wrongFor(world.as('maya'), vin, next)
  })
})

describe('a rig that was handed on', () => {
  test('is the new owner’s with everything, and the old one sees nothing of it any more', async () => {
    await visited(world, { vin, at: 'ray', problem: 'Awning' })
    const before = await mine().get({ vin })
    const { report } = await mine().share({ vin })
    const { code } = await mine().offer({ vin })
    expect((await mine().get({ vin })).offerUntil).not.toBeNull()
    await buyer.client.myRigs.claim({ vin, code: code.toLowerCase() })
    const after = await buyer.client.myRigs.get({ vin })
    expect(after.visits.map(({ work }) => work)).toEqual(before.visits.map(({ work }) => work))
    expect([after.offerUntil, after.reports, after.openedFrom]).toEqual([null, [], null])
    const rig = await world.database
      .selectFrom('rig')
      .selectAll()
      .where('vin', '=', vin)
      .executeTakeFirstOrThrow()
    expect(rig).toMatchObject({ assigned: true, customerUuid: buyer.id })
    for (const ask of [
      () => mine().get({ vin }),
      () => mine().share({ vin }),
      () => mine().letGo({ vin }),
      () => mine().offer({ vin }),
    ])
      expect((await refusalOf(ask())).code).toBe('NOT_FOUND')
    expect((await refusalOf(mine().claim({ vin, code: ofPaper }))).code).toBe('REFUSED')
    const token = report.path.split('/').at(-1) ?? ''
    expect((await refusalOf(world.as('visitor').myRigs.report({ token }))).code).toBe('NOT_FOUND')
  })

  test('keeps shut what was shut to who handed it on', async () => {
    const { vin: shut } = await visited(world, { vin: 'SHUT-1' })
    laterBy(1)
    const { code } = await visited(world, { vin: shut, at: 'ray', customer: { email: 'spy@mail.example' } })
    const spy = await newOwner(world)
    await spy.client.myRigs.claim({ vin: shut, code })
    const offered = await spy.client.myRigs.offer({ vin: shut })
    await buyer.client.myRigs.claim({ vin: shut, code: offered.code })
    const { visits } = await buyer.client.myRigs.get({ vin: shut })
    expect(visits.map(({ isOpen }) => isOpen)).toEqual([true, false])
  })

  test('goes to one of two who type the code at the same moment', async () => {
    const { code } = await mine().offer({ vin })
    const both = [buyer.client, world.as('maya')]
    const told = await Promise.allSettled(both.map(client => client.myRigs.claim({ vin, code })))
    expect(told.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const claims = await world.database
      .selectFrom('rigClaim')
      .select(['accountId', 'endedHow'])
      .where('vin', '=', vin)
      .execute()
    expect(claims).toHaveLength(2)
    expect(claims.filter(({ endedHow }) => endedHow === null)).toHaveLength(1)
  })

  test('is never both: taken back or let go while it is taken over', async () => {
    for (const undo of ['withdrawOffer', 'letGo'] as const) {
      const { vin: contested } = await claimed(world)
      const { code } = await mine().offer({ vin: contested })
      const [took, undone] = await Promise.allSettled([
        buyer.client.myRigs.claim({ vin: contested, code }),
        mine()[undo]({ vin: contested }),
      ])
      expect([took.status, undone.status]).toContain('fulfilled')
      const standing = await world.database
        .selectFrom('rigClaim')
        .select('accountId')
        .where('vin', '=', contested)
        .where('endedAt', 'is', null)
        .execute()
      const holder = took.status === 'fulfilled' ? [buyer.id] : undo === 'letGo' ? [] : [world.ids.june]
      expect(standing.map(({ accountId }) => accountId)).toEqual(holder)
    }
    expect(world.faults).toEqual([])
  })

  test('says nowhere what the code was', async () => {
    const { code } = await mine().offer({ vin })
    const rows = await world.database.selectFrom('rigClaim').selectAll().where('vin', '=', vin).execute()
    const answers = await world.database.selectFrom('answer').selectAll().execute()
    const deeds = await world.database.selectFrom('deed').selectAll().execute()
    const text = JSON.stringify([rows, answers, deeds])
    for (const spelled of [code, code.replace('-', '')]) expect(text).not.toContain(spelled)
  })
})

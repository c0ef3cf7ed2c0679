import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { founderSentence } from '#domain/platform-admin/audit.ts'
import { answering, tokenIn } from '../../../../test/support/customer-fixtures.ts'
import { everyRow } from '../../../../test/support/database-dump.ts'
import { claimed, newOwner, visited } from '../../../../test/support/rig-owner-fixtures.ts'
import { openWorld, refusalOf, type World } from '../../../../test/support/test-app.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const ENDED =
  'The founders ended your claim of this rig, so none of its papers claims it for you again. If you think that this is wrong, write to them.'
const WRONG = 'This is not a code of this rig that can be used now. Look at the VIN and the code again.'
const founders = () => world.as('maya').founders
const reason = 'That ticket was made up'
const later = () => {
  world.now = new Date(world.now.getTime() + 60_000)
}
const rig = (vin: string) =>
  world.database
    .selectFrom('rig')
    .select(['assigned', 'customerUuid'])
    .where('vin', '=', vin)
    .executeTakeFirstOrThrow()
const claimsOf = (vin: string) =>
  world.database.selectFrom('rigClaim').selectAll().where('vin', '=', vin).orderBy('claimedAt').execute()

/** A rig of June's that a stranger holds by a ticket which somebody made up for them. */
async function taken(vin: string) {
  const hers = await visited(world, { vin })
  later()
  const stranger = await newOwner(world)
  const madeUp = await visited(world, { vin, at: 'ray', customer: { email: stranger.email } })
  await stranger.client.myRigs.claim({ vin, code: madeUp.code })
  return { vin, hers, stranger, madeUp }
}

describe('a claim is not ended', () => {
  test.each([
    ['without a reason', { reason: ' ' }, 'INVALID', 'reason'],
    ['of what is no VIN', { vin: 'NOT A VIN!' }, 'INVALID', 'vin'],
    ['of a rig that nobody knows', { vin: 'NEVER-SEEN' }, 'NOT_FOUND', null],
    ['by another claim than the one that stands', { claimId: crypto.randomUUID() }, 'NOT_FOUND', null],
  ])('%s', async (_, changes, code, field) => {
    const { vin } = await claimed(world)
    const before = await everyRow(world.database)
    expect(await refusalOf(founders().endClaim({ vin, reason, ...changes }))).toMatchObject({
      code,
      ...(field === null ? {} : { fields: { [field]: expect.any(String) } }),
    })
    expect(await everyRow(world.database)).toBe(before)
  })

  test('where nobody holds the rig, nor twice', async () => {
    const { vin } = await visited(world, { vin: 'FREE-1' })
    expect((await refusalOf(founders().endClaim({ vin, reason }))).code).toBe('NOT_FOUND')
    const held = await claimed(world)
    await founders().endClaim({ vin: held.vin, reason })
    expect((await refusalOf(founders().endClaim({ vin: held.vin, reason }))).code).toBe('NOT_FOUND')
  })

  test.each(['dana', 'walt', 'rosa', 'ray', 'june'] as const)('by %s', async person => {
    const { vin } = await claimed(world)
    const before = await everyRow(world.database)
    expect((await refusalOf(world.as(person).founders.endClaim({ vin, reason }))).code).toBe('FORBIDDEN')
    expect(await everyRow(world.database)).toBe(before)
  })
})

describe('a claim that founders ended', () => {
  test('is over with its reports and its offer, and the rig is nobody’s', async () => {
    const { vin } = await claimed(world)
    const { report } = await world.as('june').myRigs.share({ vin })
    const { code } = await world.as('june').myRigs.offer({ vin })
    await founders().endClaim({ vin, reason })
    expect((await rig(vin)).assigned).toBe(false)
    expect((await refusalOf(world.as('june').myRigs.get({ vin }))).code).toBe('NOT_FOUND')
    const token = report.path.split('/').at(-1) ?? ''
    expect((await refusalOf(world.as('visitor').myRigs.report({ token }))).code).toBe('NOT_FOUND')
    const buyer = await newOwner(world)
    expect(await refusalOf(buyer.client.myRigs.claim({ vin, code }))).toMatchObject({
      fields: { code: WRONG },
    })
    expect(await claimsOf(vin)).toMatchObject([
      { endedHow: 'founder', endedAt: world.now, transferHash: null, transferUntil: null },
    ])
  })

  test('stands in the founders’ trail with its paper and its reason', async () => {
    const { vin, stranger, madeUp } = await taken('TOLD-1')
    later()
    await founders().endClaim({ vin, reason })
    const [deed] = (await founders().deeds({})).deeds
    expect(deed).toMatchObject({
      ...{ verb: 'rig.end-claim', vin, ticketId: madeUp.ticketId, companyUUID: world.ids.ray },
      by: { id: world.ids.maya },
    })
    expect(deed === undefined ? '' : founderSentence(deed)).toBe(
      `Maya ended the claim of the rig TOLD-1 that came of ticket ${madeUp.ticketId} of Lone Star Mobile RV: ${reason}`,
    )
    expect(JSON.stringify(deed)).not.toContain(stranger.email)
  })

  test('is told to who held it, who hears of nobody else', async () => {
    const { vin, stranger } = await taken('TOLD-2')
    const before = world.letters.length
    await founders().endClaim({ vin, reason })
    await expect.poll(() => world.letters.length, { timeout: 10_000 }).toBe(before + 1)
    const letter = world.letters.at(-1)
    expect(letter).toMatchObject({ subject: 'Your claim of a rig has ended' })
    expect(JSON.stringify(letter)).toContain(stranger.email)
    for (const said of ['TOLD-2', 'That ticket was made up.', 'write to the founders'])
      expect(letter?.text).toContain(said)
    for (const secret of ['June', 'Park', 'Maya', 'Bluebonnet', 'Lone Star', world.ids.maya])
      expect(letter?.text).not.toContain(secret)
  })

  test('lets the account claim the rig by none of its papers, and says so', async () => {
    const { vin, stranger, madeUp, hers } = await taken('BARRED-1')
    await founders().endClaim({ vin, reason })
    later()
    const next = await visited(world, { vin, at: 'ray', customer: { email: stranger.email } })
    for (const { code } of [madeUp, hers, next, { code: '22222-22222' }])
      expect(await refusalOf(stranger.client.myRigs.claim({ vin, code }))).toMatchObject({
        code: 'REFUSED',
        message: ENDED,
      })
  })

  test('takes the code off that very paper, for its desk and its customer, and leaves those of other visits', async () => {
    const { vin, madeUp, hers } = await taken('BARRED-0')
    const claimOn = async (person: 'dana' | 'ray', ticketId: number) =>
      (await world.as(person).links.get({ ticketId })).claim
    expect(await claimOn('ray', madeUp.ticketId)).toMatchObject({ code: madeUp.code })
    await founders().endClaim({ vin, reason })
    expect(await claimOn('ray', madeUp.ticketId)).toEqual({ code: null, url: expect.any(String) })
    expect(await claimOn('dana', hers.ticketId)).toMatchObject({ code: hers.code })
    const { link } = await world.as('ray').links.make({ ticketId: madeUp.ticketId })
    const token = tokenIn(link.path)
    const { client } = await answering(world, token)
    expect((await client.follow.get({ token })).claim).toEqual({ code: null, url: expect.any(String) })
  })

  test('lets nobody claim the rig by that very paper, told in the words of a wrong code', async () => {
    const { vin, madeUp } = await taken('BARRED-2')
    await founders().endClaim({ vin, reason })
    const other = await newOwner(world)
    for (const client of [other.client, world.as('june')])
      expect(await refusalOf(client.myRigs.claim({ vin, code: madeUp.code }))).toMatchObject({
        code: 'INVALID',
        fields: { code: WRONG },
      })
  })

  test('lets the rig’s customer claim the whole life, and hand it even to who lost it', async () => {
    const { vin, stranger, hers } = await taken('OWNER-1')
    await founders().endClaim({ vin, reason })
    await world.as('june').myRigs.claim({ vin, code: hers.code })
    const { openedFrom, visits } = await world.as('june').myRigs.get({ vin })
    expect([openedFrom, visits.map(({ isOpen }) => isOpen)]).toEqual([null, [true, true]])
    expect(await rig(vin)).toEqual({ assigned: true, customerUuid: world.ids.june })
    const { code } = await world.as('june').myRigs.offer({ vin })
    await stranger.client.myRigs.claim({ vin, code })
    expect((await stranger.client.myRigs.get({ vin })).openedFrom).toBeNull()
  })

  test('of the whole opens nothing from before to the customer of a ticket made up since', async () => {
    const { vin } = await claimed(world)
    await founders().endClaim({ vin, reason })
    later()
    const spy = await newOwner(world)
    const madeUp = await visited(world, { vin, at: 'ray', customer: { email: spy.email } })
    await spy.client.myRigs.claim({ vin, code: madeUp.code })
    expect((await spy.client.myRigs.get({ vin })).visits.map(({ isOpen }) => isOpen)).toEqual([true, false])
  })

  test('is not over by halves where it is handed on or let go at the same moment', async () => {
    for (const undo of ['letGo', 'handOn'] as const) {
      const { vin } = await claimed(world)
      const { code } = await world.as('june').myRigs.offer({ vin })
      const buyer = await newOwner(world)
      await Promise.allSettled([
        founders().endClaim({ vin, reason }),
        undo === 'letGo' ? world.as('june').myRigs.letGo({ vin }) : buyer.client.myRigs.claim({ vin, code }),
      ])
      const claims = await claimsOf(vin)
      const ended = claims.filter(({ endedHow }) => endedHow === 'founder')
      const deeds = await world.database
        .selectFrom('deed')
        .select('deedId')
        .where('vin', '=', vin)
        .where('verb', '=', 'rig.end-claim')
        .execute()
      expect(deeds).toHaveLength(ended.length)
      expect(claims.filter(({ endedAt }) => endedAt === null).length).toBeLessThanOrEqual(1)
    }
    expect(world.faults).toEqual([])
  })
})

describe('whoever looks a VIN up among the founders', () => {
  test('reads that nobody holds it', async () => {
    const { vin } = await visited(world, { vin: 'SEEN-1' })
    expect((await founders().history({ vin })).claim).toBeNull()
    expect((await founders().history({ vin: 'NEVER-SEEN' })).claim).toBeNull()
  })

  test('reads by which paper somebody holds a part or the whole, and of nobody who it is', async () => {
    const { vin, madeUp, stranger } = await taken('SEEN-2')
    const { claim } = await founders().history({ vin })
    expect(claim).toMatchObject({
      ...{ how: 'code', companyName: 'Lone Star Mobile RV', ticketId: madeUp.ticketId },
      ...{ companyUUID: world.ids.ray, claimedAt: world.now, openedFrom: expect.any(Date) },
    })
    for (const secret of [stranger.email, stranger.id, 'Otto'])
      expect(JSON.stringify(claim)).not.toContain(secret)
    const whole = await claimed(world)
    const { code } = await world.as('june').myRigs.offer({ vin: whole.vin })
    await stranger.client.myRigs.claim({ vin: whole.vin, code })
    expect((await founders().history({ vin: whole.vin })).claim).toMatchObject({
      ...{ how: 'transfer', ticketId: whole.ticketId, openedFrom: null },
    })
  })

  test('ends the claim that they looked at, and no other', async () => {
    const { vin } = await taken('SEEN-3')
    const claimId = (await founders().history({ vin })).claim?.claimId ?? ''
    await founders().endClaim({ vin, reason, claimId })
    const other = await newOwner(world)
    const next = await visited(world, { vin, customer: { email: other.email } })
    await other.client.myRigs.claim({ vin, code: next.code })
    expect(await refusalOf(founders().endClaim({ vin, reason, claimId }))).toMatchObject({
      code: 'NOT_FOUND',
      message: 'This claim has ended already. Look at it as it is now.',
    })
    expect((await founders().history({ vin })).claim).not.toBeNull()
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimed, newOwner, visited } from '../../../../test/support/rig-owner-fixtures.ts'
import { type Client, openWorld, refusalOf, type World } from '../../../../test/support/test-app.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const TAKEN = {
  code: 'REFUSED',
  message:
    'This rig is claimed already. Ask whoever sold it to you for a transfer code, or write to the founders if it was always yours.',
}
const mine = () => world.as('june').myRigs
const later = () => {
  world.now = new Date(world.now.getTime() + 60_000)
}
const claimsOf = (vin: string) =>
  world.database.selectFrom('rigClaim').selectAll().where('vin', '=', vin).orderBy('claimedAt').execute()
const holderOf = async (vin: string) =>
  (await claimsOf(vin)).find(({ endedAt }) => endedAt === null)?.accountId
const refused = async (client: Client, vin: string, code: string) =>
  expect(await refusalOf(client.myRigs.claim({ vin, code }))).toMatchObject(TAKEN)

/** A rig of June's that a stranger holds by a ticket which was made up for them. */
async function taken(vin: string) {
  const hers = await visited(world, { vin })
  later()
  const stranger = await newOwner(world)
  const madeUp = await visited(world, { vin, at: 'ray', customer: { email: stranger.email } })
  await stranger.client.myRigs.claim({ vin, code: madeUp.code })
  later()
  return { vin, hers, stranger, madeUp }
}

describe('a claim is not taken over', () => {
  test('by anybody whose email is not the customer’s, with whichever code', async () => {
    const { vin, hers, madeUp, stranger } = await taken('KEPT-1')
    const other = await newOwner(world)
    for (const { code } of [hers, madeUp]) await refused(other.client, vin, code)
    expect(await holderOf(vin)).toBe(stranger.id)
  })

  test('with a code that is wrong, or by an email that is not confirmed', async () => {
    const { vin, hers, stranger } = await taken('KEPT-2')
    expect((await refusalOf(mine().claim({ vin, code: '22222-22222' }))).code).toBe('INVALID')
    const confirm = (emailVerified: boolean) =>
      sql`update auth_user set email_verified = ${emailVerified} where id = ${world.ids.june}`.execute(
        world.database,
      )
    await confirm(false)
    const { code } = await refusalOf(mine().claim({ vin, code: hers.code }))
    await confirm(true)
    expect(code).toBe('FORBIDDEN')
    expect(await holderOf(vin)).toBe(stranger.id)
  })

  test('where it is whole, though a company writes another email for the customer', async () => {
    const { vin } = await claimed(world)
    later()
    const spy = await newOwner(world)
    for (const at of ['dana', 'ray'] as const) {
      const { code } = await visited(world, { vin, at, customer: { email: spy.email } })
      await refused(spy.client, vin, code)
    }
    expect(await holderOf(vin)).toBe(world.ids.june)
  })

  test('where a company that served the customer wrote another email before the claim', async () => {
    const { vin, code } = await visited(world, { vin: 'REWRITTEN-1' })
    later()
    const spy = await newOwner(world)
    const madeUp = await visited(world, { vin, customer: { email: spy.email } })
    await mine().claim({ vin, code })
    later()
    await refused(spy.client, vin, madeUp.code)
    const next = await visited(world, { vin, customer: { email: spy.email } })
    await refused(spy.client, vin, next.code)
    expect(await holderOf(vin)).toBe(world.ids.june)
  })

  test('by a ticket that was made up while it stood', async () => {
    const { vin, stranger } = await taken('MEANWHILE-1')
    const spy = await newOwner(world)
    for (const at of ['dana', 'ray'] as const) {
      const { code } = await visited(world, { vin, at, customer: { email: spy.email } })
      await refused(spy.client, vin, code)
    }
    expect(await holderOf(vin)).toBe(stranger.id)
  })

  test('once the rig was let go: neither by who let it go, nor by the customer of a ticket since', async () => {
    const { vin, code } = await claimed(world)
    await mine().letGo({ vin })
    later()
    const buyer = await newOwner(world)
    await buyer.client.myRigs.claim({ vin, code })
    expect((await buyer.client.myRigs.get({ vin })).openedFrom).not.toBeNull()
    await refused(world.as('june'), vin, code)
    const spy = await newOwner(world)
    for (const [client, email] of [
      [spy.client, spy.email],
      [world.as('june'), 'june.park@mail.example'],
    ] as const) {
      const madeUp = await visited(world, { vin, at: 'ray', customer: { email } })
      await refused(client, vin, madeUp.code)
    }
    expect(await holderOf(vin)).toBe(buyer.id)
  })

  test('once founders ended the whole of it: not by the customer of a ticket since', async () => {
    const { vin } = await claimed(world)
    await world.as('maya').founders.endClaim({ vin, reason: 'Sold years ago' })
    later()
    const owner = await newOwner(world)
    const theirs = await visited(world, { vin, at: 'ray', customer: { email: 'typo@mail.example' } })
    await owner.client.myRigs.claim({ vin, code: theirs.code })
    const spy = await newOwner(world)
    const madeUp = await visited(world, { vin, customer: { email: spy.email } })
    await refused(spy.client, vin, madeUp.code)
    expect(await holderOf(vin)).toBe(owner.id)
  })

  test('by who lost it to founders, though the rig’s first ticket is theirs', async () => {
    const spy = await newOwner(world)
    const first = await visited(world, { vin: 'LOST-1', at: 'ray', customer: { email: spy.email } })
    const { vin } = first
    await spy.client.myRigs.claim({ vin, code: first.code })
    await world.as('maya').founders.endClaim({ vin, reason: 'Made up' })
    later()
    const { code } = await visited(world, { vin })
    await mine().claim({ vin, code })
    expect((await refusalOf(spy.client.myRigs.claim({ vin, code }))).code).toBe('REFUSED')
    expect(await holderOf(vin)).toBe(world.ids.june)
  })
})

describe('the rig’s customer', () => {
  test('takes it over from whoever holds a part, by the code of any visit, and has the whole', async () => {
    for (const whose of ['hers', 'madeUp'] as const) {
      const rig = await taken(`OVER-${whose}`.toUpperCase())
      const { vin, stranger } = rig
      const { report } = await stranger.client.myRigs.share({ vin })
      const { code: offered } = await stranger.client.myRigs.offer({ vin })
      await mine().claim({ vin, code: rig[whose].code })
      const { openedFrom, visits } = await mine().get({ vin })
      expect([openedFrom, visits.every(({ isOpen }) => isOpen)]).toEqual([null, true])
      expect((await refusalOf(stranger.client.myRigs.get({ vin }))).code).toBe('NOT_FOUND')
      const token = report.path.split('/').at(-1) ?? ''
      expect((await refusalOf(world.as('visitor').myRigs.report({ token }))).code).toBe('NOT_FOUND')
      expect((await refusalOf(world.as('maya').myRigs.claim({ vin, code: offered }))).code).toBe('INVALID')
      expect(await claimsOf(vin)).toMatchObject([
        { accountId: stranger.id, endedHow: 'superseded', transferHash: null },
        { accountId: world.ids.june, endedHow: null, how: 'code' },
      ])
      await refused(stranger.client, vin, rig.madeUp.code)
      const deeds = await world.database
        .selectFrom('deed')
        .select(['actor', 'verb'])
        .where('vin', '=', vin)
        .where('actor', '=', world.ids.june)
        .execute()
      expect(deeds.map(({ verb }) => verb).sort()).toEqual(['rig.claim', 'rig.supersede'])
    }
  })

  test('takes it over though whoever holds a part let it go and claimed it anew, or handed it on', async () => {
    const again = await taken('DODGE-1')
    await again.stranger.client.myRigs.letGo({ vin: again.vin })
    await again.stranger.client.myRigs.claim({ vin: again.vin, code: again.madeUp.code })
    const handed = await taken('DODGE-2')
    const { code } = await handed.stranger.client.myRigs.offer({ vin: handed.vin })
    const friend = await newOwner(world)
    await friend.client.myRigs.claim({ vin: handed.vin, code })
    later()
    for (const { vin, hers } of [again, handed]) {
      await mine().claim({ vin, code: hers.code })
      expect((await mine().get({ vin })).openedFrom).toBeNull()
    }
  })

  test('is heard of in a letter to who held it, which names nobody', async () => {
    const { vin, hers, stranger } = await taken('LETTER-1')
    const before = world.letters.length
    await mine().claim({ vin, code: hers.code })
    await expect.poll(() => world.letters.length, { timeout: 10_000 }).toBe(before + 1)
    const letter = world.letters.at(-1)
    expect(letter).toMatchObject({ subject: 'A rig is no longer on your list' })
    expect(JSON.stringify(letter)).toContain(stranger.email)
    expect(letter?.text).toContain(vin)
    for (const secret of ['June', 'Park', 'june.park', 'Bluebonnet', 'Lone Star'])
      expect(letter?.text).not.toContain(secret)
  })

  test('and somebody whom the holder hands it to come one after the other', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { vin, hers, stranger } = await taken(`AT-ONCE-${round}`)
      const { code } = await stranger.client.myRigs.offer({ vin })
      const friend = await newOwner(world)
      await Promise.allSettled([
        friend.client.myRigs.claim({ vin, code }),
        mine().claim({ vin, code: hers.code }),
        mine().claim({ vin, code: hers.code }),
        stranger.client.myRigs.letGo({ vin }),
      ])
      const claims = await claimsOf(vin)
      expect(claims.filter(({ endedAt }) => endedAt === null)).toHaveLength(1)
      // Whichever came first, June has it in the end: what she takes it from opens a part alone.
      expect(await holderOf(vin)).toBe(world.ids.june)
    }
    expect(world.faults).toEqual([])
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waitUntilDelivered } from '../../../../test/support/database-dump.ts'
import { claimRigOf, createRigOwner, createVisit } from '../../../../test/support/rig-owner-fixtures.ts'
import { sharedVin } from '../../../../test/support/shared-vin.ts'
import { type Client, createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const TAKEN = {
  code: 'REFUSED',
  message: 'This RV is already claimed. Ask the seller for a transfer code.',
}
const mine = () => app.as('june').rigClaims
const later = () => {
  app.now = new Date(app.now.getTime() + 60_000)
}
const claimsOf = (vin: string) =>
  app.database.selectFrom('rigClaim').selectAll().where('vin', '=', vin).orderBy('claimedAt').execute()
const holderOf = async (vin: string) =>
  (await claimsOf(vin)).find(({ endedAt }) => endedAt === null)?.accountId
const refused = async (client: Client, vin: string, code: string) =>
  expect(await errorOf(client.rigClaims.claim({ vin, code }))).toMatchObject(TAKEN)

/** A rig of June's that another owner claimed with a made-up ticket. */
async function taken(vin: string) {
  const hers = await createVisit(app, { vin })
  later()
  const otherOwner = await createRigOwner(app)
  const madeUp = await createVisit(app, { vin, at: 'ray', customer: { email: otherOwner.email } })
  await otherOwner.client.rigClaims.claim({ vin, code: madeUp.code })
  later()
  return { vin, hers, otherOwner, madeUp }
}

describe('a claim is not taken over', () => {
  test('by an email other than the customer’s, with any code', async () => {
    const { vin, hers, madeUp, otherOwner } = await taken(sharedVin('KEPT-1'))
    const other = await createRigOwner(app)
    for (const { code } of [hers, madeUp]) await refused(other.client, vin, code)
    expect(await holderOf(vin)).toBe(otherOwner.id)
  })

  test('with a wrong code, or by an unconfirmed email', async () => {
    const { vin, hers, otherOwner } = await taken(sharedVin('KEPT-2'))
    expect((await errorOf(mine().claim({ vin, code: '22222-22222' }))).code).toBe('INVALID')
    const confirm = (emailVerified: boolean) =>
      sql`update auth_user set email_verified = ${emailVerified} where id = ${app.ids.june}`.execute(
        app.database,
      )
    await confirm(false)
    const { code } = await errorOf(mine().claim({ vin, code: hers.code }))
    await confirm(true)
    expect(code).toBe('FORBIDDEN')
    expect(await holderOf(vin)).toBe(otherOwner.id)
  })

  test('if it is of the whole history, even if a company enters another email for the customer', async () => {
    const { vin } = await claimRigOf(app)
    later()
    const spy = await createRigOwner(app)
    for (const at of ['dana', 'ray'] as const) {
      const { code } = await createVisit(app, { vin, at, customer: { email: spy.email } })
      await refused(spy.client, vin, code)
    }
    expect(await holderOf(vin)).toBe(app.ids.june)
  })

  test('if a company that served the customer entered another email before the claim', async () => {
    const { vin, code } = await createVisit(app, { vin: sharedVin('REWRITTEN-1') })
    later()
    const spy = await createRigOwner(app)
    const madeUp = await createVisit(app, { vin, customer: { email: spy.email } })
    await mine().claim({ vin, code })
    later()
    await refused(spy.client, vin, madeUp.code)
    const next = await createVisit(app, { vin, customer: { email: spy.email } })
    await refused(spy.client, vin, next.code)
    expect(await holderOf(vin)).toBe(app.ids.june)
  })

  test('by a ticket made up during the claim', async () => {
    const { vin, otherOwner } = await taken(sharedVin('MEANWHILE-1'))
    const spy = await createRigOwner(app)
    for (const at of ['dana', 'ray'] as const) {
      const { code } = await createVisit(app, { vin, at, customer: { email: spy.email } })
      await refused(spy.client, vin, code)
    }
    expect(await holderOf(vin)).toBe(otherOwner.id)
  })

  test('after a release: neither by the former owner, nor by the customer of a later ticket', async () => {
    const { vin, code } = await claimRigOf(app)
    await mine().release({ vin })
    later()
    const buyer = await createRigOwner(app)
    await buyer.client.rigClaims.claim({ vin, code })
    expect((await buyer.client.rigClaims.get({ vin })).openedFrom).not.toBeNull()
    await refused(app.as('june'), vin, code)
    const spy = await createRigOwner(app)
    for (const [client, email] of [
      [spy.client, spy.email],
      [app.as('june'), 'june.park@mail.example'],
    ] as const) {
      const madeUp = await createVisit(app, { vin, at: 'ray', customer: { email } })
      await refused(client, vin, madeUp.code)
    }
    expect(await holderOf(vin)).toBe(buyer.id)
  })

  test('after founders ended a claim of the whole: not by the customer of a later ticket', async () => {
    const { vin } = await claimRigOf(app)
    await app.as('maya').platformAdmin.endClaim({ vin, reason: 'Sold years ago' })
    later()
    const owner = await createRigOwner(app)
    const theirs = await createVisit(app, { vin, at: 'ray', customer: { email: 'typo@mail.example' } })
    await owner.client.rigClaims.claim({ vin, code: theirs.code })
    const spy = await createRigOwner(app)
    const madeUp = await createVisit(app, { vin, customer: { email: spy.email } })
    await refused(spy.client, vin, madeUp.code)
    expect(await holderOf(vin)).toBe(owner.id)
  })

  test('by an account whose claim founders ended, even if the rig’s first ticket is theirs', async () => {
    const spy = await createRigOwner(app)
    const first = await createVisit(app, {
      vin: sharedVin('LOST-1'),
      at: 'ray',
      customer: { email: spy.email },
    })
    const { vin } = first
    await spy.client.rigClaims.claim({ vin, code: first.code })
    await app.as('maya').platformAdmin.endClaim({ vin, reason: 'Made up' })
    later()
    const { code } = await createVisit(app, { vin })
    await mine().claim({ vin, code })
    expect((await errorOf(spy.client.rigClaims.claim({ vin, code }))).code).toBe('REFUSED')
    expect(await holderOf(vin)).toBe(app.ids.june)
  })
})

describe('the rig’s customer', () => {
  test('takes over a partial claim by the code of any visit, and has the whole history', async () => {
    for (const whose of ['hers', 'madeUp'] as const) {
      const rig = await taken(sharedVin(`OVER-${whose}`))
      const { vin, otherOwner } = rig
      const { report } = await otherOwner.client.rigClaims.createReport({ vin })
      const { code: offered } = await otherOwner.client.rigClaims.createTransfer({ vin })
      await mine().claim({ vin, code: rig[whose].code })
      const { openedFrom, visits } = await mine().get({ vin })
      expect([openedFrom, visits.every(({ isOpen }) => isOpen)]).toEqual([null, true])
      expect((await errorOf(otherOwner.client.rigClaims.get({ vin }))).code).toBe('NOT_FOUND')
      const token = report.path.split('/').at(-1) ?? ''
      expect((await errorOf(app.as('visitor').rigClaims.getReport({ token }))).code).toBe('NOT_FOUND')
      expect((await errorOf(app.as('maya').rigClaims.claim({ vin, code: offered }))).code).toBe('INVALID')
      expect(await claimsOf(vin)).toMatchObject([
        { accountId: otherOwner.id, endReason: 'superseded', transferHash: null },
        { accountId: app.ids.june, endReason: null, how: 'code' },
      ])
      await refused(otherOwner.client, vin, rig.madeUp.code)
      const actions = await app.database
        .selectFrom('platformAudit')
        .select(['actor', 'verb'])
        .where('vin', '=', vin)
        .where('actor', '=', app.ids.june)
        .execute()
      expect(actions.map(({ verb }) => verb).sort()).toEqual(['rig.claim', 'rig.supersede'])
    }
  })

  test('takes over even if the partial owner released and reclaimed it, or transferred it', async () => {
    const again = await taken(sharedVin('DODGE-1'))
    await again.otherOwner.client.rigClaims.release({ vin: again.vin })
    await again.otherOwner.client.rigClaims.claim({ vin: again.vin, code: again.madeUp.code })
    const handed = await taken(sharedVin('DODGE-2'))
    const { code } = await handed.otherOwner.client.rigClaims.createTransfer({ vin: handed.vin })
    const friend = await createRigOwner(app)
    await friend.client.rigClaims.claim({ vin: handed.vin, code })
    later()
    for (const { vin, hers } of [again, handed]) {
      await mine().claim({ vin, code: hers.code })
      expect((await mine().get({ vin })).openedFrom).toBeNull()
    }
  })

  test('is not named in the email to the former owner', async () => {
    const { vin, hers, otherOwner } = await taken(sharedVin('LETTER-1'))
    await waitUntilDelivered(app.database)
    const before = app.sentEmails.length
    await mine().claim({ vin, code: hers.code })
    await expect.poll(() => app.sentEmails.length).toBe(before + 1)
    const email = app.sentEmails.at(-1)
    expect(email).toMatchObject({ subject: 'A rig is no longer on your list' })
    expect(JSON.stringify(email)).toContain(otherOwner.email)
    expect(email?.text).toContain(vin)
    for (const secret of ['June', 'Park', 'june.park', 'Bluebonnet', 'Lone Star'])
      expect(email?.text).not.toContain(secret)
  })

  test('and the recipient of a transfer get it one after the other', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { vin, hers, otherOwner } = await taken(sharedVin(`AT-ONCE-${round}`))
      const { code } = await otherOwner.client.rigClaims.createTransfer({ vin })
      const friend = await createRigOwner(app)
      await Promise.allSettled([
        friend.client.rigClaims.claim({ vin, code }),
        mine().claim({ vin, code: hers.code }),
        mine().claim({ vin, code: hers.code }),
        otherOwner.client.rigClaims.release({ vin }),
      ])
      const claims = await claimsOf(vin)
      expect(claims.filter(({ endedAt }) => endedAt === null)).toHaveLength(1)
      // In either order June has it in the end: she takes over a partial claim.
      expect(await holderOf(vin)).toBe(app.ids.june)
    }
    expect(app.loggedErrors).toEqual([])
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminSentence } from '#domain/platform-admin/admin-sentences.ts'
import { customerOfLink, tokenIn } from '../../../../test/support/customer-fixtures.ts'
import { dumpDatabase, waitUntilDelivered } from '../../../../test/support/database-dump.ts'
import { claimRigOf, createRigOwner, createVisit } from '../../../../test/support/rig-owner-fixtures.ts'
import { sharedVin } from '../../../../test/support/shared-vin.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const ENDED = 'The founders ended your claim to this RV, so its codes no longer work for you.'
const WRONG = 'That code doesn’t work for this VIN. Check both and try again.'
const founders = () => app.as('maya').platformAdmin
const reason = 'That ticket was made up'
const later = () => {
  app.now = new Date(app.now.getTime() + 60_000)
}
const rig = (vin: string) =>
  app.database
    .selectFrom('rig')
    .select(['assigned', 'customerUuid'])
    .where('vin', '=', vin)
    .executeTakeFirstOrThrow()
const claimsOf = (vin: string) =>
  app.database.selectFrom('rigClaim').selectAll().where('vin', '=', vin).orderBy('claimedAt').execute()

/** A rig of June's that another owner claimed with a made-up ticket. */
async function taken(vin: string) {
  const hers = await createVisit(app, { vin })
  later()
  const otherOwner = await createRigOwner(app)
  const madeUp = await createVisit(app, { vin, at: 'ray', customer: { email: otherOwner.email } })
  await otherOwner.client.rigClaims.claim({ vin, code: madeUp.code })
  return { vin, hers, otherOwner, madeUp }
}

describe('ending a claim is refused', () => {
  test.each([
    ['without a reason', { reason: ' ' }, 'INVALID', 'reason'],
    ['of what is no VIN', { vin: 'NOT A VIN!' }, 'INVALID', 'vin'],
    ['of an unknown rig', { vin: sharedVin('NEVER-SEEN') }, 'NOT_FOUND', null],
    ['by another claim than the one that stands', { claimId: crypto.randomUUID() }, 'NOT_FOUND', null],
  ])('%s', async (_, changes, code, field) => {
    const { vin } = await claimRigOf(app)
    const before = await dumpDatabase(app.database)
    expect(await errorOf(founders().endClaim({ vin, reason, ...changes }))).toMatchObject({
      code,
      ...(field === null ? {} : { fields: { [field]: expect.any(String) } }),
    })
    expect(await dumpDatabase(app.database)).toBe(before)
  })

  test('if the rig is not claimed, or twice', async () => {
    const { vin } = await createVisit(app, { vin: sharedVin('FREE-1') })
    expect((await errorOf(founders().endClaim({ vin, reason }))).code).toBe('NOT_FOUND')
    const held = await claimRigOf(app)
    await founders().endClaim({ vin: held.vin, reason })
    expect((await errorOf(founders().endClaim({ vin: held.vin, reason }))).code).toBe('NOT_FOUND')
  })

  test.each(['dana', 'walt', 'rosa', 'ray', 'june'] as const)('for %s', async person => {
    const { vin } = await claimRigOf(app)
    const before = await dumpDatabase(app.database)
    expect((await errorOf(app.as(person).platformAdmin.endClaim({ vin, reason }))).code).toBe('FORBIDDEN')
    expect(await dumpDatabase(app.database)).toBe(before)
  })
})

describe('a claim that founders ended', () => {
  test('ends its reports and transfer code, and the rig is unclaimed', async () => {
    const { vin } = await claimRigOf(app)
    const { report } = await app.as('june').rigClaims.createReport({ vin })
    const { code } = await app.as('june').rigClaims.createTransfer({ vin })
    await founders().endClaim({ vin, reason })
    expect((await rig(vin)).assigned).toBe(false)
    expect((await errorOf(app.as('june').rigClaims.get({ vin }))).code).toBe('NOT_FOUND')
    const token = report.path.split('/').at(-1) ?? ''
    expect((await errorOf(app.as('visitor').rigClaims.getReport({ token }))).code).toBe('NOT_FOUND')
    const buyer = await createRigOwner(app)
    expect(await errorOf(buyer.client.rigClaims.claim({ vin, code }))).toMatchObject({
      fields: { code: WRONG },
    })
    expect(await claimsOf(vin)).toMatchObject([
      { endReason: 'founder', endedAt: app.now, transferHash: null, transferUntil: null },
    ])
  })

  test('is in the founders’ audit log with its invoice and reason', async () => {
    const { vin, otherOwner, madeUp } = await taken(sharedVin('TOLD-1'))
    later()
    await founders().endClaim({ vin, reason })
    const [action] = (await founders().listAuditEntries({})).entries
    expect(action).toMatchObject({
      verb: 'rig.end-claim',
      vin,
      ticketId: madeUp.ticketId,
      companyUUID: app.ids.ray,
      by: { id: app.ids.maya },
    })
    expect(action === undefined ? '' : adminSentence(action)).toBe(
      `Maya ended the claim on VIN ${sharedVin('TOLD-1')} from ticket ${madeUp.ticketId} of Lone Star Mobile RV: ${reason}`,
    )
    expect(JSON.stringify(action)).not.toContain(otherOwner.email)
  })

  test('is explained to its owner by email, naming no one else', async () => {
    const { vin, otherOwner } = await taken(sharedVin('TOLD-2'))
    await waitUntilDelivered(app.database)
    const before = app.sentEmails.length
    await founders().endClaim({ vin, reason })
    await expect.poll(() => app.sentEmails.length).toBe(before + 1)
    const email = app.sentEmails.at(-1)
    expect(email).toMatchObject({ subject: 'Your claim of a rig has ended' })
    expect(JSON.stringify(email)).toContain(otherOwner.email)
    for (const text of [sharedVin('TOLD-2'), 'That ticket was made up.', 'its current owner can give you'])
      expect(email?.text).toContain(text)
    for (const secret of ['June', 'Park', 'Maya', 'Bluebonnet', 'Lone Star', app.ids.maya])
      expect(email?.text).not.toContain(secret)
  })

  test("cannot be renewed with any of the account's invoices, and the message says so", async () => {
    const { vin, otherOwner, madeUp, hers } = await taken(sharedVin('BARRED-1'))
    await founders().endClaim({ vin, reason })
    later()
    const next = await createVisit(app, { vin, at: 'ray', customer: { email: otherOwner.email } })
    for (const { code } of [madeUp, hers, next, { code: '22222-22222' }])
      expect(await errorOf(otherOwner.client.rigClaims.claim({ vin, code }))).toMatchObject({
        code: 'REFUSED',
        message: ENDED,
      })
  })

  test('removes the code from its invoice, for desk and customer, and keeps those of other visits', async () => {
    const { vin, madeUp, hers } = await taken(sharedVin('BARRED-0'))
    const claimOn = async (person: 'dana' | 'ray', ticketId: number) =>
      (await app.as(person).customerLinks.get({ ticketId })).claim
    expect(await claimOn('ray', madeUp.ticketId)).toMatchObject({ code: madeUp.code })
    await founders().endClaim({ vin, reason })
    expect(await claimOn('ray', madeUp.ticketId)).toEqual({ code: null, url: expect.any(String) })
    expect(await claimOn('dana', hers.ticketId)).toMatchObject({ code: hers.code })
    const { link } = await app.as('ray').customerLinks.create({ ticketId: madeUp.ticketId })
    const token = tokenIn(link.path)
    const { client } = await customerOfLink(app, token)
    expect((await client.customerView.get({ token })).claim).toEqual({ code: null, url: expect.any(String) })
  })

  test('cannot be made by anyone with that invoice, with the same message as a wrong code', async () => {
    const { vin, madeUp } = await taken(sharedVin('BARRED-2'))
    await founders().endClaim({ vin, reason })
    const other = await createRigOwner(app)
    for (const client of [other.client, app.as('june')])
      expect(await errorOf(client.rigClaims.claim({ vin, code: madeUp.code }))).toMatchObject({
        code: 'INVALID',
        fields: { code: WRONG },
      })
  })

  test('lets the rig’s customer claim the whole history, and even transfer it to the former owner', async () => {
    const { vin, otherOwner, hers } = await taken(sharedVin('OWNER-1'))
    await founders().endClaim({ vin, reason })
    await app.as('june').rigClaims.claim({ vin, code: hers.code })
    const { openedFrom, visits } = await app.as('june').rigClaims.get({ vin })
    expect([openedFrom, visits.map(({ isOpen }) => isOpen)]).toEqual([null, [true, true]])
    expect(await rig(vin)).toEqual({ assigned: true, customerUuid: app.ids.june })
    const { code } = await app.as('june').rigClaims.createTransfer({ vin })
    await otherOwner.client.rigClaims.claim({ vin, code })
    expect((await otherOwner.client.rigClaims.get({ vin })).openedFrom).toBeNull()
  })

  test('of the whole history opens nothing older to the customer of a ticket made up since', async () => {
    const { vin } = await claimRigOf(app)
    await founders().endClaim({ vin, reason })
    later()
    const spy = await createRigOwner(app)
    const madeUp = await createVisit(app, { vin, at: 'ray', customer: { email: spy.email } })
    await spy.client.rigClaims.claim({ vin, code: madeUp.code })
    expect((await spy.client.rigClaims.get({ vin })).visits.map(({ isOpen }) => isOpen)).toEqual([
      true,
      false,
    ])
  })

  test('ends completely when it is transferred or released at the same moment', async () => {
    for (const action of ['release', 'transfer'] as const) {
      const { vin } = await claimRigOf(app)
      const { code } = await app.as('june').rigClaims.createTransfer({ vin })
      const buyer = await createRigOwner(app)
      await Promise.allSettled([
        founders().endClaim({ vin, reason }),
        action === 'release'
          ? app.as('june').rigClaims.release({ vin })
          : buyer.client.rigClaims.claim({ vin, code }),
      ])
      const claims = await claimsOf(vin)
      const ended = claims.filter(({ endReason }) => endReason === 'founder')
      const actions = await app.database
        .selectFrom('platformAudit')
        .select('entryId')
        .where('vin', '=', vin)
        .where('verb', '=', 'rig.end-claim')
        .execute()
      expect(actions).toHaveLength(ended.length)
      expect(claims.filter(({ endedAt }) => endedAt === null).length).toBeLessThanOrEqual(1)
    }
    expect(app.loggedErrors).toEqual([])
  })
})

describe('a founder who looks up a VIN', () => {
  test('sees that it is unclaimed', async () => {
    const { vin } = await createVisit(app, { vin: sharedVin('SEEN-1') })
    expect((await founders().getHistory({ vin })).claim).toBeNull()
    expect((await founders().getHistory({ vin: sharedVin('NEVER-SEEN') })).claim).toBeNull()
  })

  test('sees the invoice of a claim and whether it is partial, but not its owner', async () => {
    const { vin, madeUp, otherOwner } = await taken(sharedVin('SEEN-2'))
    const { claim } = await founders().getHistory({ vin })
    expect(claim).toMatchObject({
      how: 'code',
      companyName: 'Lone Star Mobile RV',
      ticketId: madeUp.ticketId,
      companyUUID: app.ids.ray,
      claimedAt: app.now,
      openedFrom: expect.any(Date),
    })
    for (const secret of [otherOwner.email, otherOwner.id, 'Otto'])
      expect(JSON.stringify(claim)).not.toContain(secret)
    const whole = await claimRigOf(app)
    const { code } = await app.as('june').rigClaims.createTransfer({ vin: whole.vin })
    await otherOwner.client.rigClaims.claim({ vin: whole.vin, code })
    expect((await founders().getHistory({ vin: whole.vin })).claim).toMatchObject({
      how: 'transfer',
      ticketId: whole.ticketId,
      openedFrom: null,
    })
  })

  test('ends the claim they saw, and no other', async () => {
    const { vin } = await taken(sharedVin('SEEN-3'))
    const claimId = (await founders().getHistory({ vin })).claim?.claimId ?? ''
    await founders().endClaim({ vin, reason, claimId })
    const other = await createRigOwner(app)
    const next = await createVisit(app, { vin, customer: { email: other.email } })
    await other.client.rigClaims.claim({ vin, code: next.code })
    expect(await errorOf(founders().endClaim({ vin, reason, claimId }))).toMatchObject({
      code: 'NOT_FOUND',
      message: 'This claim has already ended. Reload to see the rig now.',
    })
    expect((await founders().getHistory({ vin })).claim).not.toBeNull()
  })
})

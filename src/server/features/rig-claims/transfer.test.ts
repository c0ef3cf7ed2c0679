import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readStream } from '../../../../test/support/read-stream.ts'
import { claimRigOf, createRigOwner, createVisit } from '../../../../test/support/rig-owner-fixtures.ts'
import { sharedVin } from '../../../../test/support/shared-vin.ts'
import { type Client, createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
let buyer: { id: string; email: string; client: Client }
beforeAll(async () => {
  app = await createTestApp()
  buyer = await createRigOwner(app)
})
afterAll(() => app.close())

const WRONG = 'That code doesn’t work for this VIN. Check both and try again.'
const mine = () => app.as('june').rigClaims
const wrongFor = async (client: Client, vin: string, code: string) =>
  expect(await errorOf(client.rigClaims.claim({ vin, code }))).toMatchObject({
    code: 'INVALID',
    fields: { code: WRONG },
  })
const laterBy = (days: number) => {
  app.now = new Date(app.now.getTime() + days * 24 * 60 * 60 * 1000)
}

let vin: string
let documentCode: string
beforeEach(async () => {
  const visit = await claimRigOf(app)
  vin = visit.vin
  documentCode = visit.code
})

describe('a transfer is refused', () => {
  test('to anyone but the owner', async () => {
    for (const ask of [
      () => buyer.client.rigClaims.createTransfer({ vin }),
      () => buyer.client.rigClaims.cancelTransfer({ vin }),
      () => mine().createTransfer({ vin: sharedVin('NEVER-SEEN') }),
    ])
      expect((await errorOf(ask())).code).toBe('NOT_FOUND')
    expect((await errorOf(app.as('dana').rigClaims.createTransfer({ vin }))).code).toBe('FORBIDDEN')
  })

  test("with one’s own code, another rig's, or one that was replaced, canceled or expired", async () => {
    const other = await claimRigOf(app)
    const { code: foreign } = await mine().createTransfer({ vin: other.vin })
    const { code: replaced } = await mine().createTransfer({ vin })
    const { code, until } = await mine().createTransfer({ vin })
    expect(until).toEqual(new Date(app.now.getTime() + 14 * 24 * 60 * 60 * 1000))
    await wrongFor(app.as('june'), vin, code)
    await wrongFor(buyer.client, vin, foreign)
    await wrongFor(buyer.client, vin, replaced)
    await mine().cancelTransfer({ vin })
    await wrongFor(buyer.client, vin, code)
    const { code: last } = await mine().createTransfer({ vin })
    laterBy(14)
    await wrongFor(buyer.client, vin, last)
    expect((await mine().get({ vin })).transferUntil).toBeNull()
  })

  test('twice with the same code, and after the rig was released', async () => {
    const { code } = await mine().createTransfer({ vin })
    await buyer.client.rigClaims.claim({ vin, code })
    await wrongFor(app.as('maya'), vin, code)
    await wrongFor(buyer.client, vin, code)
    const { code: next } = await buyer.client.rigClaims.createTransfer({ vin })
    await buyer.client.rigClaims.release({ vin })
    await wrongFor(app.as('maya'), vin, next)
  })
})

describe('a transferred rig', () => {
  test('belongs to the new owner with everything, and is invisible to the old one', async () => {
    await createVisit(app, { vin, at: 'ray', problem: 'Awning' })
    const before = await mine().get({ vin })
    const { report } = await mine().createReport({ vin })
    const { code } = await mine().createTransfer({ vin })
    expect((await mine().get({ vin })).transferUntil).not.toBeNull()
    await buyer.client.rigClaims.claim({ vin, code: code.toLowerCase() })
    const after = await buyer.client.rigClaims.get({ vin })
    expect(after.visits.map(({ work }) => work)).toEqual(before.visits.map(({ work }) => work))
    expect([after.transferUntil, after.reports, after.openedFrom]).toEqual([null, [], null])
    const rig = await app.database
      .selectFrom('rig')
      .selectAll()
      .where('vin', '=', vin)
      .executeTakeFirstOrThrow()
    expect(rig).toMatchObject({ assigned: true, customerUuid: buyer.id })
    for (const ask of [
      () => mine().get({ vin }),
      () => mine().createReport({ vin }),
      () => mine().release({ vin }),
      () => mine().createTransfer({ vin }),
    ])
      expect((await errorOf(ask())).code).toBe('NOT_FOUND')
    expect((await errorOf(mine().claim({ vin, code: documentCode }))).code).toBe('REFUSED')
    const token = report.path.split('/').at(-1) ?? ''
    expect((await errorOf(app.as('visitor').rigClaims.getReport({ token }))).code).toBe('NOT_FOUND')
  })

  test('is told to the seller, once, without the buyer', async () => {
    const { code } = await mine().createTransfer({ vin })
    await buyer.client.rigClaims.claim({ vin, code })
    await errorOf(app.as('maya').rigClaims.claim({ vin, code }))
    const emailsAboutIt = () => app.sentEmails.filter(({ text }) => text.includes(vin))
    await expect.poll(emailsAboutIt).toHaveLength(1)
    expect(emailsAboutIt()[0]).toMatchObject({
      subject: 'Your rig was transferred',
      recipient: 'june.park@mail.example',
    })
    expect(JSON.stringify(emailsAboutIt())).not.toContain(buyer.email)
  })

  test('keeps closed what was closed to its former owner', async () => {
    const { vin: shut } = await createVisit(app, { vin: sharedVin('SHUT-1') })
    laterBy(1)
    const { code } = await createVisit(app, { vin: shut, at: 'ray', customer: { email: 'spy@mail.example' } })
    const spy = await createRigOwner(app)
    await spy.client.rigClaims.claim({ vin: shut, code })
    const offered = await spy.client.rigClaims.createTransfer({ vin: shut })
    await buyer.client.rigClaims.claim({ vin: shut, code: offered.code })
    const { visits } = await buyer.client.rigClaims.get({ vin: shut })
    expect(visits.map(({ isOpen }) => isOpen)).toEqual([true, false])
  })

  test('goes to one of two who enter the code at the same moment', async () => {
    const { code } = await mine().createTransfer({ vin })
    const both = [buyer.client, app.as('maya')]
    const results = await Promise.allSettled(both.map(client => client.rigClaims.claim({ vin, code })))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const claims = await app.database
      .selectFrom('rigClaim')
      .select(['accountId', 'endReason'])
      .where('vin', '=', vin)
      .execute()
    expect(claims).toHaveLength(2)
    expect(claims.filter(({ endReason }) => endReason === null)).toHaveLength(1)
  })

  test('is either transferred, or its code canceled or the rig released, never both', async () => {
    for (const undo of ['cancelTransfer', 'release'] as const) {
      const { vin: contested } = await claimRigOf(app)
      const { code } = await mine().createTransfer({ vin: contested })
      const [took, undone] = await Promise.allSettled([
        buyer.client.rigClaims.claim({ vin: contested, code }),
        mine()[undo]({ vin: contested }),
      ])
      expect([took.status, undone.status]).toContain('fulfilled')
      const open = await app.database
        .selectFrom('rigClaim')
        .select('accountId')
        .where('vin', '=', contested)
        .where('endedAt', 'is', null)
        .execute()
      const holder = took.status === 'fulfilled' ? [buyer.id] : undo === 'release' ? [] : [app.ids.june]
      expect(open.map(({ accountId }) => accountId)).toEqual(holder)
    }
    expect(app.loggedErrors).toEqual([])
  })

  test('leaves its code nowhere', async () => {
    const { code } = await mine().createTransfer({ vin })
    const rows = await app.database.selectFrom('rigClaim').selectAll().where('vin', '=', vin).execute()
    const answers = await app.database.selectFrom('idempotencyKey').selectAll().execute()
    const actions = await app.database.selectFrom('platformAudit').selectAll().execute()
    const text = JSON.stringify([rows, answers, actions])
    for (const spelled of [code, code.replace('-', '')]) expect(text).not.toContain(spelled)
  })
})

describe('the open pages of a seller', () => {
  const until = (isSo: () => boolean) => vi.waitFor(() => expect(isSo()).toBe(true), { timeout: 10_000 })
  const changesIn = ({ heard }: { heard: string }): number => heard.split('{"kind":"changed"}').length - 1
  const stop = new AbortController()
  afterAll(() => stop.abort())

  test.each([['visitor'], ['dana'], ['rosa']] as const)('have no stream for %s', async person => {
    expect((await app.fetch('/api/live/account', { as: person })).status).toBe(401)
  })

  test('learn at once that the buyer has the rig, and those of others learn nothing', async () => {
    const { code } = await mine().createTransfer({ vin })
    const [seller, other] = await Promise.all(
      (['june', 'maya'] as const).map(async as =>
        readStream(await app.fetch('/api/live/account', { as, signal: stop.signal })),
      ),
    )
    if (seller === undefined || other === undefined) throw new Error('no stream')
    await until(() => [seller, other].every(({ heard }) => heard.includes('event: ready')))
    expect(seller.heard).not.toContain('id:')
    await buyer.client.rigClaims.claim({ vin, code })
    await until(() => changesIn(seller) === 1)
    expect(changesIn(other)).toBe(0)
    expect(await errorOf(mine().get({ vin }))).toMatchObject({
      code: 'NOT_FOUND',
      message: 'Your claim of this rig has ended: your transfer code was used.',
    })
  })

  test('learn it from every server', async () => {
    const elsewhere = await createTestApp({ connection: app.connection })
    const { code } = await mine().createTransfer({ vin })
    const stream = readStream(await elsewhere.fetch('/api/live/account', { as: 'june', signal: stop.signal }))
    await until(() => stream.heard.includes('event: ready'))
    await buyer.client.rigClaims.claim({ vin, code })
    await until(() => changesIn(stream) === 1)
    await elsewhere.close()
  })
})

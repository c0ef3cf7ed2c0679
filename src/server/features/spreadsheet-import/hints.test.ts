import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFakeTransport } from '#server/mail/mail-transport.ts'
import { rosa } from '#server/seed/demo-accounts.ts'
import { importedJob, importedPerson } from '../../../../test/support/imported-rows.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ rateLimits: true, mailTransport: createFakeTransport(true) })
  // Puts June's rig on file.
  await app.createTicket()
})
afterAll(() => app.close())
beforeEach(async () => {
  await sql`delete from rate_limit_counter`.execute(app.database)
  await setConfirmed(true)
})

const setConfirmed = (isConfirmed: boolean) =>
  sql`update auth_user set email_verified = ${isConfirmed} where id = ${app.ids.dana}`.execute(app.database)

const strangers = (count: number) => Array.from({ length: count }, () => `${randomUUID()}@mail.example`)

const JUNES_VIN = '1UJBJ0BN8M17X0042'
const vinsOf = (count: number) =>
  Array.from({ length: count }, () => randomUUID().replaceAll('-', '').slice(0, 17).toUpperCase())

const inUse = async (emails: string[]) => (await app.as('dana').imports.checkEmployees({ emails })).inUse
const onFile = (vins: string[]) => app.as('dana').imports.checkVisits({ keys: [], vins })

async function importPeople(emails: readonly string[]) {
  const { imports } = app.as('dana')
  const rowCount = emails.length
  const { importId } = await imports.start({ kind: 'employees', fileName: 'a.csv', fileHash: '', rowCount })
  const rows = emails.map(email => ({ ...importedPerson, email }))
  await imports.addEmployees({ importId, firstRow: 0, rows })
  const find = async () => (await imports.list()).find(run => run.importId === importId)
  await expect.poll(async () => (await find())?.state, { timeout: 20_000 }).toBe('done')
  return (await find())?.report
}

describe('a check says whose email has an account', () => {
  test('for 600 emails an hour, and of the others nothing', async () => {
    expect(await inUse([rosa.email, ...strangers(198)])).toEqual([rosa.email])
    await inUse(strangers(200))
    expect(await inUse([...strangers(199), rosa.email])).toEqual([rosa.email])
    await inUse(strangers(1))
    expect(await inUse([rosa.email])).toEqual([])
    app.now = new Date(app.now.getTime() + 61 * 60_000)
    expect(await inUse([rosa.email])).toEqual([rosa.email])
  })

  test('not before the owner has confirmed their own', async () => {
    await setConfirmed(false)
    expect(await inUse([rosa.email])).toEqual([])
  })

  test('and what it did not say is left out when the import runs', async () => {
    await setConfirmed(false)
    const [free = ''] = strangers(1)
    expect(await importPeople([rosa.email, free])).toMatchObject({ added: 1, alreadyHere: 1 })
  })
})

test('a company imports at most 400 employees a day', async () => {
  const { imports } = app.as('dana')
  const importId = randomUUID()
  const send = (count: number) =>
    imports
      .addEmployees({
        importId,
        firstRow: 0,
        rows: strangers(count).map(email => ({ ...importedPerson, email })),
      })
      .catch((error: { code: string }) => error.code)
  expect([await send(200), await send(200), await send(1)]).toEqual(['NOT_FOUND', 'NOT_FOUND', 'TOO_MANY'])
})

describe('a check says which rigs are on file', () => {
  test('for 600 VINs an hour, and names those it does not speak of', async () => {
    const known = await onFile([JUNES_VIN, ...vinsOf(199)])
    expect(known).toMatchObject({ onFile: [JUNES_VIN], unanswered: [] })
    await onFile(vinsOf(200))
    const last = await onFile([...vinsOf(199), JUNES_VIN])
    expect(last.onFile).toEqual([JUNES_VIN])
    await onFile(vinsOf(1))
    expect(await onFile([JUNES_VIN])).toMatchObject({ onFile: [], unanswered: [JUNES_VIN] })
  })

  test('and a visit that it did not speak of is imported as it is', async () => {
    await setConfirmed(false)
    const [vin = ''] = vinsOf(1)
    const { imports } = app.as('dana')
    const file = { kind: 'work' as const, fileName: 'b.csv', fileHash: '', rowCount: 1 }
    const { importId } = await imports.start(file)
    const job = { ...importedJob, vin, make: '', model: '', year: '' }
    await imports.addVisits({ importId, firstRow: 0, rows: [{ jobs: [job] }] })
    const find = async () => (await imports.list()).find(run => run.importId === importId)
    await expect.poll(async () => (await find())?.state, { timeout: 20_000 }).toBe('done')
    expect((await find())?.report).toMatchObject({ added: 1 })
  })
})

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD } from '#server/seed/demo-accounts.ts'
import { importedPerson } from '../../../../test/support/imported-rows.ts'
import { emailAfter, releaseTokenIn } from '../../../../test/support/signup.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() =>
  app.database.updateTable('importRun').set({ state: 'failed' }).where('state', '=', 'running').execute(),
)

let next = 0
const someone = (changes: Partial<typeof importedPerson> = {}) => {
  next += 1
  return { ...importedPerson, email: `bea${next}@mail.example`, ...changes }
}
type Row = ReturnType<typeof someone>

const start = (rowCount: number) =>
  app.as('dana').imports.start({
    kind: 'employees',
    fileName: 'staff.csv',
    fileHash: 'a'.repeat(64),
    rowCount,
  })
const runOf = async (importId: string) =>
  (await app.as('dana').imports.list()).find(run => run.importId === importId)

async function importRows(rows: Row[]) {
  const { importId } = await start(rows.length)
  await app.as('dana').imports.addEmployees({ importId, firstRow: 0, rows })
  await expect.poll(async () => (await runOf(importId))?.state, { timeout: 10_000 }).toBe('done')
  return importId
}

const listByEmail = async () =>
  new Map((await app.as('dana').employees.list()).map(each => [each.details?.email ?? '', each]))

describe('employees of a spreadsheet', () => {
  test('are registered as by the form, without a password, and are in the log', async () => {
    const [bea, cal] = [
      someone(),
      someone({ firstName: 'Cal', isInsured: 'No' as 'Yes', roles: '' as 'Technician' }),
    ]
    const importId = await importRows([bea, cal])
    const people = await listByEmail()
    expect(people.get(bea.email)).toMatchObject({
      firstName: 'Bea',
      lastName: 'Lund',
      roles: { isServiceWriter: false, isTechnician: true },
      isActive: true,
      details: { phone: '(574) 555-0177', licenseNumber: 'L-100', isInsured: true },
    })
    expect(people.get(cal.email)).toMatchObject({
      roles: { isServiceWriter: false, isTechnician: false },
      details: { isInsured: false },
    })
    expect(await runOf(importId)).toMatchObject({
      kind: 'employees',
      report: { added: 2, alreadyHere: 0, rigsAdded: 0 },
    })
    const { entries } = await app.as('dana').audit.list({})
    const registered = entries.filter(({ verb }) => verb === 'employee.register')
    expect(registered.slice(0, 2).map(({ detail }) => detail)).toEqual([
      { employee: 'Cal Lund' },
      { employee: 'Bea Lund' },
    ])
    await expect(app.signIn(bea.email)).rejects.toThrow()
    const reset = await app.as('dana').employees.sendReset({ id: people.get(bea.email)?.id ?? '' })
    expect(reset.done).toBe(true)
  })

  test('block nobody for good: the link mailed to one of them frees that email, and deactivates them alone', async () => {
    const [bea, cal] = [someone(), someone({ firstName: 'Cal' })]
    await importRows([bea, cal])
    const company = { companyName: 'Lund RV', companyPhone: '(574) 555-0101', password: PASSWORD }
    const register = () => app.as('visitor').companies.register({ ...company, email: bea.email })
    expect(await errorOf(register())).toMatchObject({
      fields: { email: 'An account with this email already exists.' },
    })
    const ask = () =>
      app.fetch('/api/auth/request-password-reset', { method: 'POST', json: { email: bea.email } })
    const token = releaseTokenIn((await emailAfter(app, bea.email, ask)).text)
    expect((await listByEmail()).get(bea.email)).toMatchObject({ isActive: true })
    await app.as('visitor').account.releaseEmail({ token })
    const people = await listByEmail()
    expect(people.get('')).toMatchObject({ firstName: 'Bea', isActive: false })
    expect(people.get(cal.email)).toMatchObject({ firstName: 'Cal', isActive: true })
  })

  test('are refused beside their cells, before anything is written', async () => {
    const { imports } = app.as('dana')
    const bea = someone()
    const { importId } = await start(3)
    const add = (rows: Row[]) => errorOf(imports.addEmployees({ importId, firstRow: 0, rows }))
    expect(await add([bea, { ...bea }, someone({ email: 'Wyatt@LoneStar.example' })])).toMatchObject({
      fields: {
        'rows.1.email': 'An account with this email already exists.',
        'rows.2.email': 'An account with this email already exists.',
      },
    })
    expect(
      await add([someone({ firstName: ' ', licenseNumber: '', phone: '1', roles: 'Boss' as 'Technician' })]),
    ).toMatchObject({
      fields: {
        'rows.0.firstName': 'Required.',
        'rows.0.licenseNumber': 'Required.',
        'rows.0.roles': 'Enter one of: Technician, Service Writer, Technician and Service Writer.',
      },
    })
    expect((await listByEmail()).has(bea.email)).toBe(false)
    expect(await errorOf(start(201))).toMatchObject({ fields: { rowCount: 'Send at most 200 employees.' } })
    const emails = ['WYATT@lonestar.example', bea.email]
    expect(await imports.checkEmployees({ emails })).toEqual({ inUse: ['wyatt@lonestar.example'] })
  })

  test('cannot be sent to an import of customers', async () => {
    const { imports } = app.as('dana')
    const { importId } = await imports.start({ fileName: 'a.csv', fileHash: '', rowCount: 1 })
    const sent = imports.addEmployees({ importId, firstRow: 0, rows: [someone()] })
    expect(await errorOf(sent)).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('leave with undo unless they were used or changed since, who are named', async () => {
    const rows = ['Unused', 'Changed', 'Assigned', 'Active', 'Heard'].map(lastName => someone({ lastName }))
    const importId = await importRows(rows)
    const idOf = async (index: number) => (await listByEmail()).get(rows[index]?.email ?? '')?.id ?? ''
    await app.as('dana').employees.change({ id: await idOf(1), phone: '574 555 0188' })
    const ticketId = await app.createTicket()
    await app.as('dana').tickets.assign({ ticketId, employeeId: await idOf(2) })
    await sql`update auth_credential set password = 'x' where user_id = ${await idOf(3)}`.execute(
      app.database,
    )
    // As any row that names them, of whatever table.
    const device = { companyId: app.ids.dana, technicianId: await idOf(4), deviceId: randomUUID() }
    await app.database
      .insertInto('bayDevice')
      .values({ ...device, heardAt: app.now, notSent: 1, oldestTappedAt: null })
      .execute()
    await app.as('dana').imports.undo({ importId })
    expect((await runOf(importId))?.report.undone).toMatchObject({ removed: 1, remaining: 4 })
    expect([...((await runOf(importId))?.report.undone?.remainingNames ?? [])].sort()).toEqual([
      'Bea Active',
      'Bea Assigned',
      'Bea Changed',
      'Bea Heard',
    ])
    const left = await listByEmail()
    expect(rows.map(({ email }) => left.has(email))).toEqual([false, true, true, true, true])
    // The email is free again.
    await importRows(rows.slice(0, 1))
  })
})

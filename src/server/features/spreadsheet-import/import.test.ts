import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkDigit } from '#domain/rigs/vin.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { createTestApp, errorOf, type PersonName, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  for (const table of ['importChunk', 'importedCustomer', 'importItem', 'importRun'] as const)
    await app.database.deleteFrom(table).execute()
})

const file = { fileName: 'customers.csv', fileHash: 'a'.repeat(64) }
const { vin, make, model, year } = june.customerRV
const {
  profileImageUrl: _,
  coordinates: __,
  ...person
} = {
  profileImageUrl: null,
  coordinates: null,
  ...june.customerDetails,
}
const juneRow = { ...person, vin, make, model, year, axleAmount: '2' as const }
const noRig = { vin: '', make: '', model: '', year: '', axleAmount: '' as const }
const ada = { ...noRig, firstName: 'Ada', lastName: 'Bell', email: '', phone: '574 555 0300', address: '' }

const until = (state: string, importId: string) =>
  expect
    .poll(async () => (await app.as('dana').imports.list()).find(run => run.importId === importId)?.state, {
      timeout: 10_000,
    })
    .toBe(state)

async function importRows(rows: readonly (typeof ada | typeof juneRow)[], who: PersonName = 'dana') {
  const { imports } = app.as(who)
  const { importId } = await imports.start({ ...file, rowCount: rows.length, leftOut: 2 })
  await imports.addCustomers({ importId, firstRow: 0, rows: [...rows] })
  return importId
}

const runOf = async (importId: string) =>
  (await app.as('dana').imports.list()).find(run => run.importId === importId)

describe('an import', () => {
  test('brings customers with their rigs, says how many, and is in the log', async () => {
    const importId = await importRows([juneRow, ada])
    await until('done', importId)
    expect(await runOf(importId)).toEqual({
      importId,
      kind: 'customers',
      fileName: 'customers.csv',
      state: 'done',
      rowCount: 2,
      rowsDone: 2,
      startedAt: app.now,
      startedBy: expect.any(String),
      report: { added: 2, alreadyHere: 0, rigsAdded: 1, leftOut: 2, failure: null, undone: null },
    })
    const rows = await app.database.selectFrom('importedCustomer').selectAll().orderBy('firstName').execute()
    expect(rows).toMatchObject([
      { firstName: 'Ada', phone: '(574) 555-0300', email: '', address: null, vin: null, importId },
      { firstName: 'June', email: june.customerDetails.email, vin, importId },
    ])
    expect(await app.database.selectFrom('importChunk').selectAll().execute()).toEqual([])
    const { entries } = await app.as('dana').audit.list({})
    const spreadsheet = { kind: 'customers', file: 'customers.csv' }
    expect(entries.slice(0, 3).map(({ verb, detail }) => [verb, detail])).toEqual([
      ['company.import-done', { spreadsheet }],
      ['company.send-import-rows', { spreadsheet, rows: 2 }],
      ['company.import-start', { spreadsheet }],
    ])
  })

  test('of the same file again adds nothing', async () => {
    await until('done', await importRows([juneRow, ada]))
    const again = await importRows([juneRow, ada, ada])
    await until('done', again)
    expect((await runOf(again))?.report).toMatchObject({ added: 0, alreadyHere: 3, rigsAdded: 0 })
    expect(
      await app.as('dana').imports.checkCustomers({ rows: [keyOf(ada), keyOf({ ...ada, phone: '' })] }),
    ).toEqual({
      areHere: [true, false],
    })
  })

  test('brings all the people who share an email', async () => {
    const people = ['Walt', 'Vera', 'Otis'].map(firstName => ({
      ...ada,
      firstName,
      email: 'none@none.example',
    }))
    await until('done', await importRows(people))
    const rows = await app.database
      .selectFrom('importedCustomer')
      .select('firstName')
      .orderBy('firstName')
      .execute()
    expect(rows.map(({ firstName }) => firstName)).toEqual(['Otis', 'Vera', 'Walt'])
  })

  test('proposes each person of a household on their own, and one who was taken into a ticket as their record', async () => {
    const at = (firstName: string, phone: string, own: string) => ({
      ...{ ...juneRow, firstName, lastName: 'Hous', email: 'home@mail.example', phone, vin: own },
    })
    const [father, son, mother] = [
      at('Al', '(574) 555-0861', 'HOUS-1'),
      at('Al', '(574) 555-0862', 'HOUS-2'),
      at('Bea', '(574) 555-0861', 'HOUS-3'),
    ] as const
    await until('done', await importRows([father, son, mother, { ...father, vin: 'HOUS-4' }]))
    const proposed = async () =>
      (await app.as('walt').customers.suggest({ lastName: 'hous' }))
        .map(({ firstName, phone, isImported, rigs }) => [
          ...[firstName, phone.slice(-4), isImported],
          ...rigs.map(rig => rig.vin).sort(),
        ])
        .sort()
    const imported = [
      ['Al', '0861', true, 'HOUS-1', 'HOUS-4'],
      ['Al', '0862', true, 'HOUS-2'],
      ['Bea', '0861', true, 'HOUS-3'],
    ]
    expect(await proposed()).toEqual(imported)

    const { vin: own, make: ofMake, model: ofModel, year: ofYear, axleAmount: __, ...taken } = son
    const customerRV = { ...june.customerRV, vin: own, make: ofMake, model: ofModel, year: ofYear }
    const { ticketId } = await app.as('walt').tickets.create({ customerDetails: taken, customerRV })
    const { customerId } = await app.as('walt').tickets.get({ ticketId })
    expect(await app.as('walt').customers.get({ customerId: customerId ?? '' })).toMatchObject({
      ...{ firstName: 'Al', phone: '(574) 555-0862', ticketCount: 1 },
    })
    expect(await proposed()).toEqual(imported.with(1, ['Al', '0862', false, 'HOUS-2']))
  })

  test('proposes nobody whose email and phone a customer of that name has by now', async () => {
    const row = { ...ada, firstName: 'Ed', lastName: 'Moreby', phone: '574 555 0871' }
    await until('done', await importRows([row, { ...row, email: 'ed@mail.example' }]))
    const proposed = async () =>
      (await app.as('walt').customers.suggest({ lastName: 'moreby' })).map(({ email, isImported }) => [
        email,
        isImported,
      ])
    const customerDetails = { ...june.customerDetails, firstName: 'Ed', lastName: 'Moreby' }
    const { ticketId } = await app.as('walt').tickets.create({
      customerDetails: { ...customerDetails, email: 'ed@other.example', phone: '574 555 0872' },
      customerRV: june.customerRV,
    })
    const customerId = (await app.as('walt').tickets.get({ ticketId })).customerId ?? ''
    expect((await proposed()).filter(([, isImported]) => isImported)).toHaveLength(2)
    const change = app.as('walt').customers.change
    await change({ customerId, otherPhones: ['574 555 0871'] })
    expect(await proposed()).toEqual([
      ['ed@other.example', false],
      ['ed@mail.example', true],
    ])
    await change({ customerId, otherEmails: ['Ed@mail.example'] })
    expect(await proposed()).toEqual([['ed@other.example', false]])
  })

  test('never changes a rig on file, and adds none without a correct VIN', async () => {
    await until('done', await importRows([{ ...juneRow, make: 'Airstream' }]))
    const home = { ...juneRow, vin: 'HOME-1974' }
    await until('done', await importRows([home]))
    const rigs = await app.database.selectFrom('rig').select(['vin', 'make']).execute()
    expect(rigs.find(rig => rig.vin === vin)?.make).toBe('Jayco')
    expect(rigs.map(rig => rig.vin)).not.toContain('HOME-1974')
  })

  test('is refused while another runs, and for everyone but owners', async () => {
    const { imports } = app.as('dana')
    await imports.start({ ...file, rowCount: 2 })
    const other = { ...file, fileHash: 'b'.repeat(64), rowCount: 2 }
    expect(await errorOf(imports.start(other))).toMatchObject({
      message: 'Another import is still running. Wait until it is done.',
    })
    expect(await errorOf(app.as('walt').imports.list())).toMatchObject({ code: 'FORBIDDEN' })
    const theirs = await app.as('ray').imports.start({ ...file, rowCount: 1 })
    expect(await errorOf(imports.undo(theirs))).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('refuses faulty rows beside their fields, and rows out of order', async () => {
    const { imports } = app.as('dana')
    const { importId } = await imports.start({ ...file, rowCount: 3 })
    const add = (firstRow: number, changes: Partial<typeof juneRow>) =>
      errorOf(imports.addCustomers({ importId, firstRow, rows: [{ ...juneRow, ...changes }] }))
    expect(await add(0, { email: 'june', phone: 'call', vin: 'É1' })).toMatchObject({
      fields: {
        'rows.0.email': 'Enter a valid email address.',
        'rows.0.phone': 'Enter a valid phone number.',
        'rows.0.vin': 'A VIN has only letters and digits.',
      },
    })
    expect(await add(0, { firstName: '', lastName: ' ' })).toMatchObject({
      fields: { 'rows.0.lastName': 'Required.' },
    })
    expect(await add(0, { year: '1066' })).toMatchObject({ code: 'INVALID' })
    expect(await add(1, {})).toMatchObject({ code: 'REFUSED' })
  })

  test('counts rows once that are sent twice', async () => {
    const { imports } = app.as('dana')
    const { importId } = await imports.start({ ...file, rowCount: 2 })
    for (const row of [ada, ada]) await imports.addCustomers({ importId, firstRow: 0, rows: [row] })
    await imports.addCustomers({ importId, firstRow: 1, rows: [juneRow] })
    await until('done', importId)
    expect((await runOf(importId))?.rowsDone).toBe(2)
  })

  test('whose upload broke off makes way for the same file at once, and for another after 15 seconds', async () => {
    const { imports } = app.as('dana')
    const { importId } = await imports.start({ ...file, rowCount: 2 })
    await imports.addCustomers({ importId, firstRow: 0, rows: [ada] })
    const again = await importRows([ada, juneRow])
    expect(await runOf(importId)).toMatchObject({
      state: 'failed',
      report: { failure: expect.stringMatching(/^The upload stopped/) },
    })
    await until('done', again)
    await imports.start({ ...file, rowCount: 2 })
    app.now = new Date(app.now.getTime() + 16_000)
    await imports.start({ ...file, fileHash: 'b'.repeat(64), rowCount: 2 })
  })

  test('fails with a sentence once its upload has stopped', async () => {
    const { imports } = app.as('dana')
    const { importId } = await imports.start({ ...file, rowCount: 2 })
    await imports.addCustomers({ importId, firstRow: 0, rows: [ada] })
    app.now = new Date(app.now.getTime() + 6 * 60_000)
    await until('failed', importId)
    expect((await runOf(importId))?.report.failure).toMatch(/^The upload stopped/)
    expect(await app.database.selectFrom('importedCustomer').selectAll().execute()).toEqual([])
    await imports.start({ ...file, rowCount: 2 })
  })
})

const keyOf = ({ firstName, lastName, email, phone, vin }: typeof ada) => ({
  ...{ firstName, lastName, email, phone, vin },
})

describe('undo', () => {
  const withCheckDigit = (vin: string) => vin.slice(0, 8) + checkDigit(vin) + vin.slice(9)
  const coachmen = {
    ...juneRow,
    vin: withCheckDigit('5ZT2CXYB0NB9X0399'),
    make: 'Coachmen',
    model: 'Catalina',
    year: '2022',
  }

  test('removes what the import added, and leaves a rig that has a ticket since', async () => {
    const keystone = { ...coachmen, vin: withCheckDigit('4YDF31020KE9X0799') }
    const before = await importRows([ada])
    await until('done', before)
    const importId = await importRows([ada, coachmen, keystone])
    await until('done', importId)
    await app.as('ray').tickets.create({
      ...june,
      customerRV: { vin: coachmen.vin, make: '', model: '', year: '', axleAmount: '2' },
    })
    await app.as('dana').imports.undo({ importId })
    await app.as('dana').imports.undo({ importId })
    expect((await runOf(importId))?.report.undone).toEqual({
      removed: 2,
      rigsRemoved: 1,
      rigsKept: 1,
      remaining: 0,
      remainingNames: [],
    })
    const left = await app.database.selectFrom('importedCustomer').select('firstName').execute()
    expect(left).toEqual([{ firstName: 'Ada' }])
    const rigs = await app.database.selectFrom('rig').select('vin').execute()
    expect(rigs.map(rig => rig.vin)).toContain(coachmen.vin)
    expect(rigs.map(rig => rig.vin)).not.toContain(keystone.vin)
  })

  test('is refused while the import runs', async () => {
    const { importId } = await app.as('dana').imports.start({ ...file, rowCount: 2 })
    expect(await errorOf(app.as('dana').imports.undo({ importId }))).toMatchObject({ code: 'REFUSED' })
  })
})

describe('an imported customer', () => {
  test('comes with their rig at this company’s desk, and at no other', async () => {
    await until('done', await importRows([juneRow]))
    const get = async (who: PersonName) => (await app.as(who).rigs.get({ vin })).customer
    expect(await get('walt')).toMatchObject({ firstName: 'June', email: june.customerDetails.email })
    expect(await get('ray')).toBeNull()
  })

  test('is suggested by a VIN that is not on file', async () => {
    await until('done', await importRows([{ ...juneRow, vin: 'HOME-1974' }]))
    const suggest = (who: PersonName, typed: string) => app.as(who).customers.suggest({ vin: typed })
    expect(await suggest('walt', 'home-1974')).toMatchObject([
      { isImported: true, rigs: [{ vin: 'HOME-1974' }] },
    ])
    expect(await suggest('walt', 'HOME-197')).toEqual([])
    expect(await suggest('ray', 'HOME-1974')).toEqual([])
  })

  test('keeps a rig that is not on file, and comes with it', async () => {
    const rig = { year: '1974', make: 'Airstream', model: 'Argosy', axleAmount: '2' as const }
    const importId = await importRows([
      { ...ada, ...rig },
      { ...juneRow, ...rig, vin: 'HOME-1974' },
    ])
    await until('done', importId)
    const suggest = async (input: { lastName: string } | { vin: string }) =>
      (await app.as('walt').customers.suggest(input)).flatMap(({ rigs }) => rigs)
    expect(await suggest({ lastName: 'bell' })).toMatchObject([{ ...rig, vin: '' }])
    expect(await suggest({ vin: 'HOME-1974' })).toMatchObject([{ ...rig, vin: 'HOME-1974' }])
    await app.as('dana').imports.undo({ importId })
    expect(await suggest({ lastName: 'bell' })).toEqual([])
  })

  test('is not proposed beside the customer whom a ticket has with their phone, also once that is replaced', async () => {
    const customer = {
      ...june.customerDetails,
      firstName: 'Rae',
      lastName: 'Colby',
      email: 'rae@mail.example',
    }
    await until('done', await importRows([{ ...juneRow, ...customer, vin: 'HOME-1975' }]))
    const { ticketId } = await app.as('dana').tickets.create({
      customerDetails: customer,
      customerRV: { ...june.customerRV, vin: 'HOME-1976' },
    })
    const { customerId } = await app.as('dana').tickets.get({ ticketId })
    const suggest = async () =>
      (await app.as('walt').customers.suggest({ lastName: 'colby' })).map(each => each.customerId)
    expect(await suggest()).toEqual([customerId])
    await app.as('dana').customers.change({
      customerId: customerId ?? '',
      phone: '574-555-0188',
      email: 'colby@mail.example',
    })
    expect(await suggest()).toEqual([customerId])
  })

  test('is suggested by the beginning of a name, literally, to this company alone', async () => {
    await until('done', await importRows([ada]))
    const suggest = (who: PersonName, firstName: string) => app.as(who).customers.suggest({ firstName })
    for (const name of ['ad', 'BELL'])
      expect(await suggest('walt', name)).toMatchObject([{ lastName: 'Bell' }])
    for (const name of ['%', 'A_', 'ell', '']) expect(await suggest('walt', name)).toEqual([])
    expect(await suggest('ray', 'ada')).toEqual([])
    expect(await errorOf(suggest('rosa', 'ada'))).toMatchObject({ code: 'FORBIDDEN' })
  })
})

import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { imageFile } from '#domain/export/images.ts'
import type { Database } from '#server/db/database.ts'
import { withSnapshot } from '#server/db/snapshot.ts'
import { fileKeyOf } from '#server/files/file-keys.ts'
import { createFakeFileStore } from '#server/files/file-store.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'
import { RECORD_SHEETS } from './declared-records.ts'
import { countReads, type ExportFormat, listFiles } from './stream-files.ts'

const files = createFakeFileStore()
const VIN = '1UJBJ0BN8M17X0777'
const PHOTO = randomUUID()
const RIG_IMAGE = randomUUID()

let app: TestApp
let companyId: string
let ids: Record<'active' | 'recorded', number>
beforeAll(async () => {
  app = await createTestApp({ files })
  companyId = app.ids.dana
  const desk = app.as('dana').tickets
  const create = async (problem: string) =>
    (
      await desk.create({
        ...june,
        customerRV: { ...june.customerRV, vin: VIN },
        jobs: [{ problem, estimatedTime: 1.25 }],
      })
    ).ticketId
  ids = { active: await create('=Roof leak'), recorded: await create('Brakes') }
  await desk.finalize({ ticketId: ids.recorded })
  await desk.complete({ ticketId: ids.recorded })
  await desk.assign({ ticketId: ids.active, employeeId: app.ids.rosa, date: '2025-12-01' })
  const { billing } = app.as('dana')
  await billing.turnOn()
  await billing.addTaxRate({ name: 'Indiana', percentage: 7, appliesTo: ['parts'] })
  // 1.25 h at $145.00.
  await billing.issueInvoice({ ticketId: ids.recorded, expectedTotal: 181.25 })
  await app.database
    .insertInto('customerExemption')
    .values({
      ...{ companyId, email: 'june@mail.example', phone: '', certificateNumber: 'IN-1' },
      ...{ expiresOn: '2026-12-31', notedAt: app.now },
    })
    .execute()
  await billing.recordPayment({ ticketId: ids.recorded, amount: 100.5, method: 'cash', due: 181.25 })
  const { database } = app
  const sessionId = randomUUID()
  await sql`insert into clock_session (company_id, session_id, ticket_id, job_number, technician_id, technician,
      clock_in_time, clock_out_time, is_corrected)
    values (${companyId}, ${sessionId}, ${ids.active}, 1, ${app.ids.rosa}, 'Rosa Díaz', '2025-11-20T10:00Z',
      '2025-11-20T11:00Z', true)`.execute(database)
  await sql`insert into clock_correction values (${companyId}, ${sessionId}, 1, '2025-11-20T12:00Z', ${app.ids.walt},
      'Walt Brenner', '=Forgot', '2025-11-20T09:00Z', '2025-11-20T10:00Z', null, '2025-11-20T11:00Z')`.execute(
    database,
  )
  await sql`insert into review (company_id, ticket_id, stars, words, written_at, rig)
    values (${companyId}, ${ids.recorded}, 4, '@June was here', '2025-11-21T12:00Z', 'Jayco')`.execute(
    database,
  )
  const importId = randomUUID()
  await sql`insert into import_run (company_id, import_id, source, file_name, file_hash, state, row_count, report,
      started_at, started_by, started_by_name)
    values (${companyId}, ${importId}, 'customers', 'customers.csv', '', 'done', 1, '{}', now(), ${companyId},
      'Dana')`.execute(database)
  await sql`insert into imported_customer (company_id, customer_id, first_name, last_name, email, phone, vin, year,
      import_id, added_at)
    values (${companyId}, ${randomUUID()}, 'Opal', 'Rose', 'opal@mail.example', '(574) 555-0191', ${VIN}, '2019',
      ${importId}, now())`.execute(database)
  await sql`insert into photo (company_id, ticket_id, job_number, photo_id, position, moment, added_at, width, height,
      added_by, added_by_name)
    values (${companyId}, ${ids.active}, 1, ${PHOTO}, 1, 'after', now(), 30, 20, ${app.ids.rosa}, 'Rosa Díaz')`.execute(
    database,
  )
  await sql`update ticket set rv_image = ${`/api/images/tickets/${ids.active}/rig-image?v=${RIG_IMAGE}`}
    where ticket_id = ${ids.active}`.execute(database)
  const location = { companyId, ticketId: ids.active, imageId: PHOTO }
  await files.write(fileKeyOf(location, 'large'), Buffer.from('the roof'), 'image/webp')
})
afterAll(() => app.close())

async function filesOf(formats: readonly ExportFormat[], database: Database = app.database) {
  const missing: string[] = []
  let reads = 0
  const options = {
    ...{ database, companyId, now: app.now, readImage: files.read },
    link: (path: string) => path,
    onRead: (count: number) => {
      reads += count
    },
    onMissingImage: () => missing.push('image'),
  }
  const contents: Record<string, string> = {}
  for await (const { name, content } of listFiles(options, [companyId], formats))
    contents[name] = await text(Readable.from(content))
  return { contents, missing, reads, expectedReads: await countReads(options, [companyId], formats) }
}

const countRows = (csv: string | undefined) => (csv ?? '').trimEnd().split('\r\n').length - 1

describe('the spreadsheets of a company', () => {
  let exported: Awaited<ReturnType<typeof filesOf>>
  beforeAll(async () => {
    exported = await filesOf(['csv'])
  })

  test('begin with the mark by which spreadsheets know UTF-8', () => {
    const texts = Object.entries(exported.contents).filter(([name]) => name.endsWith('.csv'))
    expect(texts.length).toBeGreaterThan(10)
    for (const [, csv] of texts) expect(csv).toMatch(/^\ufeff\w/)
  })

  test('have a row for everything', () => {
    const { [imageFile(companyId, ids.active, PHOTO)]: _, ...sheets } = exported.contents
    const { 'change-log.csv': log, ...others } = sheets
    const rows = Object.entries(others).map(([name, csv]) => [name, countRows(csv)])
    expect({ ...Object.fromEntries(rows), 'change-log.csv': 0 }).toEqual({
      ...{
        'tickets.csv': 2,
        'jobs.csv': 2,
        'parts.csv': 0,
        'sessions.csv': 1,
        'photos.csv': 1,
        'history.csv': 1,
      },
      ...Object.fromEntries(RECORD_SHEETS.map(({ fileName }) => [`${fileName}.csv`, 0])),
      ...{ 'reviews.csv': 1, 'planned-assignments.csv': 1, 'clock-corrections.csv': 1 },
      ...{ 'imported-customers.csv': 1, 'company-customers.csv': 1 },
      ...{ 'tax-rates.csv': 1, 'tax-exemptions.csv': 1, 'invoices.csv': 1, 'payments.csv': 1 },
      ...{ 'employees.csv': 3, 'customers.csv': 1 },
    })
    expect(countRows(log)).toBeGreaterThan(4)
    expect(log).toContain(`,ticket,${ids.active},ticket.create,`)
  })

  test('are in the documentation, each with the list of the JSON file that it is', async () => {
    const documentation = await readFile('docs/data.md', 'utf8')
    for (const { name, fileName } of RECORD_SHEETS)
      expect(documentation).toContain(`| \`${name}\` | \`${fileName}.csv\` |`)
  })

  test('have percentages in percent', () => {
    expect(exported.contents['tax-rates.csv']).toContain(',Indiana,7,')
  })

  test('have text that looks like a formula as text', () => {
    expect(exported.contents['jobs.csv']).toContain(`${companyId},${ids.active},1,'=Roof leak,`)
    expect(exported.contents['reviews.csv']).toContain(
      `${ids.recorded},4,'@June was here,2025-11-21T12:00:00.000Z,`,
    )
    expect(exported.contents['clock-corrections.csv']).toContain(",Walt Brenner,'=Forgot,")
  })

  test('name the file of each image, which is beside them', () => {
    const photo = `images/${companyId}/${ids.active}/${PHOTO}.webp`
    expect(exported.contents['photos.csv']).toContain(`${ids.active},1,${PHOTO},after,`)
    expect(exported.contents['photos.csv']).toContain(`,${photo}\r\n`)
    expect(exported.contents[photo]).toBe('the roof')
    expect(exported.contents['tickets.csv']).toContain(`images/${companyId}/${ids.active}/${RIG_IMAGE}.webp`)
  })

  test('leave out an image that is not in the file store, and say so', () => {
    expect(exported.missing).toEqual(['image'])
  })

  test('are read as far as was counted before', () => {
    expect(exported.reads + exported.missing.length).toBe(exported.expectedReads)
  })
})

test('the JSON of a company has its reviews, plans, corrections, imported customers, money and change log', async () => {
  const { contents } = await filesOf(['json'])
  const json = JSON.parse(contents[`${companyId}.json`] ?? '')
  expect(json.ticketManager.recordedServiceTickets).toHaveProperty([String(ids.recorded)])
  expect(json.reviews).toMatchObject([
    { ticketId: ids.recorded, stars: 4, words: '@June was here', writtenAt: Date.parse('2025-11-21T12:00Z') },
  ])
  expect(json.plannedAssignments).toMatchObject([
    { ticketId: ids.active, date: '2025-12-01', uuid: app.ids.rosa },
  ])
  expect(json.clockCorrections).toMatchObject([
    { position: 1, reason: '=Forgot', clockOutBefore: null, clockOutAfter: Date.parse('2025-11-20T11:00Z') },
  ])
  expect(json.importedCustomers).toMatchObject([{ firstName: 'Opal', vin: VIN, year: '2019', address: null }])
  expect(json.invoices).toMatchObject([
    { kind: 'invoice', number: 1001, total: 181.25, document: { total: 18_125 } },
  ])
  expect(json.billing).toMatchObject({
    turnedOnAt: expect.any(Number),
    settings: { nextInvoiceNumber: expect.any(Number) },
  })
  expect(json.ledgerEntries).toMatchObject([{ kind: 'payment', amount: 100.5 }])
  expect(json.changeLog[0]).toMatchObject({ version: 1, seq: 1, actorName: expect.any(String) })
  const versions = json.changeLog.map(({ version }: { version: number }) => version)
  expect(versions).toEqual([...versions].sort((one, other) => one - other))
})

test('the change log is whole over several pages', async () => {
  await sql`insert into change_log (company_id, version, kind, id, verb, at, actor, actor_name, card, seq)
    select ${app.ids.ray}, 1000000 + n / 3, 'company', ${app.ids.ray}, 'company.change', now(), 'x', 'Ray', null, 1 + n % 3
    from generate_series(0, 2499) n`.execute(app.database)
  const options = {
    ...{ database: app.database, companyId: app.ids.ray, now: app.now, readImage: files.read },
    link: (path: string) => path,
  }
  for await (const { name, content } of listFiles(options, [app.ids.ray], ['csv']))
    if (name === 'change-log.csv') {
      const rows = (await text(Readable.from(content)))
        .trimEnd()
        .split('\r\n')
        .filter(row => /,Ray,/.test(row))
      expect(new Set(rows).size).toBe(rows.length)
      expect(rows.filter(row => /,x,Ray,/.test(row))).toHaveLength(2500)
    }
})

describe('a snapshot', () => {
  test('shows every file of an export the same moment, whatever changes meanwhile', async () => {
    await withSnapshot(app.connection, async database => {
      const before = await filesOf(['csv', 'json'], database)
      const added = await app.createTicket()
      await app
        .as('dana')
        .tickets.changeJob({ ticketId: ids.active, jobNumber: 1, cause: 'Changed meanwhile' })
      expect((await filesOf(['csv', 'json'], database)).contents).toEqual(before.contents)
      const now = await filesOf(['csv'])
      expect(now.contents['tickets.csv']).toContain(String(added))
      expect(now.contents['jobs.csv']).toContain('Changed meanwhile')
    })
  })

  test('uses its own connection, and cannot write', async () => {
    await withSnapshot(app.connection, async database => {
      const write = sql`update company set company_name = 'Written'`.execute(database)
      await expect(write).rejects.toThrow('read-only transaction')
    })
    expect((await app.as('dana').companies.mine()).companyName).toBe('Bluebonnet RV')
  })

  test('shows each unit of work its own company alone', async () => {
    const rows = (database: Database, id: string) =>
      listFiles(
        { database, companyId: id, now: app.now, readImage: files.read, link: path => path },
        [id],
        ['csv'],
      )
    await withSnapshot(app.connection, async database => {
      for (const [id, mine, other] of [
        [app.ids.ray, 'Wyatt', 'Rosa'],
        [app.ids.dana, 'Rosa', 'Wyatt'],
      ] as const)
        for await (const { name, content } of rows(database, id))
          if (name === 'employees.csv') {
            const csv = await text(Readable.from(content))
            expect(csv).toContain(mine)
            expect(csv).not.toContain(other)
          }
    })
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importedJob } from '../../../../test/support/imported-rows.ts'
import { sharedVin } from '../../../../test/support/shared-vin.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() =>
  app.database.updateTable('importRun').set({ state: 'failed' }).where('state', '=', 'running').execute(),
)

type Job = typeof importedJob
const job = (changes: Partial<Job> = {}): Job => ({ ...importedJob, ...changes })

const start = (rowCount: number) =>
  app.as('dana').imports.start({ kind: 'work', fileName: 'work.csv', fileHash: 'b'.repeat(64), rowCount })
const runOf = async (importId: string) =>
  (await app.as('dana').imports.list()).find(run => run.importId === importId)

async function importVisits(...visits: Job[][]) {
  const { importId } = await start(visits.length)
  await app.as('dana').imports.addVisits({ importId, firstRow: 0, rows: visits.map(jobs => ({ jobs })) })
  await expect.poll(async () => (await runOf(importId))?.state, { timeout: 10_000 }).toBe('done')
  return importId
}

const historyOf = async (vin: string) => (await app.as('visitor').workHistory.get({ vin })).entries
const unknownRig = { vin: sharedVin('BEAVER-1989'), year: '1989', make: 'Beaver', model: 'Marquis' }

describe('past work of a spreadsheet', () => {
  test('is completed work in the rig’s history, imported by the company, with the total it had', async () => {
    const importId = await importVisits([
      job(),
      job({
        total: '',
        complaint: 'Slide sticks',
        hours: '',
        parts: '',
        partsAmount: '',
        technician: 'Ann Lee',
      }),
    ])
    const entries = await historyOf(importedJob.vin)
    expect(entries).toEqual([
      {
        ticketId: expect.any(Number),
        completedTimestamp: new Date('2024-03-04T17:00:00Z'),
        timeZone: 'America/Indiana/Indianapolis',
        technician: 'Old Hank Miller',
        totalBalance: 301.25,
        imported: { by: expect.any(String), on: '2025-11-20' },
        ownRig: null,
      },
    ])
    expect(JSON.stringify(entries)).not.toMatch(/June|Park|0201/)
    const ticket = await app.as('walt').tickets.get({ ticketId: entries[0]?.ticketId ?? 0 })
    expect(ticket).toMatchObject({
      state: 'recorded',
      customerDetails: { firstName: 'June', lastName: 'Park', phone: '(574) 555-0201' },
      customerRV: { vin: importedJob.vin, make: 'Jayco' },
      jobs: [
        { problem: 'Water heater does not light', cause: 'Corroded igniter', estimatedTime: 1.5 },
        { problem: 'Slide sticks', estimatedTime: 0 },
      ],
      parts: [{ description: 'Igniter', perPartAmount: 42.1, jobNumber: 1 }],
    })
    expect((await runOf(importId))?.report).toMatchObject({ added: 1, alreadyHere: 0, rigsAdded: 1 })
  })

  test('of the same file again changes nothing', async () => {
    const visit = [job({ invoice: '2000' })]
    await importVisits(visit)
    const before = (await historyOf(importedJob.vin)).length
    const again = await importVisits(visit, [job({ invoice: '2000' })])
    expect((await runOf(again))?.report).toMatchObject({ added: 0, alreadyHere: 2 })
    expect(await historyOf(importedJob.vin)).toHaveLength(before)
  })

  test('puts a rig on file that is not, counts for no badge, and is nobody’s review', async () => {
    const importId = await importVisits([job({ ...unknownRig, invoice: '' })])
    expect((await runOf(importId))?.report).toMatchObject({ added: 1, rigsAdded: 1 })
    expect(await app.as('ray').rigs.get({ vin: unknownRig.vin })).toMatchObject({
      make: 'Beaver',
      customer: null,
    })
    const rows = await app.database
      .selectFrom('workHistory')
      .select('importedAt')
      .where('vin', '=', unknownRig.vin)
      .execute()
    expect(rows).toEqual([{ importedAt: app.now }])
    await app.as('dana').imports.undo({ importId })
    expect((await runOf(importId))?.report.undone).toEqual({
      removed: 1,
      rigsRemoved: 1,
      rigsKept: 0,
      remaining: 0,
      remainingNames: [],
    })
    expect(await historyOf(unknownRig.vin)).toEqual([])
    const tickets = await app.database
      .selectFrom('ticket')
      .select('ticketId')
      .where('vin', '=', unknownRig.vin)
      .execute()
    expect(tickets).toEqual([])
    // What was undone can be imported again.
    const again = await importVisits([job({ ...unknownRig, invoice: '' })])
    expect((await runOf(again))?.report).toMatchObject({ added: 1, rigsAdded: 1 })
  })

  test('is completed at the time of day that is written, the last one of its lines', async () => {
    const rig = { ...unknownRig, vin: 'BEAVER1991', invoice: '78' }
    await importVisits([
      job({ ...rig, date: '2024-07-05 14:14' }),
      job({ ...rig, date: '2024-07-05 16:30:05' }),
      job({ ...rig, date: '2024-07-05' }),
    ])
    const [entry] = await historyOf('BEAVER1991')
    expect(entry?.completedTimestamp).toEqual(new Date('2024-07-05T20:30:05Z'))
  })

  test('of today is completed now, not later', async () => {
    app.now = new Date('2025-11-25T13:00:00Z')
    await importVisits([job({ ...unknownRig, vin: 'BEAVER1990', date: '2025-11-25', invoice: '77' })])
    const [entry] = await historyOf('BEAVER1990')
    expect(entry?.completedTimestamp).toEqual(app.now)
  })

  test('is refused beside its cells, before anything is written', async () => {
    const { imports } = app.as('dana')
    const add = async (...jobs: Job[]) => {
      const { importId } = await start(1)
      return errorOf(imports.addVisits({ importId, firstRow: 0, rows: [{ jobs }] }))
    }
    expect(await add(job({ date: '2025-12-24' }))).toMatchObject({
      fields: { 'rows.0.jobs.0.date': 'This date is in the future.' },
    })
    expect(await add(job({ date: '03/04/2024' }))).toMatchObject({
      fields: { 'rows.0.jobs.0.date': 'Enter a date since 2000, such as 2024-03-04.' },
    })
    expect(await add(job({ vin: sharedVin('NOT-SEEN'), make: '', model: '', year: '' }))).toMatchObject({
      fields: {
        'rows.0.jobs.0.make': 'Required.',
        'rows.0.jobs.0.model': 'Required.',
        'rows.0.jobs.0.year': 'Required.',
      },
    })
    expect(await add(job({ total: '' }))).toMatchObject({ fields: { 'rows.0.jobs.0.total': 'Required.' } })
    expect(await add(job(), job({ date: '2024-03-05', total: '12' }))).toMatchObject({
      fields: {
        'rows.0.jobs.1.date': 'The first row of invoice 1042 has another date: 2024-03-04.',
        'rows.0.jobs.1.total':
          'Another row of invoice 1042 has the total 301.25. Repeat the invoice’s total, or leave it empty.',
      },
    })
    expect(
      await add(job({ total: '1.999', hours: 'many', partsAmount: '-1', vin: '', complaint: '' })),
    ).toMatchObject({
      fields: {
        'rows.0.jobs.0.total': 'Use no more than 2 decimal places.',
        'rows.0.jobs.0.hours': 'Enter hours, such as 1.5.',
        'rows.0.jobs.0.partsAmount': 'An amount here is not below zero. Leave refunds and credits out.',
        'rows.0.jobs.0.vin': 'Required.',
        'rows.0.jobs.0.complaint': 'Required.',
      },
    })
  })

  test('is known by its key, and its rig by its VIN', async () => {
    await importVisits([job({ invoice: '3000' })])
    const { vin } = importedJob
    expect(
      await app.as('dana').imports.checkVisits({
        keys: [`3000|2024-03-04|${vin.toLowerCase()}`, 'other'],
        vins: [vin, 'NOTONFILE'],
      }),
    ).toEqual({ areHere: [true, false], onFile: [vin], unanswered: [], visitsHere: [expect.any(Number), 0] })
    expect(
      await app.as('ray').imports.checkVisits({ keys: [`3000|2024-03-04|${vin.toLowerCase()}`], vins: [] }),
    ).toEqual({ areHere: [false], onFile: [], unanswered: [], visitsHere: [] })
  })

  test('is at most 300 visits of a VIN by one company, and the others are counted as left out', async () => {
    const rig = { ...unknownRig, vin: sharedVin('FULL-HISTORY') }
    await sql`
      insert into work_history
        (vin, company_id, ticket_id, completed_timestamp, time_zone, technician, total_balance, work, imported_at)
      select ${rig.vin}, c, 100000 + n, '2020-01-01Z', 'UTC', '', 0, '{}', '2025-11-01Z'
      from unnest(${[app.ids.dana, app.ids.ray]}::uuid[]) as c, generate_series(1, 299) as n`.execute(
      app.database,
    )
    const { visitsHere } = await app.as('dana').imports.checkVisits({ keys: [], vins: [rig.vin] })
    expect(visitsHere).toEqual([299])
    const importId = await importVisits(
      ...['5000', '5001', '5002'].map(invoice => [job({ ...rig, invoice })]),
      [job({ ...rig, vin: sharedVin('OTHER-RIG'), invoice: '5003' })],
    )
    expect((await runOf(importId))?.report).toMatchObject({ added: 2, alreadyHere: 0, leftOut: 2 })
  })

  test('stays with undo if an RV owner has disputed it, a colleague has written on it or taken money, and is named', async () => {
    const importId = await importVisits(
      [job({ invoice: '4000' })],
      [job({ invoice: '4001' })],
      [job({ invoice: '4002' })],
      [job({ invoice: '4003' })],
    )
    const ids = (
      await app.database
        .selectFrom('importItem')
        .select('itemId')
        .where('importId', '=', importId)
        .where('kind', '=', 'ticket')
        .orderBy('itemId')
        .execute()
    ).map(({ itemId }) => Number(itemId))
    const [disputed = 0, written = 0, paid = 0] = ids
    await app.database
      .insertInto('rigNote')
      .values({
        vin: importedJob.vin,
        companyUuid: app.ids.dana,
        ticketId: disputed,
        claimId: crypto.randomUUID(),
        kind: 'dispute',
        accountId: crypto.randomUUID(),
        words: 'Not my RV.',
        writtenAt: app.now,
      })
      .execute()
    await app.as('walt').messages.post({ ticketId: written, text: 'Called about it.' })
    await app.as('dana').billing.turnOn()
    await app.as('dana').billing.recordDeposit({ ticketId: paid, amount: 5, method: 'cash', received: 0 })
    await app.as('dana').imports.undo({ importId })
    expect((await runOf(importId))?.report.undone).toMatchObject({
      removed: 1,
      remaining: 3,
      remainingNames: [disputed, written, paid].map(id => `Ticket ${id}`),
    })
  })
})

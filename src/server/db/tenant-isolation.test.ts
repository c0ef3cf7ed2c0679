import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { addDays } from '#domain/lib/calendar-date.ts'
import { cents } from '#domain/lib/money.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { bookingInputOf, sendBooking, toFormData } from '../../../test/support/booking-fixtures.ts'
import { START } from '../../../test/support/global-setup.ts'
import { createTestBrowser, subscriptionOf } from '../../../test/support/push-service.ts'
import { createTestApp, type TestApp } from '../../../test/support/test-app.ts'

// Tenant isolation by the database itself, without query filters. Everything runs as SQL under the role of units of
// work.

let app: TestApp
let client: pg.Client
beforeAll(async () => {
  app = await createTestApp()
  for (const person of ['dana', 'ray'] as const) await fill(person)
  client = new pg.Client(app.connection)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await app.close()
})

/** At least one row in every company table. */
async function fill(owner: 'dana' | 'ray'): Promise<void> {
  await app.as(owner).preferences.change({ changeHours: 48, asksForReviews: true })
  await app.as(owner).bookings.changeLimits({ dropOffsPerDay: 9 })
  const holiday = { firstDay: '2025-12-25', lastDay: '2025-12-25', reason: '' }
  await app.as(owner).bookings.addClosedDays(holiday)
  await app.as(owner).companies.changeWeekdayHours({ weekdays: [6], opens: 9, closes: 12 })
  await app.as(owner).billing.turnOn()
  await app.database
    .insertInto('taxRate')
    .values({
      companyId: app.ids[owner],
      taxRateId: randomUUID(),
      ...{ name: owner, percentage: 82_500, appliesTo: ['parts'], isDefault: true, archivedAt: null },
    })
    .execute()
  await app.database
    .insertInto('customerExemption')
    .values({
      companyId: app.ids[owner],
      ...{ email: 'june@mail.example', phone: '', certificateNumber: owner, expiresOn: '2026-12-31' },
      notedAt: app.now,
    })
    .execute()
  const desk = app.as(owner).tickets
  const ticketId = await (owner === 'dana' ? app.createTicket('rosa') : rivalTicket())
  await desk.addPart({ ticketId, quantity: 1, description: 'Motor', perPartAmount: 289 })
  const session = {
    sessionId: randomUUID(),
    technicianId: randomUUID(),
    technician: owner,
    isClockInReported: false,
    isClockOutReported: true,
    isCorrected: true,
    checkedAt: app.now,
    clockInTime: app.now,
    clockOutTime: app.now,
  }
  await app.database
    .insertInto('clockSession')
    .values({ companyId: app.ids[owner], ticketId, jobNumber: 1, ...session })
    .execute()
  await app.database
    .insertInto('clockCorrection')
    .values({
      companyId: app.ids[owner],
      sessionId: session.sessionId,
      position: 1,
      at: app.now,
      actor: app.ids[owner],
      actorName: owner,
      reason: 'Forgot to clock out',
      clockInBefore: app.now,
      clockInAfter: app.now,
      clockOutBefore: null,
      clockOutAfter: app.now,
    })
    .execute()
  const photo = { photoId: randomUUID(), moment: 'before', position: 1, width: 1600, height: 1200 } as const
  const who = { addedAt: app.now, addedBy: app.ids[owner], addedByName: owner }
  await app.database
    .insertInto('photo')
    .values({ companyId: app.ids[owner], ticketId, jobNumber: 1, ...photo, ...who })
    .execute()
  await app.database
    .insertInto('addendum')
    .values({ companyId: app.ids[owner], ticketId, addendumId: randomUUID(), text: 'x', ...who })
    .execute()
  const signed = { occasion: 'drop-off', signedAt: app.now, signerName: owner, path: null } as const
  const nothing = { jobLines: '', amount: null, invoiceNumber: null, takenBy: null, takenByName: null }
  await app.database
    .insertInto('signature')
    .values({ companyId: app.ids[owner], ticketId, signatureId: randomUUID(), ...signed, ...nothing })
    .execute()
  const noted = { recordedAt: app.now, recordedBy: app.ids[owner], recordedByName: owner }
  await app.database
    .insertInto('walkaround')
    .values({
      companyId: app.ids[owner],
      ticketId,
      propane: 'half',
      batteryVolts: 12.6,
      damage: [],
      ...noted,
    })
    .execute()
  const entered = {
    enteredAt: app.now,
    enteredBy: app.ids[owner],
    enteredByName: owner,
    how: 'entered',
  } as const
  const furnace = { kind: 'furnace', name: '', place: '', maker: 'x', model: 'x', serial: '1', modelYear: '' }
  const ids = { vin: june.customerRV.vin, entryId: randomUUID(), componentId: randomUUID(), replaces: null }
  await app.database
    .insertInto('componentEntry')
    .values({ companyId: app.ids[owner], ticketId, ...ids, ...furnace, ...entered, day: null })
    .execute()
  const upload = { companyId: app.ids[owner], accountId: app.ids[owner], uploadKey: randomUUID() }
  await app.database
    .insertInto('photoUpload')
    .values({ ...upload, ticketId, jobNumber: 1, moment: '', size: 2, received: 1, at: app.now })
    .execute()
  await app.database
    .insertInto('photoPiece')
    .values({ ...upload, startByte: 0, content: Buffer.from('x') })
    .execute()
  const technicianId = app.ids[owner]
  await app.database
    .insertInto('bayDevice')
    .values({
      ...{ companyId: app.ids[owner], technicianId, deviceId: randomUUID() },
      ...{ heardAt: app.now, notSent: 1, oldestTappedAt: null },
    })
    .execute()
  await app.database
    .insertInto('handOver')
    .values({
      ...{ companyId: app.ids[owner], handOverId: randomUUID(), ticketId, jobNumber: 1, technicianId },
      ...{ technician: owner, label: owner, text: owner, reason: '', tappedAt: app.now, at: app.now },
    })
    .execute()
  await sendBooking(app, toFormData(bookingInputOf(app.now)), { at: app.ids[owner] })
  const employeeId = owner === 'dana' ? app.ids.rosa : app.ids.wyatt
  await app.database
    .insertInto('firstNameOnly')
    .values({ companyId: app.ids[owner], employeeId, firstName: owner })
    .execute()
  await app.database
    .insertInto('qualification')
    .values({ companyId: app.ids[owner], employeeId, sinceYear: 2014, certificates: owner })
    .execute()
  await app.as(owner).employees.changeWorkingHours({ id: employeeId, weekdays: [6], opens: 9, closes: 12 })
  await app.as(owner).employees.addTimeOff({ id: employeeId, ...holiday })
  await desk.assign({ ticketId, employeeId, date: addDays(START.slice(0, 10), 3) })
  await app.as(owner).customerLinks.create({ ticketId })
  const { linkId } = await app.database
    .selectFrom('ticketLink')
    .select('linkId')
    .where('companyId', '=', app.ids[owner])
    .where('ticketId', '=', ticketId)
    .executeTakeFirstOrThrow()
  const phone = {
    subscriptionId: randomUUID(),
    ...subscriptionOf(createTestBrowser('https://push.example')),
    createdAt: app.now,
  }
  await app.database
    .insertInto('pushSubscription')
    .values({ companyId: app.ids[owner], ticketId, linkId, ...phone })
    .execute()
  await app.as(owner).messages.post({ ticketId, text: 'Tomorrow at ten.' })
  const [line] = (await app.as(owner).approvals.get({ ticketId })).lines
  const no = { ticketId, jobNumber: 1, version: line?.version ?? '', answer: 'declined' } as const
  await app.as(owner).approvals.recordAnswer({ ...no, name: 'June Park' })
  await desk.finalize({ ticketId })
  const totalBalance = (await desk.get({ ticketId })).totals?.totalBalance ?? 0
  await app.as(owner).billing.issueInvoice({ ticketId, expectedTotal: totalBalance })
  const payment = { ticketId, amount: 1, method: 'cash', due: totalBalance } as const
  const { entryId } = await app.as(owner).billing.recordPayment(payment)
  await app.database
    .insertInto('cardRefund')
    .values({ companyId: app.ids[owner], ticketId, entryId, amount: cents(100), startedAt: app.now })
    .execute()
  const { day, totals } = await app.as(owner).billing.getDay({})
  const lines = totals.map(({ method, expected }) => ({ method, expected, counted: expected }))
  const [customer] = (await app.as(owner).billing.getReceivables()).customers
  const invoiceId = customer?.invoices[0]?.invoiceId ?? ''
  await app.as(owner).billing.setReminders({ invoiceId, areStopped: true })
  await app.as(owner).billing.closeDay({ day, lines, note: owner })
  await app.as(owner).billing.exportBooks({ target: 'journal', from: day, to: day })
  await desk.complete({ ticketId })
  // Finalizing ends a hold, so this one is inserted directly.
  const wait = { reason: 'part', note: owner, since: app.now, until: null } as const
  const addedBy = app.ids[owner]
  const helper = { employeeId: addedBy, name: owner, addedAt: app.now, addedBy }
  await app.database
    .insertInto('ticketHelper')
    .values({ companyId: addedBy, ticketId, ...helper })
    .execute()
  const serviceBayId = randomUUID()
  await app.database
    .insertInto('serviceBay')
    .values({ companyId: app.ids[owner], serviceBayId, name: owner, addedAt: app.now })
    .execute()
  await app.database
    .insertInto('ticketServiceBay')
    .values({ companyId: app.ids[owner], ticketId, serviceBayId })
    .execute()
  const promised = { day: '2026-03-02', firstDay: '2026-03-02', reason: '', askedByCustomer: false }
  const promisedBy = { promisedAt: app.now, promisedBy: app.ids[owner], promisedByName: owner }
  await app.database
    .insertInto('promisedDay')
    .values({ companyId: app.ids[owner], ticketId, position: 1, ...promised, ...promisedBy, doneOn: null })
    .execute()
  const vendorId = randomUUID()
  const [orderId, lineId] = [randomUUID(), randomUUID()]
  const vendor = { name: owner, accountNumber: '', phone: '', email: '', terms: '', addedAt: app.now }
  await app.database
    .insertInto('vendor')
    .values({ companyId: app.ids[owner], vendorId, ...vendor })
    .execute()
  const markup = { vendorId, costFrom: cents(0), percent: 80, addedAt: app.now }
  await app.database
    .insertInto('partMarkup')
    .values({ companyId: app.ids[owner], markupId: randomUUID(), ...markup })
    .execute()
  const times = { createdAt: app.now, orderedAt: null, closedAt: null }
  await app.database
    .insertInto('purchaseOrder')
    .values({ companyId: app.ids[owner], orderId, number: 1, vendorId, ...times })
    .execute()
  const ordered = { position: 1, ticketId, partId: null, quantity: 1, description: owner, partNumber: '' }
  await app.database
    .insertInto('purchaseOrderLine')
    .values({
      ...{ companyId: app.ids[owner], lineId, orderId, ...ordered },
      ...{ cost: cents(100), expectedOn: null, receipts: '[]' },
    })
    .execute()
  const stockItemId = randomUUID()
  const stocked = { partNumber: owner, description: owner, place: '', price: null, cost: null }
  await app.database
    .insertInto('stockItem')
    .values({
      ...{ companyId: app.ids[owner], stockItemId, ...stocked },
      ...{ reorderPoint: null, vendorId: null, addedAt: app.now, removedAt: null },
    })
    .execute()
  await app.database
    .insertInto('stockMovement')
    .values({
      ...{ companyId: app.ids[owner], stockItemId, position: 1, kind: 'counted', quantity: 1, at: app.now },
      ...{ byName: owner, ticketId, partId: null, cost: null, note: '' },
    })
    .execute()
  await app.database
    .insertInto('shopSession')
    .values({
      ...{
        companyId: app.ids[owner],
        sessionId: randomUUID(),
        employeeId: app.ids[owner],
        employeeName: owner,
      },
      ...{ clockInTime: app.now, clockOutTime: null, isCorrected: false },
    })
    .execute()
  await app.database
    .insertInto('ticketHold')
    .values({ companyId: app.ids[owner], ticketId, ...wait, setBy: app.ids[owner], setByName: owner })
    .execute()
  const notice = { kind: 'dispute', vin: 'x', words: owner } as const
  await app.database
    .insertInto('ownerNotice')
    .values({
      companyId: app.ids[owner],
      ticketId,
      noticeId: randomUUID(),
      kind: notice.kind,
      content: JSON.stringify(notice),
      at: app.now,
      dueAt: new Date(app.now.getTime() + 60_000),
    })
    .execute()
  const content = { stars: 5, words: owner, writtenAt: app.now, rig: 'RV' }
  const unanswered = { answer: null, answeredAt: null, answeredByName: null }
  const notRemoved = { removedAt: null, removedByName: null, removedBecause: null }
  await app.database
    .insertInto('review')
    .values({ companyId: app.ids[owner], ticketId, ...content, ...unanswered, ...notRemoved })
    .execute()
  const importId = randomUUID()
  const run = { importId, source: 'customers', fileName: owner, fileHash: '', state: 'done' } as const
  await app.database
    .insertInto('importRun')
    .values({
      companyId: app.ids[owner],
      ...run,
      rowCount: 1,
      report: JSON.stringify({}),
      startedAt: app.now,
      startedBy: app.ids[owner],
      startedByName: owner,
    })
    .execute()
  await app.database
    .insertInto('importItem')
    .values({ companyId: app.ids[owner], importId, kind: 'customer', itemId: owner, fingerprint: '' })
    .execute()
  await app.database
    .insertInto('companyExport')
    .values({
      companyId: app.ids[owner],
      exportId: randomUUID(),
      state: 'failed',
      requestedAt: app.now,
      requestedByName: owner,
      leasedUntil: app.now,
    })
    .execute()
  await app.database
    .insertInto('importChunk')
    .values({ companyId: app.ids[owner], importId, firstRow: 0, rowCount: 0, rows: '[]' })
    .execute()
  const imported = { firstName: owner, lastName: '', email: '', phone: '', address: null, vin: null }
  await app.database
    .insertInto('importedCustomer')
    .values({ companyId: app.ids[owner], customerId: importId, ...imported, importId, addedAt: app.now })
    .execute()
  const messageId = randomUUID()
  await app.database
    .insertInto('pushOutbox')
    .values({
      ...{ companyId: app.ids[owner], messageId, subscriptionId: phone.subscriptionId, text: owner },
      ...{ isUrgent: false, at: app.now, attempts: 0, lastError: null },
      nextAttemptAt: new Date(app.now.getTime() + 60_000),
    })
    .execute()
  await app.database
    .insertInto('idempotencyKey')
    .values({
      ...{ companyId: app.ids[owner], actor: randomUUID(), key: randomUUID(), command: 'x', bodyHash: '' },
      ...{ response: '{}', at: app.now },
    })
    .execute()
  await app.database
    .insertInto('importedRecord')
    .values({ companyId: app.ids[owner], kind: 'log', position: 1, content: '{}' })
    .execute()
  await app.database
    .insertInto('ownRig')
    .values({
      ...{ companyId: app.ids[owner], vin: 'PLATE-1', make: owner, model: '', year: '', axleAmount: null },
      ...{ customerUuid: app.ids[owner], assigned: false, addedAt: app.now },
    })
    .execute()
}

async function rivalTicket(): Promise<number> {
  const desk = app.as('ray').tickets
  const customerDetails = {
    firstName: 'Ruth',
    lastName: 'Adler',
    email: 'ruth@mail.example',
    phone: '5550188',
  }
  const customerRV = {
    vin: 'RIVAL-1',
    make: 'Tiffin',
    model: 'Allegro',
    year: '2020',
    axleAmount: '2' as const,
  }
  const { ticketId } = await desk.create({ customerDetails, customerRV, jobs: [{ problem: 'Awning' }] })
  await desk.assign({ ticketId, employeeId: app.ids.wyatt })
  return ticketId
}

/** As a unit of work does it, in a message of its own: on a cluster SET LOCAL ROLE would reach the other machines. */
const TAKE_ROLE = `SELECT set_config('role', 'rigwright_app', true)`

type Row = Record<string, unknown>

const TAKE_ERASER_ROLE = `SELECT set_config('role', 'rigwright_eraser', true)`

/** Runs statements as the app's role with this company, and rolls back. */
async function runAsUnitOfWork(company: string, ...statements: string[]): Promise<Row[]> {
  await client.query('BEGIN')
  try {
    await client.query(TAKE_ROLE)
    await client.query(`SET LOCAL app.company = ${pg.escapeLiteral(company)}`)
    let rows: Row[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.query('ROLLBACK')
  }
}

/** Tables with a company column that are public on purpose. */
const PUBLIC = ['directory', 'work_history']
/** Tables that units of work insert into and never read: emails contain links that open accounts. */
const OUTBOX_TABLES = ['email_outbox', 'push_outbox']
/** Tables that the server's own functions alone read and write. */
const UNREACHABLE = ['retained_document']
/** Tables with a company column whose rows are visible to one actor only. */
const PERSONAL = ['idempotency_key']
/** Tables without a company, each with its reason to be accessible to the app's role. */
const SHARED = [
  'component_dispute',
  'customer',
  'directory_version',
  'platform_audit',
  'rig',
  'rig_claim',
  'rig_note',
  'rig_report',
]
/** Tables of the authentication library, of the migrator, and of functions that know who may read. */
const CLOSED = [
  'account_company',
  'auth_credential',
  'auth_passkey',
  'auth_session',
  'auth_used_code',
  'auth_two_factor',
  'auth_rate_limit',
  'auth_user',
  'auth_verification',
  'background_job',
  'deleted_account',
  'founder_email',
  'migration',
  'owner_component_entry',
  'rate_limit_counter',
]

type Table = { name: string; ours: boolean; isRestricted: boolean; isForced: boolean; readable: boolean }
async function tables(): Promise<Table[]> {
  const { rows } = await client.query(`
    select c.relname as name, c.relrowsecurity as "isRestricted", c.relforcerowsecurity as "isForced",
           has_table_privilege('rigwright_app', c.oid, 'select') as readable,
           exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id') as ours
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`)
  return rows
}
const isRestricted = async () =>
  (await tables())
    .filter(
      ({ name, ours }) => ours && ![...PUBLIC, ...OUTBOX_TABLES, ...UNREACHABLE, ...PERSONAL].includes(name),
    )
    .map(({ name }) => name)

describe('every table is isolated', () => {
  test('a table with a company column has forced row-level security, or is public on purpose', async () => {
    const all = await tables()
    const open = all
      .filter(({ ours, isRestricted, isForced }) => ours && !(isRestricted && isForced))
      .map(({ name }) => name)
    expect(open).toEqual(PUBLIC)
    // What it is about, as schema.sql lists them.
    const { rows } = await client.query(`
      select tablename as name from pg_policies
      where policyname = 'own_company' and qual = '(company_id = app_company())'
        and (cmd = 'SELECT' or with_check = qual)
      order by 1`)
    expect(await isRestricted()).toEqual(rows.map(({ name }) => name))
    expect(rows.length).toBeGreaterThan(40)
  })

  test('a table without one is listed in this test', async () => {
    const others = (await tables()).filter(({ ours }) => !ours).map(({ name }) => name)
    expect(others.sort()).toEqual([...SHARED, ...CLOSED].sort())
  })

  test('accounts, sessions and passwords cannot be read in a unit of work', async () => {
    const all = await tables()
    for (const name of CLOSED) {
      expect(all.find(table => table.name === name)).toMatchObject({ readable: false })
      await expect(runAsUnitOfWork(app.ids.dana, `select * from ${name}`)).rejects.toThrow(
        /permission denied/,
      )
    }
  })

  test('an email can be inserted under one’s own company, and none can be read', async () => {
    const insert = (company: string) =>
      `insert into email_outbox (email_id, company_id, recipient, subject, text, message_id, at)
       values (gen_random_uuid(), '${company}', 'a@b.example', '', '', '', now())`
    await runAsUnitOfWork(app.ids.dana, insert(app.ids.dana))
    await expect(runAsUnitOfWork(app.ids.dana, insert(app.ids.ray))).rejects.toThrow(/row-level security/)
    const note = (company: string) =>
      `insert into push_outbox (message_id, company_id, subscription_id, text, is_urgent, at, next_attempt_at)
       values (gen_random_uuid(), '${company}', gen_random_uuid(), '', false, now(), now())`
    await runAsUnitOfWork(app.ids.dana, note(app.ids.dana))
    await expect(runAsUnitOfWork(app.ids.dana, note(app.ids.ray))).rejects.toThrow(/row-level security/)
    for (const name of OUTBOX_TABLES) {
      for (const statement of [`select from ${name}`, `update ${name} set text = ''`, `delete from ${name}`])
        await expect(runAsUnitOfWork(app.ids.dana, statement)).rejects.toThrow(/permission denied/)
    }
  })

  test('invoices of deleted companies are out of reach', async () => {
    for (const name of UNREACHABLE)
      for (const statement of [`select from ${name}`, `delete from ${name}`])
        await expect(runAsUnitOfWork(app.ids.dana, statement)).rejects.toThrow(/permission denied/)
  })

  test('customer records and stored responses are isolated by actor', async () => {
    const all = await tables()
    for (const name of ['idempotency_key', 'customer'])
      expect(all.find(table => table.name === name)).toMatchObject({ isRestricted: true, isForced: true })
  })
})

describe('the role rigwright_backup, used for backups,', () => {
  const asBackupRole = async (statement: string): Promise<Row[]> => {
    await client.query('BEGIN')
    try {
      await client.query('SET LOCAL ROLE rigwright_backup')
      return (await client.query(statement)).rows
    } finally {
      await client.query('ROLLBACK')
    }
  }

  test('sees every row of every table: a new table must have its policy', async () => {
    for (const { name } of await tables()) {
      const all = await client.query(`select count(*) from ${name}`)
      expect(await asBackupRole(`select count(*) from ${name}`), name).toEqual(all.rows)
    }
    const { rows } = await client.query(`
      select c.relname from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity
        and not exists (select from pg_policies p where p.tablename = c.relname and p.policyname = 'backup'
                        and p.roles = '{rigwright_backup}' and p.cmd = 'SELECT' and p.qual = 'true')`)
    expect(rows).toEqual([])
  })

  test('cannot change anything', async () => {
    for (const { name } of await tables()) {
      await expect(asBackupRole(`delete from ${name}`), name).rejects.toThrow(/permission denied/)
      await expect(asBackupRole(`insert into ${name} default values`), name).rejects.toThrow(
        /permission denied/,
      )
    }
    await expect(asBackupRole(`update ticket set first_name = 'x'`)).rejects.toThrow(/permission denied/)
  })

  test('is not used for units of work', async () => {
    for (const role of ['rigwright_app', 'rigwright_definer'])
      expect(
        (await client.query(`select pg_has_role($1, 'rigwright_backup', 'member') as backup`, [role])).rows,
      ).toEqual([{ backup: false }])
  })
})

describe('the role rigwright_eraser, of commands that erase or take back,', () => {
  const runAsEraser = (company: string, ...statements: string[]) =>
    runAsUnitOfWork(company, TAKE_ERASER_ROLE, ...statements)
  /** What it alone may do, of each table. */
  const ERASURES = {
    ticket_message: "update ticket_message set text = 'x', author_name = 'x'",
    photo: "update photo set added_by_name = ''",
    signature: "update signature set signer_name = 'x', path = null",
    promised_day: "update promised_day set reason = ''",
    change_log: "update change_log set card = '{}', actor = '', actor_name = ''",
    import_chunk: "update import_chunk set rows = '[]'",
    ticket: 'delete from ticket',
    assignment: 'delete from assignment',
    ticket_search: 'delete from ticket_search',
    idempotency_key: 'delete from idempotency_key',
    email_outbox: 'delete from email_outbox',
    push_outbox: 'delete from push_outbox',
  }

  test('sees only the rows of its company, as others do', async () => {
    for (const name of [...(await isRestricted()), 'idempotency_key', ...OUTBOX_TABLES]) {
      const companies = (company: string) =>
        runAsEraser(company, `select distinct company_id from ${name}`).then(rows =>
          rows.map(row => row.company_id),
        )
      expect(await companies(app.ids.dana), name).toEqual([app.ids.dana])
      expect(await companies(randomUUID()), name).toEqual([])
    }
    await expect(runAsEraser(app.ids.dana, 'select text from email_outbox')).rejects.toThrow(
      /permission denied/,
    )
  })

  test('erases in its company alone, and requests do not', async () => {
    for (const [name, statement] of Object.entries(ERASURES)) {
      const ofRival = `${statement} where company_id = '${app.ids.ray}' returning company_id`
      expect(await runAsEraser(app.ids.dana, ofRival), name).toEqual([])
      await expect(runAsUnitOfWork(app.ids.dana, statement), name).rejects.toThrow(/permission denied/)
    }
    const own = await runAsEraser(app.ids.dana, `${ERASURES.ticket_message} returning company_id`)
    expect(own).toEqual([{ company_id: app.ids.dana }])
  })

  test.each(['company', 'rig', 'customer', 'work_history', 'clock_session', 'invoice', 'ledger_entry'])(
    'cannot delete a row of %s',
    async name => {
      await expect(runAsEraser(app.ids.dana, `delete from ${name}`)).rejects.toThrow(/permission denied/)
    },
  )

  test('alone asks across companies what nobody else needs, and deletes it', async () => {
    const none = "'{}'"
    for (const call of [
      `unshared_customers(${none})`,
      `unshared_rigs(${none})`,
      `tickets_of_owners(${none})`,
      `delete_customer_records(${none}, ${none}, '', '')`,
      `delete_imported_history(${none}, ${none})`,
      `delete_greeting_emails('', ${none})`,
    ]) {
      expect(await runAsEraser(app.ids.dana, `select ${call}`), call).toEqual([])
      await expect(runAsUnitOfWork(app.ids.dana, `select ${call}`), call).rejects.toThrow(/permission denied/)
    }
  })

  test('deletes no entry of a work history that was made here, and no rig of another company', async () => {
    const inPublic = async () => ({
      vins: (await client.query('select vin from rig order by 1')).rows.map(({ vin }) => vin),
      visits: (await client.query('select company_id, ticket_id from work_history order by 1, 2')).rows,
    })
    const before = await inPublic()
    expect(new Set(before.visits.map(visit => visit.company_id)).size).toBe(2)
    await client.query('BEGIN')
    await client.query(TAKE_ERASER_ROLE)
    await client.query(`SET LOCAL app.company = '${app.ids.dana}'`)
    await client.query('select delete_imported_history($1, $2)', [
      before.visits.map(visit => visit.ticket_id),
      before.vins,
    ])
    await client.query('COMMIT')
    expect(await inPublic()).toEqual(before)
  })

  test('is of no other role', async () => {
    for (const role of ['rigwright_app', 'rigwright_definer', 'rigwright_backup'])
      expect(
        (await client.query(`select pg_has_role($1, 'rigwright_eraser', 'member') as eraser`, [role])).rows,
      ).toEqual([{ eraser: false }])
  })
})

describe('a query without its company filter', () => {
  test("returns only the company's own rows, in every table", async () => {
    for (const name of await isRestricted()) {
      for (const company of [app.ids.dana, app.ids.ray]) {
        const rows = await runAsUnitOfWork(company, `select * from ${name}`)
        expect(rows.length, name).toBeGreaterThan(0)
        expect([...new Set(rows.map(row => row.company_id))], name).toEqual([company])
      }
    }
  })

  test.each(['', randomUUID()])('returns nothing for the company %j', async company => {
    for (const name of await isRestricted())
      expect(await runAsUnitOfWork(company, `select * from ${name}`), name).toEqual([])
    expect(await runAsUnitOfWork(company, 'select * from customer')).toEqual([])
    expect(await runAsUnitOfWork(company, 'select * from idempotency_key')).toEqual([])
  })

  test("cannot change or delete another company's rows", async () => {
    const rival = `where company_id = '${app.ids.ray}' returning company_id`
    const { rows: changeable } = await client.query(
      `select c.relname as name, has_table_privilege('rigwright_app', c.oid, 'delete') as deletable,
         (select min(quote_ident(attname)) from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped
            and attgenerated = '' and attname <> 'company_id'
            and has_column_privilege('rigwright_app', attrelid, attnum, 'update')) as "column"
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname = any($1)`,
      [await isRestricted()],
    )
    const updates = changeable.filter(({ column }) => column !== null)
    const deletions = changeable.filter(({ deletable }) => deletable)
    expect(updates.length).toBeGreaterThan(28)
    expect(deletions.length).toBeGreaterThan(16)
    for (const { name, column } of updates)
      expect(
        await runAsUnitOfWork(app.ids.dana, `update ${name} set ${column} = ${column} ${rival}`),
        name,
      ).toEqual([])
    for (const { name } of deletions)
      expect(await runAsUnitOfWork(app.ids.dana, `delete from ${name} ${rival}`), name).toEqual([])
  })

  test('cannot insert rows for another company, or move rows to it', async () => {
    const row = `'${app.ids.ray}', '${randomUUID()}', 'A', 'B', 'a@b.example', '1', '1', false, true, true, now(), null`
    await expect(runAsUnitOfWork(app.ids.dana, `insert into employee values (${row})`)).rejects.toThrow(
      /row-level security/,
    )
    const versions = `insert into change_log values ('${app.ids.ray}', 999, 'ticket', '1', 'x', now(), 'x', 'x', null)`
    await expect(runAsUnitOfWork(app.ids.dana, versions)).rejects.toThrow(/row-level security/)
    const gift = `update part set company_id = '${app.ids.ray}'`
    await expect(runAsUnitOfWork(app.ids.dana, gift)).rejects.toThrow(
      // A cluster does not even move them.
      /row-level security|foreign key|partition value/,
    )
  })
})

describe('logs cannot be rewritten', () => {
  test.each([
    ['work_history', 'technician'],
    ['change_log', 'verb'],
    ['sign_in', 'event'],
  ])('%s can be neither changed nor deleted', async (name, column) => {
    await expect(runAsUnitOfWork(app.ids.dana, `update ${name} set ${column} = 'x'`)).rejects.toThrow(
      /permission denied/,
    )
    await expect(runAsUnitOfWork(app.ids.dana, `delete from ${name}`)).rejects.toThrow(/permission denied/)
    await expect(runAsUnitOfWork(app.ids.dana, `truncate ${name}`)).rejects.toThrow(/permission denied/)
  })

  test.each([
    'company',
    'ticket',
    'rig',
    'customer',
    'directory',
    'assignment',
    'clock_session',
    'idempotency_key',
  ])('no row of %s can be deleted', async name => {
    await expect(runAsUnitOfWork(app.ids.dana, `delete from ${name}`)).rejects.toThrow(/permission denied/)
  })

  test('the role cannot create tables or functions', async () => {
    await expect(runAsUnitOfWork(app.ids.dana, 'create table mine (a int)')).rejects.toThrow(
      /permission denied/,
    )
  })
})

describe('the functions that look across companies', () => {
  const functions = async () =>
    (
      await client.query(`select p.oid::regprocedure::text as name, prosecdef as definer, r.rolname as owner,
             has_function_privilege('public', p.oid, 'execute') as open, array_to_string(proconfig, ' ') as config
      from pg_proc p join pg_roles r on r.oid = p.proowner
      where p.pronamespace = 'public'::regnamespace and p.prosecdef order by 1`)
    ).rows

  // schema.sql lists them, with who may call each.
  test('are owned by a role that cannot log in, are not public, and have a fixed search path', async () => {
    const all = await functions()
    expect(all.length).toBeGreaterThan(90)
    for (const { owner, open, config } of all) {
      expect({ owner, open }).toEqual({ owner: 'rigwright_definer', open: false })
      expect(config).toMatch(/^search_path=/)
    }
    const { rows } = await client.query(
      `select rolname, rolcanlogin, rolsuper, rolbypassrls from pg_roles where rolname like 'rigwright\\_%' order by 1`,
    )
    expect(rows).toEqual(
      ['rigwright_app', 'rigwright_backup', 'rigwright_definer', 'rigwright_eraser'].map(rolname => ({
        rolname,
        // The machines of a cluster call each other under these.
        rolcanlogin: inject('postgres').cluster !== null,
        rolsuper: false,
        rolbypassrls: false,
      })),
    )
  })

  test('reveal no session to a unit of work', async () => {
    const looking = runAsUnitOfWork(app.ids.dana, "select * from find_session('token', now(), now())")
    await expect(looking).rejects.toThrow(/permission denied/)
    const { dana } = app.ids
    const confirming = runAsUnitOfWork(
      dana,
      `select is_current_session('token', now(), now(), '${dana}', '', '${dana}', '${dana}', '', false, false)`,
    )
    await expect(confirming).rejects.toThrow(/permission denied/)
  })

  test("cannot delete the account of another company's employee, nor an owner's", async () => {
    // Counted without row-level security, before the rollback.
    await client.query('BEGIN')
    await client.query(TAKE_ROLE)
    await client.query(`SET LOCAL app.company = '${app.ids.dana}'`)
    for (const account of [app.ids.wyatt, app.ids.ray, app.ids.dana])
      await client.query('select delete_employee_account($1)', [account])
    await client.query('RESET ROLE')
    const { rows } = await client.query('select count(*)::int as n from auth_user')
    await client.query('ROLLBACK')
    expect(rows).toEqual([{ n: 8 }])
  })

  test('show and end only one’s own sessions, passkeys and two-factor', async () => {
    const cookies = [await app.signIn('wyatt@lonestar.example'), await app.signIn('dana@bluebonnet.example')]
    expect(cookies).toHaveLength(2)
    const theirs = (await client.query('select id, user_id from auth_session')).rows
    const mine = theirs.filter(({ user_id }) => user_id === app.ids.dana).map(({ id }) => id)
    const asDana = `set local app.actor = '${app.ids.dana}'`
    expect(mine.length).toBeLessThan(theirs.length)
    const shown = await runAsUnitOfWork(app.ids.dana, asDana, 'select session_id from own_sessions()')
    expect(shown.map(({ session_id }) => session_id).sort()).toEqual(mine.sort())
    for (const { id, user_id } of theirs) {
      const [row] = await runAsUnitOfWork(app.ids.dana, asDana, `select end_own_session('${id}') as ended`)
      expect(row).toEqual({ ended: user_id === app.ids.dana })
    }
    for (const actor of ['', 'visitor x', randomUUID()]) {
      const nobody = `set local app.actor = '${actor}'`
      for (const name of ['own_sessions', 'own_two_factor', 'own_passkeys'])
        expect(await runAsUnitOfWork(app.ids.dana, nobody, `select * from ${name}()`), name).toEqual([])
    }
    await client.query('BEGIN')
    await client.query(TAKE_ROLE)
    await client.query(`SET LOCAL app.actor = '${app.ids.dana}'`)
    await client.query('select end_own_other_sessions($1)', [mine[0]])
    await client.query('RESET ROLE')
    const left = (await client.query('select id, user_id from auth_session')).rows
    await client.query('ROLLBACK')
    expect(left).toHaveLength(theirs.length - mine.length + 1)
  })

  test('find no ticket of another company, for any search', async () => {
    const found = (company: string) =>
      runAsUnitOfWork(company, `select * from find_tickets(array['tiffin'], null, null, 50)`)
    expect(await found(app.ids.dana)).toEqual([])
    expect(await found(app.ids.ray)).toHaveLength(1)
    await expect(found('')).resolves.toEqual([])
    const attack = `select * from find_tickets(array['x'' or true --', 'x%'' or ''''='''], null, null, 50)`
    expect(await runAsUnitOfWork(app.ids.dana, attack)).toEqual([])
  })

  test('find no customer of another company, for any search', async () => {
    const found = (company: string) =>
      runAsUnitOfWork(company, `select * from find_customers(array[' '], 50)`)
    const [own] = (await found(app.ids.ray)) as { ticket_ids: number[] }[]
    const [other] = (await found(app.ids.dana)) as { ticket_ids: number[] }[]
    expect(own?.ticket_ids).not.toEqual([])
    expect(other?.ticket_ids.filter(id => own?.ticket_ids.includes(id))).toEqual([])
    expect(await found('')).toEqual([{ ticket_ids: [], imported_ids: [] }])
    const attack = `select * from find_customers(array['x'' or true --', 'x%'' or ''''='''], 50)`
    expect(await runAsUnitOfWork(app.ids.dana, attack)).toEqual([{ ticket_ids: [], imported_ids: [] }])
  })

  test("can change, log out or reactivate only the company's own employees", async () => {
    await app.signIn('wyatt@lonestar.example')
    const accounts = `select (select jsonb_agg(u order by id) from auth_user u) as accounts,
      (select count(*) from auth_session) as sessions, (select count(*) from auth_verification) as resets`
    await client.query('BEGIN')
    const before = (await client.query(accounts)).rows
    await client.query(TAKE_ROLE)
    await client.query(`SET LOCAL app.company = '${app.ids.dana}'`)
    for (const account of [app.ids.wyatt, app.ids.ray, app.ids.dana]) {
      await client.query(`select update_employee_account($1, 'X', 'x@evil.example', now())`, [account])
      await client.query('select end_employee_sessions($1)', [account])
      await client.query(`select create_employee_password_reset($1, 'x', now(), now() + interval '1 hour')`, [
        account,
      ])
    }
    await client.query(`select rename_company_account('Ray Tillman', 'X', now())`)
    // An account without a company that appears in an employee row: the row proves nothing.
    await client.query(
      `insert into employee (company_id, employee_id, first_name, last_name, phone, email, license_number, is_insured,
         is_service_writer, is_technician, registered_at)
       values ('${app.ids.dana}', '${app.ids.june}', 'June', 'Park', '', 'x@evil.example', '', false, false, true, now())`,
    )
    for (const call of [
      `select update_employee_account('${app.ids.june}', 'X', 'x@evil.example', now())`,
      `select end_employee_sessions('${app.ids.june}')`,
      `select create_employee_password_reset('${app.ids.june}', 'x', now(), now() + interval '1 hour')`,
      `select delete_employee_account('${app.ids.june}')`,
    ])
      await client.query(call)
    await client.query('RESET ROLE')
    const after = (await client.query(accounts)).rows
    await client.query('ROLLBACK')
    expect(after).toEqual(before)
    const note = `select record_sign_in('${app.ids.dana}', '', 'signed-in', now(), '', '')`
    await expect(runAsUnitOfWork(app.ids.dana, note)).rejects.toThrow(/permission denied/)
    for (const asked of ['is_account_deactivated', 'account_suspension', 'rv_owner_email', 'assert_founder'])
      await expect(runAsUnitOfWork(app.ids.dana, `select ${asked}('${app.ids.june}')`)).rejects.toThrow(
        /permission denied/,
      )
  })

  test('return to an account without a company its own email and tickets, and nothing to anyone else', async () => {
    const ofActor = (actor: string, statement: string) =>
      runAsUnitOfWork('', `SET LOCAL app.actor = ${pg.escapeLiteral(actor)}`, statement)
    const { rows } = await client.query(`select count(*) from ticket where email = $1`, [
      june.customerDetails.email,
    ])
    const own = 'select * from own_tickets(null, null, null, 100)'
    expect(await ofActor(app.ids.june, own)).toHaveLength(Number(rows[0].count))
    expect(Number(rows[0].count)).toBeGreaterThan(0)
    expect(await ofActor(app.ids.june, 'select own_email() as email')).toEqual([
      { email: june.customerDetails.email },
    ])
    for (const actor of [app.ids.dana, app.ids.rosa, app.ids.maya, 'visitor x', '']) {
      expect(await ofActor(actor, own)).toEqual([])
      if (actor !== app.ids.maya)
        expect(await ofActor(actor, 'select own_email() as email')).toEqual([{ email: null }])
    }
    const named = `select rename_own_account('X', now())`
    const ownerNamed = `select rename_own_company_account('X', now())`
    await client.query('BEGIN')
    for (const [actor, call] of [
      [app.ids.dana, named],
      [app.ids.rosa, named],
      ['', named],
      [app.ids.rosa, ownerNamed],
      [app.ids.maya, ownerNamed],
      ['', ownerNamed],
    ] as const) {
      await client.query(TAKE_ROLE)
      await client.query(`SET LOCAL app.actor = ${pg.escapeLiteral(actor)}`)
      await client.query(call)
      await client.query('RESET ROLE')
    }
    const { rows: renamed } = await client.query(`select id from auth_user where name = 'X'`)
    await client.query('ROLLBACK')
    expect(renamed).toEqual([])
  })

  test("refuse founders' actions to a company, whatever it claims and whichever session it names", async () => {
    await app.signIn('maya@rigwright.example')
    await app.signIn('dana@bluebonnet.example')
    // A confirmed account without a company, like a founder's.
    await app.signIn(june.customerDetails.email)
    const { rows: sessions } = await client.query('select id, user_id from auth_session')
    const notTheirs = sessions.filter(({ user_id }) => user_id !== app.ids.maya).map(({ id }) => id)
    const visits = await client.query(`select ticket_id from work_history where vin = 'RIVAL-1'`)
    const visit = `'${app.ids.ray}', ${visits.rows[0].ticket_id}`
    const calls = (held: string) => [
      `select * from companies_by_email('${held}', '%', null, null, 9)`,
      `select * from company_statuses('${held}', array['${app.ids.ray}']::uuid[])`,
      `select end_company_sessions('${held}', '${app.ids.ray}')`,
      `select * from founder_audit('${held}', array['company.verify'], null, null, 9)`,
      `select correct_vin('${held}', gen_random_uuid(), now(), ${visit}, 'RIVAL-1', 'STOLEN-1', null, '{}')`,
      `select add_corrected_rig('${held}', 'STOLEN-1', '', '', '', null, '${app.ids.ray}', now())`,
      `select * from claim_of_visit('${held}', 'RIVAL-1', ${visit})`,
      `select * from current_rig_claim('${held}', 'RIVAL-1')`,
      `select revoke_rig_claim('${held}', gen_random_uuid(), now(), 'RIVAL-1', null, '{}')`,
      `select * from founder_disputes('${held}', null, null, null, null, null, 9)`,
      `select * from founder_background_jobs('${held}')`,
    ]
    // The actor setting of a unit of work does not count here.
    const asMaya = `set local app.actor = '${app.ids.maya}'`
    for (const held of [randomUUID(), app.ids.maya, ...notTheirs])
      for (const call of calls(held))
        await expect(runAsUnitOfWork(app.ids.dana, asMaya, call)).rejects.toThrow(/not a founder's/)
    expect(notTheirs.length).toBeGreaterThan(0)
    await expect(runAsUnitOfWork(app.ids.dana, asMaya, 'select id from auth_session')).rejects.toThrow(
      /permission denied/,
    )
    const own = await runAsUnitOfWork(
      app.ids.dana,
      `set local app.actor = '${app.ids.dana}'`,
      'select * from own_sessions()',
    )
    expect(JSON.stringify(own)).not.toContain(sessions.find(({ user_id }) => user_id === app.ids.maya)?.id)
  })

  test('create no account for an email that received no link', async () => {
    const email = 'victim@mail.example'
    const make = (link: string) =>
      `select complete_signup('${link}', gen_random_uuid(), 'X', 'x', now()) as email`
    const begin = `select enqueue_signup_email(gen_random_uuid(), '<m>', '${email}', '{"subject":"s","text":"{token}"}',
      '{"subject":"s","text":""}', now(), now() + interval '1 day') as result`
    // Neither the function's result nor anything readable after it contains the link.
    expect(await runAsUnitOfWork('', begin)).toEqual([{ result: '' }])
    for (const looks of ['select text from email_outbox', 'select identifier from auth_verification'])
      await expect(runAsUnitOfWork('', begin, looks)).rejects.toThrow(/permission denied/)
    for (const link of ['', '%', email, randomUUID()])
      expect(await runAsUnitOfWork('', begin, make(link))).toEqual([{ email: null }])
    const { rows } = await client.query('select id from auth_user where email = $1', [email])
    expect(rows).toEqual([])
  })

  test('write the signup email only to its own address', async () => {
    await client.query('BEGIN')
    await client.query(TAKE_ROLE)
    const emailJson = `'{"subject":"s","text":"at {token}","recipient":"thief@evil.example"}'`
    await client.query(
      `select enqueue_signup_email(gen_random_uuid(), '<m>', 'nora@mail.example', ${emailJson}, ${emailJson}, now(), now())`,
    )
    await client.query('RESET ROLE')
    const { rows } = await client.query(`select recipient, text from email_outbox where message_id = '<m>'`)
    await client.query('ROLLBACK')
    expect(rows).toEqual([{ recipient: 'nora@mail.example', text: expect.stringMatching(/^at [\w-]{32}$/) }])
  })

  test("reveal only the change log's position of a company", async () => {
    const rows = await runAsUnitOfWork(
      app.ids.dana,
      `select * from company_versions(array['${app.ids.ray}']::uuid[])`,
    )
    expect(rows).toEqual([{ company_id: app.ids.ray, version: expect.any(String) }])
  })
})

test('a stored response is visible only to its actor', async () => {
  const insert = (actor: string) =>
    `insert into idempotency_key (company_id, actor, key, command, body_hash, response, at)
     values ('${app.ids.dana}', '${actor}', gen_random_uuid(), 'x', 'x', 'null', now())`
  const actor = `SET LOCAL app.actor = '${app.ids.walt}'`
  expect(
    await runAsUnitOfWork(app.ids.dana, actor, insert(app.ids.walt), 'select actor from idempotency_key'),
  ).toEqual([{ actor: app.ids.walt }])
  await expect(runAsUnitOfWork(app.ids.dana, actor, insert(app.ids.dana))).rejects.toThrow(
    /row-level security/,
  )
  const other = `SET LOCAL app.actor = '${app.ids.dana}'`
  expect(
    await runAsUnitOfWork(
      app.ids.dana,
      actor,
      insert(app.ids.walt),
      other,
      'select actor from idempotency_key',
    ),
  ).toEqual([])
})

test('two clock sessions of a technician never overlap', async () => {
  const { ticketId, jobNumber, technicianId } = await app.database
    .selectFrom('clockSession')
    .selectAll()
    .where('companyId', '=', app.ids.dana)
    .executeTakeFirstOrThrow()
  const clock = (from: string, to: string | null) => ({
    companyId: app.ids.dana,
    sessionId: randomUUID(),
    ticketId,
    jobNumber,
    technicianId,
    technician: 'Rosa Díaz',
    isCorrected: false,
    checkedAt: null,
    clockInTime: new Date(from),
    clockOutTime: to === null ? null : new Date(to),
  })
  const insert = (row: ReturnType<typeof clock>) =>
    app.database.insertInto('clockSession').values(row).execute()
  await insert(clock('2025-11-21T10:00:00Z', '2025-11-21T11:00:00Z'))
  await insert(clock('2025-11-21T11:00:00Z', null))
  for (const overlapping of [
    clock('2025-11-21T10:30:00Z', '2025-11-21T10:40:00Z'),
    clock('2025-11-22T10:00:00Z', null),
  ])
    await expect(insert(overlapping)).rejects.toThrow(/exclusion constraint/)
})

describe('a claimed rig', () => {
  const as = (account: string) => `SET LOCAL app.actor = '${account}'`
  const claim = (account: string, vin = 'WALL-1') =>
    `insert into rig_claim (claim_id, vin, account_id, claimed_at, how, from_company, from_ticket)
     values (gen_random_uuid(), '${vin}', '${account}', now(), 'code', '${app.ids.dana}', 412873)`

  test('is visible only to its owner, and cannot be given to others', async () => {
    const { june, maya } = app.ids
    const looks = 'select account_id from rig_claim'
    expect(await runAsUnitOfWork('', as(june), claim(june), looks)).toEqual([{ account_id: june }])
    for (const other of [as(maya), as('visitor x'), as('')])
      expect(await runAsUnitOfWork('', as(june), claim(june), other, looks)).toEqual([])
    await expect(runAsUnitOfWork('', as(june), claim(maya))).rejects.toThrow(/row-level security/)
  })

  test('has one owner, enforced by the database', async () => {
    const { june, maya } = app.ids
    await expect(runAsUnitOfWork('', as(june), claim(june), as(maya), claim(maya))).rejects.toThrow(
      /rig_claim_current/,
    )
  })

  test('reveals its history and photos only with a claim', async () => {
    const { june, maya } = app.ids
    const vin = 'RIVAL-1'
    const record = `select rig_record('${vin}', null, now(), 200) is null as shut`
    expect(await runAsUnitOfWork('', as(june), claim(june, vin), record)).toEqual([{ shut: false }])
    for (const other of [as(maya), as('')])
      expect(await runAsUnitOfWork('', as(june), claim(june, vin), other, record)).toEqual([{ shut: true }])
    const guess = `select rig_record('${vin}', gen_random_uuid(), now(), 200) is null as shut`
    expect(await runAsUnitOfWork('', as(june), claim(june, vin), guess)).toEqual([{ shut: true }])
  })

  test('reveals its owner only to companies', async () => {
    const { june, ray } = app.ids
    const email = `select account from rig_owner('WALL-1', 'june.park@mail.example')`
    expect(await runAsUnitOfWork('', as(june), claim(june), email)).toEqual([])
    expect(await runAsUnitOfWork(ray, as(june), claim(june), email)).toEqual([{ account: june }])
    const contact = `select email from shared_rig_contact('WALL-1')`
    expect(await runAsUnitOfWork(ray, as(june), claim(june), contact)).toEqual([])
  })
})

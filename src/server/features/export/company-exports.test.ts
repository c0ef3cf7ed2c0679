import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import { sql } from 'kysely'
import { extract } from 'tar-stream'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { auditSentence } from '#domain/audit/audit-sentences.ts'
import { runInTransaction, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { getFiledPdf } from '#server/features/billing/billing-pdf.ts'
import { listReferencedImages } from '#server/features/bookings/referenced-images.ts'
import { deleteClosedCompanies } from '#server/features/platform-admin/delete-company.ts'
import { createFileJournal, type FileJournal } from '#server/files/file-journal.ts'
import { fileKeyOf } from '#server/files/file-keys.ts'
import { createFakeFileStore } from '#server/files/file-store.ts'
import { createFakeTransport } from '#server/mail/mail-transport.ts'
import { bluebonnet, june, PASSWORD } from '#server/seed/demo-accounts.ts'
import { waitUntilDelivered } from '../../../../test/support/database-dump.ts'
import { runAdmin } from '../../../../test/support/run-admin.ts'
import { createTestApp, errorOf, type PersonName, type TestApp } from '../../../../test/support/test-app.ts'
import { EXPORT_LEASE_MS, leaseExport } from './company-export-store.ts'
import { type ExportJobContext, processNextExport } from './make-exports.ts'

const HOUR_MS = 60 * 60_000
const PHOTO = randomUUID()

const stored = createFakeFileStore()
/** In place of an archive's own content. */
let content: (() => AsyncGenerator<Buffer>) | null = null
const files: typeof stored = {
  ...stored,
  readStream: async key => {
    const found = await stored.readStream(key)
    return found === null || content === null ? found : { ...found, content: Readable.from(content()) }
  },
}
let app: TestApp
let ticketId: number
let journal: FileJournal
let temporaryFolder: string
beforeAll(async () => {
  app = await createTestApp({ files })
  ticketId = await app.createTicket()
  await app.database
    .insertInto('photo')
    .values({
      ...{ companyId: app.ids.dana, ticketId, jobNumber: 1, photoId: PHOTO, position: 1, moment: 'after' },
      ...{ addedAt: app.now, width: 30, height: 20, addedBy: app.ids.rosa, addedByName: 'Rosa Díaz' },
    })
    .execute()
  const location = { companyId: app.ids.dana, ticketId, imageId: PHOTO }
  await files.write(fileKeyOf(location, 'large'), Buffer.from('the roof'), 'image/webp')
  const folder = inject('postgres').folder
  temporaryFolder = await mkdtemp(join(folder, 'exporting-'))
  journal = await createFileJournal({
    files,
    folder: await mkdtemp(join(folder, 'journal-')),
    unitOfWorkServices: { database: app.database, publish: () => {} },
    listReferencedImages,
    log: (message, error) => app.loggedErrors.push({ message, error }),
  })
})
afterAll(() => app.close())
afterEach(async () => {
  await app.database.deleteFrom('companyExport').execute()
  for (const key of archives()) files.files.delete(key)
})

const exportsOf = (person: PersonName = 'dana') => app.as(person).companyExports
const archives = () => [...files.files.keys()].filter(key => key.startsWith('company_exports/'))
const latest = async () => (await exportsOf().get()).export

/** Until the app's own job has ended it, or deleted its archive. */
const until = (state: string) =>
  expect.poll(async () => (await latest())?.state, { timeout: 25_000 }).toBe(state)

async function makeExport(): Promise<string> {
  const { exportId } = await exportsOf().start()
  await until('ready')
  return exportId
}

const open = (exportId: string, password = PASSWORD) => exportsOf().openDownload({ exportId, password })

async function filesIn(archive: Response): Promise<Record<string, string>> {
  const contents: Record<string, string> = {}
  const entries = extract()
  Readable.fromWeb(archive.body as never)
    .pipe(createGunzip())
    .pipe(entries)
  for await (const entry of entries) contents[entry.header.name] = await text(entry)
  return contents
}

/** A job of the test's own, beside the app's, which leaves alone what is leased. */
const jobContext = (changes: Partial<ExportJobContext> = {}): ExportJobContext => ({
  services: { database: app.database, publish: () => {} },
  connection: app.connection,
  fileJournal: journal,
  temporaryFolder,
  getPdf: getFiledPdf,
  mailContext: { url: () => app.url, canDeliver: true, contactEmail: null, wake: () => {} },
  now: () => app.now,
  stopping: new AbortController().signal,
  ...changes,
})

const inCompany = <T>(now: Date, task: (work: UnitOfWork) => Promise<T>) =>
  runInTransaction(
    { database: app.database, publish: () => {} },
    {
      actor: { kind: 'owner', id: app.ids.dana, name: 'Dana', companyId: app.ids.dana },
      ...{ actorKey: app.ids.dana, now, timeZone: 'UTC' },
    },
    'command',
    task,
  )

/** An export for the test's own job: due an hour before the app's clock would find it. */
async function addRunning(columns: { attempts?: number; companyId?: string } = {}): Promise<string> {
  const exportId = randomUUID()
  await app.database
    .insertInto('companyExport')
    .values({
      ...{ companyId: app.ids.dana, exportId, state: 'running', requestedAt: app.now },
      ...{ requestedByName: 'Dana', leasedUntil: new Date(app.now.getTime() + HOUR_MS) },
      ...columns,
    })
    .execute()
  return exportId
}
const withWriteArchive = (writeArchive: FileJournal['writeArchive']) => ({ ...journal, writeArchive })

/** In an hour, which only the test's own job sees. */
const later = () => new Date(app.now.getTime() + HOUR_MS)
const runJob = (changes: Partial<ExportJobContext> = {}) =>
  processNextExport(jobContext({ now: later, ...changes }))
const rowOf = (exportId: string) =>
  app.database.selectFrom('companyExport').selectAll().where('exportId', '=', exportId).executeTakeFirst()

describe('an export of everything', () => {
  test('has the PDFs of invoices and credit notes, which open nothing', async () => {
    const { billing, tickets, companyExports } = app.as('ray')
    await billing.turnOn()
    const { ticketId: billed } = await tickets.create({
      ...june,
      jobs: [{ problem: 'Roof leak', estimatedTime: 1 }],
    })
    await tickets.finalize({ ticketId: billed })
    const { totals } = await tickets.get({ ticketId: billed })
    const expectedTotal = totals?.totalBalance ?? 0
    const { invoiceId, number } = await billing.issueInvoice({ ticketId: billed, expectedTotal })
    await billing.issueCreditNote({ ticketId: billed, invoiceId, amount: 1, reason: 'Goodwill' })
    const { exportId } = await companyExports.start()
    await expect
      .poll(async () => (await companyExports.get()).export?.state, { timeout: 25_000 })
      .toBe('ready')
    const { url } = await companyExports.openDownload({ exportId, password: PASSWORD })
    const contents = await filesIn(await app.fetch(url, { as: 'ray' }))
    const documents = Object.entries(contents).filter(([name]) => name.endsWith('.pdf'))
    expect(documents.map(([name]) => name.split('/').slice(1).join('/')).sort()).toEqual([
      `credit-notes/${app.ids.ray}/CN-1001.pdf`,
      `invoices/${app.ids.ray}/${number}.pdf`,
    ])
    for (const [, pdf] of documents) {
      expect(pdf).toMatch(/^%PDF-/)
      expect(pdf).not.toMatch(/\/follow\/|\/URI/)
    }
  })

  test('is an archive of the JSON, the spreadsheets, the tree and the images', async () => {
    expect(await exportsOf().get()).toEqual({ export: null, isEmailed: false })
    const exportId = await makeExport()
    expect(await latest()).toEqual({
      ...{ exportId, state: 'ready', requestedAt: app.now, requestedBy: expect.any(String), progress: 1 },
      ...{ bytes: expect.any(Number), missingImages: 0, failure: null },
      expiresAt: new Date(app.now.getTime() + 24 * HOUR_MS),
    })
    const { url } = await open(exportId)
    const answer = await app.fetch(url, { as: 'dana' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="rigwright-bluebonnet-rv-2025-11-20.tar.gz"',
    )
    expect(answer.headers.get('content-length')).toBe(String((await latest())?.bytes))
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const contents = await filesIn(answer)
    const folder = 'rigwright-bluebonnet-rv-2025-11-20'
    const names = Object.keys(contents)
    expect(names.every(name => name.startsWith(`${folder}/`))).toBe(true)
    for (const name of ['tickets.csv', 'jobs.csv', 'customers.csv', 'change-log.csv'])
      expect(names).toContain(`${folder}/${name}`)
    const json = JSON.parse(contents[`${folder}/${app.ids.dana}.json`] ?? '')
    const ticket = json.ticketManager.activeServiceTickets[ticketId]
    const image = `images/${app.ids.dana}/${ticketId}/${PHOTO}.webp`
    expect(JSON.stringify(ticket)).toContain(`"${image}"`)
    expect(contents[`${folder}/${image}`]).toBe('the roof')
    const { users } = JSON.parse(contents[`${folder}/tree.json`] ?? '')
    expect(Object.keys(users.companies)).toEqual([app.ids.dana])
    expect(JSON.stringify(contents)).not.toContain('Lone Star')
  })

  test('is told by email, and its start, end and download are in the log', async () => {
    await open(await makeExport())
    await waitUntilDelivered(app.database)
    expect(app.sentEmails.at(-1)).toMatchObject({
      recipient: bluebonnet.email,
      subject: 'Your export of Bluebonnet RV is ready',
      text: expect.stringContaining(`${app.url}/downloads`),
    })
    const { entries } = await app.as('dana').audit.list({})
    expect(entries.slice(0, 3).map(entry => auditSentence(entry))).toEqual([
      'Dana downloaded an export of everything the company has',
      'Rigwright finished an export of everything the company has',
      'Dana started an export of everything the company has',
    ])
  })

  test('started twice is one, and of two companies each their own', async () => {
    const [one, two, ray] = await Promise.all([
      exportsOf().start(),
      exportsOf().start(),
      exportsOf('ray').start(),
    ])
    expect(one).toEqual(two)
    expect(ray).not.toEqual(one)
    await until('ready')
    expect(await app.database.selectFrom('companyExport').selectAll().execute()).toHaveLength(2)
  })

  test('replaces the one before, whose archive is deleted', async () => {
    await makeExport()
    const [before] = archives()
    app.now = new Date(app.now.getTime() + 1000)
    await makeExport()
    await expect.poll(archives, { timeout: 10_000 }).toHaveLength(1)
    expect(archives()).not.toContain(before)
  })

  test('counts images that are missing', async () => {
    const key = fileKeyOf({ companyId: app.ids.dana, ticketId, imageId: PHOTO }, 'large')
    const bytes = files.files.get(key)
    files.files.delete(key)
    await makeExport()
    expect(await latest()).toMatchObject({ missingImages: 1, progress: 1 })
    if (bytes !== undefined) files.files.set(key, bytes)
  })

  test('promises an email only with a mail server, and to a confirmed mailbox', async () => {
    const withServer = await createTestApp({ mailTransport: createFakeTransport(true) })
    const isEmailed = async () => (await withServer.as('dana').companyExports.get()).isEmailed
    expect(await isEmailed()).toBe(true)
    await sql`update auth_user set email_verified = false where id = ${app.ids.dana}`.execute(
      withServer.database,
    )
    expect(await isEmailed()).toBe(false)
    await withServer.close()
  })
})

describe('the download', () => {
  const download = async (url: string, as: PersonName, headers = {}) =>
    app.fetch(url, { as, headers }).then(answer => answer.status)

  test('asks for the password', async () => {
    const exportId = await makeExport()
    expect(await errorOf(open(exportId, 'guessed'))).toMatchObject({
      code: 'INVALID',
      fields: { password: 'That isn’t your password.' },
    })
    expect(await download(`/api/company/exports/${exportId}/file`, 'dana')).toBe(403)
  })

  test('works only in the session that asked, unchanged, and for ten minutes', async () => {
    const { url } = await open(await makeExport())
    expect(await download(url, 'dana')).toBe(200)
    expect(await download(url, 'visitor')).toBe(401)
    expect(await download(url, 'walt')).toBe(403)
    expect(await download(url, 'ray')).toBe(404)
    const cookie = await app.signIn(bluebonnet.email)
    expect(await download(url, 'visitor', { cookie })).toBe(403)
    const at = app.now
    const [path = '', token = ''] = url.split('?token=')
    const [expiry = '', signature = ''] = token.split('.')
    expect(await download(`${path}?token=${Number(expiry) + 1}.${signature}`, 'dana')).toBe(403)
    app.now = new Date(at.getTime() + 10 * 60_000)
    expect(await download(url, 'dana')).toBe(403)
  })

  test('breaks off when the session ends during it', async () => {
    const cookie = await app.signIn(bluebonnet.email)
    const session = app.withCookie(cookie)
    const exportId = await makeExport()
    const { url } = await session.companyExports.openDownload({ exportId, password: PASSWORD })
    let isOver = false
    const slow = async function* () {
      for (; !isOver; await sleep(20)) yield Buffer.from('a')
    }
    content = slow
    try {
      const answer = await app.fetch(url, { as: 'visitor', headers: { cookie } })
      const reader = answer.body?.getReader()
      await reader?.read()
      await sql`delete from auth_session where token = ${cookie.split('=')[1]?.split('.')[0]}`.execute(
        app.database,
      )
      const readAll = async () => {
        while ((await reader?.read())?.done === false);
      }
      await expect(readAll()).rejects.toThrow()
    } finally {
      isOver = true
      content = null
    }
    expect(app.loggedErrors.splice(0)).not.toEqual([])
  })

  test('is not another export’s, nor another company’s', async () => {
    const { url } = await open(await makeExport())
    const token = url.split('?')[1]
    expect(await download(`/api/company/exports/${randomUUID()}/file?${token}`, 'dana')).toBe(404)
    const { exportId } = await exportsOf('ray').start()
    expect(await errorOf(open(exportId))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await download(`/api/company/exports/${exportId}/file?${token}`, 'dana')).toBe(404)
    await app.database.deleteFrom('companyExport').where('exportId', '=', exportId).execute()
  })

  test('ends a day later with a sentence, and the archive is deleted', async () => {
    const exportId = await makeExport()
    app.now = new Date(app.now.getTime() + 24 * HOUR_MS - 60_000)
    const { url } = await open(exportId)
    app.now = new Date(app.now.getTime() + 60_000)
    expect(await latest()).toMatchObject({ state: 'expired' })
    const gone = {
      code: 'REFUSED',
      obstacles: [{ message: 'This export is no longer here. Make a new one.' }],
    }
    expect(await errorOf(open(exportId))).toMatchObject(gone)
    expect(await download(url, 'dana')).toBe(409)
    await expect.poll(archives, { timeout: 10_000 }).toEqual([])
    expect(await rowOf(exportId)).toMatchObject({ state: 'expired', fileId: null })
  })

  test('of a file that a restore did not bring back is refused', async () => {
    const exportId = await makeExport()
    const { url } = await open(exportId)
    for (const key of archives()) files.files.delete(key)
    expect(await download(url, 'dana')).toBe(409)
  })
})

describe('an export that is interrupted', () => {
  test('by the end of its server goes back, and is made by the next', async () => {
    const exportId = await addRunning()
    expect(await runJob({ stopping: AbortSignal.abort() })).toBe(true)
    expect(await rowOf(exportId)).toMatchObject({ state: 'running', attempts: 0, fileId: null })
    expect(archives()).toEqual([])
    expect(await runJob()).toBe(true)
    expect(await rowOf(exportId)).toMatchObject({ state: 'ready' })
    expect(archives()).toHaveLength(1)
  })

  test('by a killed server is started again once its lease is over', async () => {
    const exportId = await addRunning()
    const at = later()
    const lease = await inCompany(at, work => leaseExport(work, exportId))
    expect(lease).toEqual({ exportId, attempt: 1 })
    expect(await runJob()).toBe(false)
    expect(await runJob({ now: () => new Date(at.getTime() + EXPORT_LEASE_MS) })).toBe(true)
    expect(await rowOf(exportId)).toMatchObject({ state: 'ready', attempts: 2 })
  })

  test('three times has failed, with a sentence and an email', async () => {
    const exportId = await addRunning({ attempts: 3 })
    await runJob()
    expect(await rowOf(exportId)).toMatchObject({ state: 'failed', failure: 'interrupted' })
    expect(await latest()).toMatchObject({
      failure: 'The server was stopped each time before the export was done. Try again.',
    })
    // The button to try again.
    await makeExport()
  })

  test('by a full disk has failed, with a sentence, and nothing is left', async () => {
    const exportId = await addRunning()
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    const fileJournal = withWriteArchive(async (location, content) => {
      await journal.writeArchive(location, content)
      throw full
    })
    await expect(runJob({ fileJournal })).rejects.toBe(full)
    expect(await latest()).toMatchObject({
      state: 'failed',
      failure: 'The server’s disk is full. Ask the server’s administrator to make room, then try again.',
    })
    expect(archives()).toEqual([])
    expect(await readdir(temporaryFolder)).toEqual([])
    const subjects = await app.database.selectFrom('emailOutbox').select('subject').execute()
    expect(subjects).toContainEqual({ subject: 'Your export of Bluebonnet RV failed' })
    expect(await rowOf(exportId)).toMatchObject({ failure: 'disk-full' })
  })

  test('by an error of ours has failed, and the error is reported', async () => {
    await addRunning()
    const fault = new Error('A bug.')
    const fileJournal = { ...journal, read: () => Promise.reject(fault) }
    await expect(runJob({ fileJournal })).rejects.toBe(fault)
    expect(await latest()).toMatchObject({ failure: 'Something went wrong on our side. Try again.' })
  })

  test('whose row is gone meanwhile leaves no archive', async () => {
    await addRunning()
    const fileJournal = withWriteArchive(async (location, content) => {
      await app.database.deleteFrom('companyExport').execute()
      await journal.writeArchive(location, content)
    })
    expect(await runJob({ fileJournal })).toBe(true)
    expect(archives()).toEqual([])
  })

  test('is another server’s if that one leased it meanwhile', async () => {
    const exportId = await addRunning()
    const fileJournal = withWriteArchive(async (location, content) => {
      await app.database.updateTable('companyExport').set({ attempts: 2 }).execute()
      await journal.writeArchive(location, content)
    })
    await runJob({ fileJournal })
    expect(await rowOf(exportId)).toMatchObject({ state: 'running', attempts: 2, fileId: null })
    expect(archives()).toEqual([])
  })
})

describe('forgetting a customer', () => {
  const closedTicket = async () => {
    const id = await app.createTicket()
    await app.as('dana').tickets.finalize({ ticketId: id })
    await app.as('dana').tickets.complete({ ticketId: id })
    return id
  }
  const zelda = { firstName: 'Zelda', lastName: 'Quimby', email: 'zelda@mail.example', phone: '' }

  /** A closed ticket of a customer of their own. */
  const zeldasTicket = async () => {
    const id = await closedTicket()
    await app.database.updateTable('ticket').set(zelda).where('ticketId', '=', id).execute()
    return id
  }

  test.each([
    ['at the desk', (id: number) => app.as('dana').tickets.eraseCustomer({ ticketId: id })],
    ['by the operator', () => runAdmin(app, ['forget-person', zelda.email, '--yes'])],
  ] as const)('%s ends the archive that names them, and another has no word of them', async (_, forget) => {
    const id = await zeldasTicket()
    const exportId = await makeExport()
    const { url } = await open(exportId)
    await forget(id)
    expect((await app.fetch(url, { as: 'dana' })).status).toBe(409)
    expect(await latest()).toMatchObject({ state: 'expired' })
    await expect.poll(archives, { timeout: 10_000 }).toEqual([])
    const next = await open(await makeExport())
    const contents = await filesIn(await app.fetch(next.url, { as: 'dana' }))
    expect(JSON.stringify(contents)).toContain(String(id))
    expect(JSON.stringify(contents)).not.toContain('Zelda')
  })

  test('while an export is made has it read again', async () => {
    const id = await zeldasTicket()
    const exportId = await addRunning()
    const fileJournal = withWriteArchive(async (location, content) => {
      await app.as('dana').tickets.eraseCustomer({ ticketId: id })
      await journal.writeArchive(location, content)
    })
    expect(await runJob({ fileJournal })).toBe(true)
    await until('ready')
    expect(archives()).toHaveLength(1)
    const { url } = await open(exportId)
    const contents = await filesIn(await app.fetch(url, { as: 'dana' }))
    expect(JSON.stringify(contents)).not.toContain('Zelda')
  })
})

describe('the export of a company', () => {
  test('that is suspended is not made', async () => {
    const company = { companyName: 'Hilltop', email: `${randomUUID()}@mail.example`, password: PASSWORD }
    const { companyUUID } = await app
      .as('visitor')
      .companies.register({ ...company, companyPhone: '(574) 555-0101' })
    await app.as('maya').platformAdmin.suspend({ companyUUID, reason: 'Gone' })
    const exportId = await addRunning({ companyId: companyUUID })
    await runJob()
    expect(await rowOf(exportId)).toMatchObject({ state: 'failed', failure: 'suspended' })
  })

  test('is deleted with it', async () => {
    await makeExport()
    await app.as('dana').companies.close({ password: PASSWORD })
    app.now = new Date(app.now.getTime() + 30 * 24 * HOUR_MS)
    // As if the archive were still kept.
    await app.database
      .updateTable('companyExport')
      .set({ expiresAt: new Date(app.now.getTime() + HOUR_MS) })
      .execute()
    const { services, mailContext, now } = jobContext()
    await deleteClosedCompanies({ ...services, ...journal, mailContext, now })
    expect(await app.database.selectFrom('companyExport').selectAll().execute()).toEqual([])
    expect(archives()).toEqual([])
    expect(app.loggedErrors).toEqual([])
  })
})

import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { auditSentence } from '#domain/audit/audit-sentences.ts'
import { CLOSING_DAYS } from '#domain/companies/closing.ts'
import { listReferencedImages } from '#server/features/bookings/referenced-images.ts'
import { deleteClosedCompanies } from '#server/features/platform-admin/delete-company.ts'
import { createFileJournal } from '#server/files/file-journal.ts'
import { createFakeFileStore } from '#server/files/file-store.ts'
import { bluebonnet, june, PASSWORD } from '#server/seed/demo-accounts.ts'
import { waitUntilDelivered } from '../../../../test/support/database-dump.ts'
import { sharedVin } from '../../../../test/support/shared-vin.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

const DAY_MS = 24 * 60 * 60_000
const VIN = sharedVin('CLOSING-1')

let app: TestApp
let start: Date
beforeAll(async () => {
  app = await createTestApp()
  start = app.now
  const { ticketId } = await app.as('dana').tickets.create({
    customerDetails: june.customerDetails,
    customerRV: { ...june.customerRV, vin: VIN },
    jobs: [],
  })
  await app.as('dana').tickets.finalize({ ticketId })
  await app.as('dana').tickets.complete({ ticketId })
})
afterAll(() => app.close())

/** As the server does every hour. */
async function runJob(): Promise<void> {
  const services = { database: app.database, publish: () => {} }
  const files = await createFileJournal({
    files: createFakeFileStore(),
    folder: await mkdtemp(join(inject('postgres').folder, 'journal-')),
    unitOfWorkServices: services,
    listReferencedImages,
    log: (message, error) => app.loggedErrors.push({ message, error }),
  })
  const mailContext = { url: () => app.url, canDeliver: true, contactEmail: null, wake: () => {} }
  await deleteClosedCompanies({ ...services, ...files, mailContext, now: () => app.now })
}

const afterDays = (days: number): Date => new Date(start.getTime() + days * DAY_MS)
const close = (password = PASSWORD) => app.as('dana').companies.close({ password })
const history = () => app.as('visitor').workHistory.get({ vin: VIN })

test('a company is closed with the owner’s password only, and the owner gets an email with the day', async () => {
  expect(await errorOf(close('guessed'))).toMatchObject({
    code: 'INVALID',
    fields: { password: 'That isn’t your password.' },
  })
  expect((await app.as('walt').companies.mine()).closesAt).toBeNull()
  const { closesAt } = await close()
  expect(closesAt).toEqual(afterDays(CLOSING_DAYS))
  // Everybody in the company sees it.
  expect((await app.as('walt').companies.mine()).closesAt).toEqual(closesAt)
  await waitUntilDelivered(app.database)
  expect(app.sentEmails.at(-1)).toMatchObject({
    recipient: bluebonnet.email,
    subject: 'Bluebonnet RV closes at Rigwright',
  })
  const [entry] = (await app.as('dana').audit.list({})).entries
  expect(entry && auditSentence(entry)).toBe('Dana closed the company: it is deleted in 30 days')
})

test('closed again, it is deleted no later', async () => {
  app.now = afterDays(1)
  expect((await close()).closesAt).toEqual(afterDays(CLOSING_DAYS))
})

test('the owner takes it back until then, and nothing is deleted', async () => {
  app.now = afterDays(CLOSING_DAYS - 1)
  await runJob()
  expect(await app.as('dana').companies.keepOpen()).toEqual({ done: true })
  app.now = afterDays(CLOSING_DAYS + 1)
  await runJob()
  expect((await app.as('walt').companies.mine()).closesAt).toBeNull()
})

test('30 days later its accounts and tickets are gone, and the work on its rigs stays', async () => {
  const before = await history()
  start = app.now
  await close()
  app.now = afterDays(CLOSING_DAYS)
  await runJob()
  const signIn = { email: bluebonnet.email, password: PASSWORD }
  expect((await app.fetch('/api/auth/sign-in/email', { method: 'POST', json: signIn })).status).toBe(401)
  expect(await errorOf(app.as('visitor').companies.get({ companyId: app.ids.dana }))).toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(
    await app.database
      .selectFrom('employee')
      .select('lastName')
      .where('companyId', '=', app.ids.dana)
      .execute(),
  ).toEqual([])
  expect(await history()).toEqual(before)
  // Nothing is left to do.
  await runJob()
  expect(app.loggedErrors).toEqual([])
})

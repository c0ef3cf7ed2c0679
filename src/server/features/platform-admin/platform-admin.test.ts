import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditSentence } from '#domain/audit/audit-sentences.ts'
import { adminSentence } from '#domain/platform-admin/admin-sentences.ts'
import { bluebonnet, loneStar, PASSWORD } from '#server/seed/demo-accounts.ts'
import { dumpDatabase } from '../../../../test/support/database-dump.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const MONTH = { from: '2025-10-01', until: '2025-11-02' }
/** No two actions at the same moment. */
const founders = () => {
  app.now = new Date(app.now.getTime() + 1000)
  return app.as('maya').platformAdmin
}
const at = () => ({ companyUUID: app.ids.dana })
const names = async (q: string) =>
  (await founders().listCompanies({ q })).companies.map(({ companyName }) => companyName)
const sentences = async () => (await founders().listAuditEntries({})).entries.map(adminSentence)
const listSentences = async () => (await app.as('dana').audit.list({})).entries.map(auditSentence)
const card = async () =>
  (await app.as('visitor').companies.list({})).companies.find(
    ({ companyUUID }) => companyUUID === app.ids.dana,
  )

describe('companies are found by founders', () => {
  test.each([
    ['', [bluebonnet.companyName, loneStar.companyName]],
    ['bluebonnet', [bluebonnet.companyName]],
    [loneStar.companyName.toUpperCase(), [loneStar.companyName]],
    [bluebonnet.email, [bluebonnet.companyName]],
    ['@LONESTAR', [loneStar.companyName]],
    ['%@%', []],
    ['_@_', []],
    ['nowhere', []],
  ])('by %j', async (q, found) => expect(await names(q)).toEqual(found))

  test('page by page by name and by email, each once', async () => {
    for (let n = 0; n < 35; n += 1)
      await app.as('visitor').companies.register({
        companyName: `Many ${String(n).padStart(2, '0')}`,
        email: `n${n}@many.example`,
        password: PASSWORD,
        companyPhone: '(260) 555-0110',
      })
    for (const q of ['many', '@many.example']) {
      const first = await founders().listCompanies({ q })
      const second = await founders().listCompanies({ q, after: first.next ?? '' })
      const all = [...first.companies, ...second.companies].map(({ email }) => email)
      expect([first.companies.length, all, second.next]).toEqual([
        30,
        Array.from({ length: 35 }, (_, n) => `n${n}@many.example`),
        null,
      ])
      expect((await errorOf(founders().listCompanies({ q, after: 'x' }))).code).toBe('INVALID')
    }
  })

  test('with the details a founder needs, and without customers', async () => {
    expect((await founders().listCompanies({ q: 'bluebonnet' })).companies[0]).toMatchObject({
      email: bluebonnet.email,
      pendingStatus: true,
      suspendedAt: null,
      trusted: false,
      verified: false,
    })
    await app.createTicket()
    const one = await founders().getCompany(at())
    expect(one).toMatchObject({
      companyName: bluebonnet.companyName,
      month: null,
      suspendedBecause: null,
      counts: { employees: 3, tickets: expect.any(Number) },
    })
    expect(one.counts.tickets).toBeGreaterThan(0)
    const none = founders().getCompany({ companyUUID: app.ids.maya })
    expect((await errorOf(none)).code).toBe('NOT_FOUND')
  })
})

describe('Verified', () => {
  test.each([
    [{ ...MONTH, until: '2025-11-21' }, 'until', 'This date is in the future.'],
    [{ from: '2025-11-02', until: '2025-10-01' }, 'until', 'The last day must be after the first.'],
    [{ ...MONTH, until: '2025-10-27' }, 'until', 'A month has at least 28 days. You entered 27.'],
    [{ ...MONTH, from: '2025-10-32' }, 'from', 'Enter a date.'],
  ])('is refused for %j, beside its field', async (days, field, sentence) => {
    // Half past midnight in UTC, and still the day before in Indiana.
    app.now = new Date('2025-11-21T00:30:00Z')
    const before = await dumpDatabase(app.database)
    const refusal = await errorOf(founders().verify({ ...at(), ...days, note: 'Imported.' }))
    expect(refusal).toMatchObject({ code: 'INVALID', fields: { [field]: sentence } })
    expect(await dumpDatabase(app.database)).toBe(before)
  })

  test.each(['', ' ', 'x'.repeat(1001)])('is refused without a valid note', async note => {
    const refusal = await errorOf(founders().verify({ ...at(), ...MONTH, note }))
    expect(refusal).toMatchObject({ code: 'INVALID', fields: { note: expect.any(String) } })
  })

  test('cannot be removed from a company without it', async () => {
    const refusal = await errorOf(founders().unverify({ ...at(), reason: 'x' }))
    expect(refusal).toMatchObject({ code: 'REFUSED', message: 'This company is not Verified.' })
  })

  test('is on the card and with its dates on the page; the note is for founders only, and both logs have it', async () => {
    await founders().verify({ ...at(), ...MONTH, note: 'Rebuilt a slide-out with us.' })
    expect(await card()).toMatchObject({ verified: true })
    const page = await app.as('visitor').companies.get({ companyId: app.ids.dana })
    expect(page).toMatchObject({ verified: true, verifiedSpan: MONTH })
    expect(JSON.stringify([page, await app.as('dana').companies.mine()])).not.toContain('slide-out')
    expect((await founders().getCompany(at())).month).toEqual({
      ...MONTH,
      note: 'Rebuilt a slide-out with us.',
    })
    expect((await sentences())[0]).toBe(
      'Maya marked Bluebonnet RV Verified for Oct 1 – Nov 2, 2025: Rebuilt a slide-out with us.',
    )
    expect((await listSentences())[0]).toBe('Maya of Rigwright marked the company Verified')
  })

  test("survives the owner's changes, and is removed with its dates", async () => {
    await app.as('dana').companies.change({ companyPhone: '(574) 555-0177' })
    expect(await card()).toMatchObject({ verified: true })
    expect((await founders().getCompany(at())).month).toMatchObject(MONTH)
    await founders().verify({ ...at(), from: '2025-09-01', until: '2025-10-01', note: 'Mistyped.' })
    expect((await sentences())[0]).toMatch(
      /for Sep 1 – Oct 1, 2025, instead of Oct 1 – Nov 2, 2025: Mistyped\.$/,
    )
    await founders().unverify({ ...at(), reason: 'They asked us to.' })
    expect(await card()).toMatchObject({ verified: false })
    const page = await app.as('visitor').companies.get({ companyId: app.ids.dana })
    expect(page.verifiedSpan).toBeNull()
    expect((await sentences())[0]).toBe(
      'Maya removed Verified from Bluebonnet RV (Sep 1 – Oct 1, 2025): They asked us to.',
    )
    expect((await listSentences())[0]).toBe(
      'Maya of Rigwright removed Verified from the company: They asked us to.',
    )
  })
})

test('pending is a flag that hides nothing, and is logged', async () => {
  const before = await card()
  await founders().setPending({ ...at(), pendingStatus: false })
  expect((await founders().getCompany(at())).pendingStatus).toBe(false)
  expect(await card()).toEqual(before)
  const lines = await sentences()
  expect(lines[0]).toBe('Maya marked Bluebonnet RV as no longer pending')
  await founders().setPending({ ...at(), pendingStatus: false })
  expect(await sentences()).toEqual(lines)
})

test('the owner is told once that the company is approved', async () => {
  const sent = () =>
    app.sentEmails.filter(({ subject }) => subject === 'Bluebonnet RV is approved at Rigwright')
  const before = sent().length
  await founders().setPending({ ...at(), pendingStatus: true })
  for (let twice = 0; twice < 2; twice += 1) await founders().setPending({ ...at(), pendingStatus: false })
  await expect.poll(() => sent().length).toBe(before + 1)
  expect(sent().at(-1)).toMatchObject({
    recipient: 'dana@bluebonnet.example',
    text: expect.stringContaining('The founders of Rigwright have approved Bluebonnet RV.'),
  })
})

test('the founders’ log is paged, for founders only, and has every action of every founder', async () => {
  for (let n = 0; n < 52; n += 1) {
    await founders().setPending({ ...at(), pendingStatus: n % 2 === 0 })
  }
  const first = await founders().listAuditEntries({})
  const second = await founders().listAuditEntries({ before: first.next ?? '' })
  const all = [...first.entries, ...second.entries]
  expect(first.entries).toHaveLength(50)
  expect(new Set(all.map(({ entryId }) => entryId)).size).toBe(all.length)
  const stored = await app.database.selectFrom('platformAudit').select('entryId').execute()
  // As users they leave other entries, which are private.
  await app.as('maya').account.endOtherSessions()
  expect((await founders().listAuditEntries({})).entries).toEqual(first.entries)
  expect(all).toHaveLength(stored.length)
  expect(all.every(({ by }) => by.id === app.ids.maya)).toBe(true)
  expect((await errorOf(founders().listAuditEntries({ before: 'x' }))).code).toBe('INVALID')
})

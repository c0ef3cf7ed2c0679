// A company with all kinds of billing: its tree, imported into an empty place and exported again, is the same to the byte.

import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { findCompanies, streamTree } from '#server/features/export/stream-tree.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { withEmptyDatabase } from '../../../../test/support/empty-database.ts'
import { createImportContext } from '../../../../test/support/import-context.ts'
import { writeImportFile } from '../../../../test/support/import-fixture.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'
import { importTree } from './import-tree.ts'
import { undoImport } from './undo-import.ts'

const NOW = new Date('2026-03-01T00:00:00Z')
const LABOR_RATE_ID = '6f1f3a0e-3f5c-4f0e-9a51-7d1f6f6f0b11'

let app: TestApp
let exported: string
beforeAll(async () => {
  app = await createTestApp()
  await bill()
  exported = await exportFrom(app.database, app.ids.dana)
})
afterAll(() => app.close())

async function exportFrom(database: Database, companyId: string): Promise<string> {
  const options = { database, companyId, now: NOW, link: (path: string) => path }
  return text(Readable.from(streamTree(options, await findCompanies(options))))
}

/** 3.5 %, half a cent up. */
const feeOf = (dollars: number): number => Math.round(Math.round(dollars * 100) * 0.035) / 100

/** Everything that Bluebonnet can have of billing. */
async function bill(): Promise<void> {
  const { billing, tickets } = app.as('dana')
  // It was on before.
  await billing.turnOn()
  await billing.turnOff()
  await billing.turnOn()
  await billing.changeSettings({
    ...{ invoicePrefix: 'R-', nextInvoiceNumber: 2001, paymentTermsDays: 30, footText: '90 days on parts.' },
    ...{
      discountLimit: 50,
      retentionYears: 10,
      reminderDays: 7,
      pageSize: 'a4',
      shopSupplies: { percentage: 8.25, cap: 40 },
    },
    feePresets: [
      { name: 'Card fee', percentage: 3 },
      { name: 'Disposal', amount: 12.5 },
    ],
    feeRules: {
      methods: [{ method: 'card', percentage: 3.5, cap: 4 }],
      late: { afterDays: 15, amount: null, percentage: 5, every: 'month' },
      storage: { freeDays: 2, perDay: 95 },
      noShow: 100,
      lateCancellation: { hoursBefore: 4, amount: 75.5 },
    },
    laborRates: [{ laborRateId: LABOR_RATE_ID, name: 'Diagnostic', amount: 165.5 }],
    tripRules: {
      ...{ kind: 'per-mile', freeMiles: 12.5, perMile: 3.25, ways: 'both-ways', minimum: 40 },
      ...{ returnPercentage: 50, afterHours: 75 },
    },
  })
  // Set where cards are connected.
  const bookingPayment = JSON.stringify({ kind: 'deposit', amount: 95_00, hoursBefore: 24 })
  await app.database.updateTable('billingSetting').set({ bookingPayment }).execute()
  const rate = { name: 'Texas', percentage: 8.25, appliesTo: ['parts' as const, 'supplies' as const] }
  const { taxRateId } = await billing.addTaxRate({ ...rate, isDefault: true })
  const { taxRateId: old } = await billing.addTaxRate({ ...rate, name: 'Old', percentage: 0.0125 })
  await billing.archiveTaxRate({ taxRateId: old })
  await billing.setCorrections({ employeeId: app.ids.walt, mayCorrect: true })

  const createFinalized = async (deposit: number | null, firstName = june.customerDetails.firstName) => {
    const jobs = [{ problem: 'Roof “leak” × 2', estimatedTime: 1.25 }]
    const customerDetails = { ...june.customerDetails, firstName }
    const { ticketId } = await tickets.create({ ...june, customerDetails, jobs })
    await tickets.addPart({ ticketId, quantity: 2.5, description: 'Motor', perPartAmount: 289, jobNumber: 1 })
    if (deposit !== null)
      await billing.recordDeposit({
        ticketId,
        amount: deposit,
        method: 'check',
        reference: '1042',
        received: 0,
      })
    await tickets.finalize({ ticketId })
    return ticketId
  }
  const totalOf = async (ticketId: number) => (await billing.getTicket({ ticketId })).balance
  const issue = async (ticketId: number, more: object) => {
    const asked = { ticketId, taxRateIds: [taxRateId], expectedTotal: 0, ...more }
    const sentence: unknown = await billing.issueInvoice(asked).catch(error => error.message)
    const total = Number(/\$([\d,.]+) now/.exec(String(sentence))?.[1]?.replace(',', ''))
    return billing.issueInvoice({ ...asked, expectedTotal: total })
  }

  const paid = await createFinalized(100)
  await issue(paid, {
    discounts: [{ percentage: 10, reason: 'Friend' }],
    trip: { name: 'Trip, 12 miles', amount: 40 },
    fees: [{ name: 'Card fee', amount: 5 }],
  })
  const due = (await totalOf(paid)).due
  await billing.recordPayment({
    ticketId: paid,
    amount: due + 10,
    method: 'transfer',
    reference: 'W-7',
    due,
    keepAsCredit: true,
  })
  const { received } = await totalOf(paid)
  await billing.refund({ ticketId: paid, amount: 10, method: 'cash', received, reason: 'Too much' })

  const exempt = await createFinalized(null)
  const exemption = { certificateNumber: 'TX-77', expiresOn: '2027-12-31' }
  const { invoiceId } = await issue(exempt, { exemption })
  await billing.issueCreditNote({ ticketId: exempt, invoiceId, lineIds: ['labor-1'], reason: 'Not done' })
  await billing.issueCreditNote({ ticketId: exempt, invoiceId, amount: 3.33, reason: 'Goodwill' })
  await billing.setReminders({ invoiceId, areStopped: true })
  const { entryId } = await billing.recordPayment({
    ...{ ticketId: exempt, amount: 1, method: 'cash', due: (await totalOf(exempt)).due },
  })
  await app.as('walt').billing.voidPayment({ ticketId: exempt, entryId, reason: 'Wrong ticket' })

  // Of another customer with the same email.
  const alsoExempt = await createFinalized(null, 'Noah')
  await issue(alsoExempt, { exemption: { ...exemption, certificateNumber: 'TX-78' } })

  const again = await createFinalized(null)
  const first = await issue(again, {})
  const { due: all } = await totalOf(again)
  await billing.recordPayment({ ticketId: again, amount: all, method: 'card', due: all, fee: feeOf(all) })
  await billing.issueCreditNote({
    ticketId: again,
    invoiceId: first.invoiceId,
    amount: all,
    reason: 'More work',
  })
  await tickets.reopen({ ticketId: again })
  await tickets.finalize({ ticketId: again })
  await issue(again, {})
  await tickets.complete({ ticketId: again })

  const { day, totals } = await billing.getDay({})
  const lines = totals.map(({ method, expected }) => ({ method, expected, counted: expected + 0.5 }))
  for (const note of ['First', 'Second']) await billing.closeDay({ day, lines, note })
  await billing.exportBooks({ target: 'journal', from: day, to: day })
  await billing.exportBooks({ target: 'quickbooks-online', from: day, to: day })
  await sql`
    update invoice set document = jsonb_set(document, '{jobs,0,technicians}', '["Rosa Díaz"]')
    where kind = 'invoice'`.execute(app.database)
  // What a payment online leaves, and its dispute.
  const online = await app.database
    .updateTable('ledgerEntry')
    .set({ processorId: 'pi_1', reference: 'pi_1' })
    .where('kind', '=', 'payment')
    .where('method', '=', 'card')
    .returningAll()
    .executeTakeFirstOrThrow()
  await app.database
    .insertInto('ledgerEntry')
    .values({
      ...online,
      ...{ entryId: randomUUID(), position: online.position + 1, kind: 'refund' },
      ...{ processorId: 'dp_1', cause: 'dispute' },
    })
    .execute()
}

/** Imports this tree, and returns what was printed. */
async function importInto(database: Database, tree: unknown): Promise<string[]> {
  const { context, lines } = await createImportContext(database, NOW)
  await importTree(context, { tree: await writeImportFile(inject('postgres').folder, tree as string) }, false)
  return lines
}

const countIn = async (database: Database, table: string): Promise<number> =>
  (await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(database))
    .rows[0]?.count ?? 0

const TABLES = [
  ...['billing_setting', 'tax_rate', 'customer_exemption', 'invoice', 'invoice_reminder', 'ledger_entry'],
  ...['day_close', 'bookkeeping_export', 'exported_entry'],
]

test('the tree has each certificate under the name of its customer, who may share an email', () => {
  const [beside] = Object.values(
    (JSON.parse(exported) as { rigwright: { companies: Record<string, { billing: object }> } }).rigwright
      .companies,
  )
  const { email, lastName } = june.customerDetails
  expect(beside?.billing).toMatchObject({
    exemptions: [
      { customerName: `June ${lastName}`, email, certificateNumber: 'TX-77' },
      { customerName: `Noah ${lastName}`, email, certificateNumber: 'TX-78' },
    ],
  })
})

test('billing is imported whole, and an undo removes all of it', { timeout: 120_000 }, async () => {
  await withEmptyDatabase(async database => {
    const lines = await importInto(database, exported)
    expect(lines.filter(line => /^ {2}(skipped|mended)/.test(line))).toEqual([])
    expect(lines).toContain('  invoices: 9')
    expect(await exportFrom(database, app.ids.dana)).toBe(exported)
    const settings = (from: Database) =>
      from.selectFrom('billingSetting').select(['footText', 'pageSize', 'retentionYears']).execute()
    expect(await settings(database)).toEqual(await settings(app.database))
    for (const table of TABLES)
      expect([table, await countIn(database, table)]).toEqual([table, await countIn(app.database, table)])
    const importId = /--undo (\S+)$/.exec(lines.at(-1) ?? '')?.[1] ?? ''
    const { context, lines: undone } = await createImportContext(database, NOW)
    await undoImport(context, importId)
    expect(undone).toEqual(['Took back Bluebonnet RV.'])
    for (const table of [...TABLES, 'ticket', 'company', 'employee'])
      expect([table, await countIn(database, table)]).toEqual([table, 0])
    expect(await countIn(database, 'retained_document')).toBe(0)
  })
})

test('an invoice issued since keeps its ticket and the company from being undone', {
  timeout: 120_000,
}, async () => {
  await withEmptyDatabase(async database => {
    const lines = await importInto(database, exported)
    const importId = /--undo (\S+)$/.exec(lines.at(-1) ?? '')?.[1] ?? ''
    await sql`
      insert into ledger_entry (company_id, entry_id, ticket_id, position, kind, method, amount, reference, note, at, by, by_name)
      select company_id, ${randomUUID()}, ticket_id, 99, 'deposit', 'cash', 1, '', '', at, by, by_name
      from ledger_entry limit 1`.execute(database)
    const { context, lines: undone } = await createImportContext(database, NOW)
    await undoImport(context, importId)
    expect(undone).toEqual([
      expect.stringMatching(/^Left: ticket \d{6} of Bluebonnet RV, because it was changed since$/),
      ...undone.slice(1, -1),
      'Left: Bluebonnet RV with its people, because there is new work',
    ])
    expect(await countIn(database, 'invoice')).toBeGreaterThan(0)
  })
})

type Rows = Record<string, Record<string, unknown> & { document: Record<string, unknown> }>
type Beside = Record<'invoices' | 'creditNotes' | 'ledger', Rows> & { billing: { settings: object } }

describe('of a changed file,', () => {
  const changed = (change: (beside: Beside) => void): string => {
    const tree = JSON.parse(exported) as { rigwright: { companies: Record<string, Beside> } }
    const [beside] = Object.values(tree.rigwright.companies)
    if (beside === undefined) throw new Error('The tree has no company.')
    change(beside)
    return JSON.stringify(tree)
  }
  const firstOf = (rows: Rows) => {
    const [row] = Object.values(rows)
    if (row === undefined) throw new Error('The tree has no such rows.')
    return row
  }

  test.each<[string, (beside: Beside) => void, RegExp]>([
    [
      'an invoice that does not add up',
      ({ invoices }) => void Object.assign(firstOf(invoices).document, { total: 1 }),
      /invoices\/.* The lines of this invoice do not add up to its total; it was left out\./,
    ],
    [
      'a number that is there twice',
      ({ invoices }) => {
        for (const row of Object.values(invoices)) row.number = 2001
      },
      /invoices\/.* Number 2001 is there twice; the first one stays\./,
    ],
    [
      'a credit note of an invoice that is missing',
      beside => {
        beside.invoices = {}
      },
      /creditNotes\/.* Its invoice is not imported, so it was left out\./,
    ],
    [
      'a refund of what was not paid',
      ({ ledger }) => void Object.assign(firstOf(ledger), { kind: 'refund' }),
      /ledger\/.* It gives back more than was paid; it was left out\./,
    ],
    [
      'money for a ticket that is missing',
      ({ ledger }) => void Object.assign(firstOf(ledger), { ticketId: 999_999, invoiceId: null }),
      /ledger\/.* Ticket 999999 is not imported, so this was left out\./,
    ],
    [
      'a payment of a negative amount',
      ({ ledger }) => void Object.assign(firstOf(ledger), { amount: -5 }),
      /ledger\/.* It was left out\./,
    ],
    [
      'an invoice of the future',
      ({ invoices }) => void Object.assign(firstOf(invoices), { issuedAt: Date.parse('2027-01-01') }),
      /invoices\/.* This was in the future; it was left out\./,
    ],
    [
      'text that no database takes',
      ({ invoices }) => void Object.assign(firstOf(invoices), { issuedByName: 'Da\0na' }),
      /invoices\/.* It was left out\./,
    ],
  ])(
    '%s is left out with a sentence, and the rest is imported',
    { timeout: 60_000 },
    async (_, change, sentence) => {
      await withEmptyDatabase(async database => {
        const lines = await importInto(database, changed(change))
        const findings = lines.filter(line => /^ {2}(skipped|mended)/.test(line))
        expect(findings.some(line => sentence.test(line))).toBe(true)
        expect(lines).toContain('Imported Bluebonnet RV.')
        expect(await countIn(database, 'tax_rate')).toBe(2)
      })
    },
  )

  test('a next number that was used is raised above all that were', { timeout: 60_000 }, async () => {
    await withEmptyDatabase(async database => {
      const tree = changed(({ billing }) => void Object.assign(billing.settings, { nextInvoiceNumber: 1 }))
      await importInto(database, tree)
      const { rows } = await sql<{ next: number; highest: number }>`
        select s.next_invoice_number as next, (select max(number) from invoice where kind = 'invoice') as highest
        from billing_setting s`.execute(database)
      expect(rows[0]?.next).toBe((rows[0]?.highest ?? 0) + 1)
    })
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Charge,
  chargesOf,
  creditAmount,
  creditable,
  extraChargesOf,
  invoiceSums,
} from '#domain/billing/invoice.ts'
import type { IssuedInvoice } from '#domain/billing/issued-document.ts'
import { balanceOf, type LedgerEntry, METHOD_LABELS, type PaymentMethod } from '#domain/billing/ledger.ts'
import {
  type PrintedDocument,
  printCreditNote,
  printInvoice,
  printReceipt,
} from '#domain/billing/printed-document.ts'
import type { PageSize } from '#domain/billing/settings.ts'
import type { TaxRate } from '#domain/billing/tax.ts'
import { cents, sum } from '#domain/lib/money.ts'
import { percentageOf } from '#domain/lib/percentage.ts'
import { bluebonnet, june } from '#server/seed/demo-accounts.ts'
import { amountAfter, between, centsOf, rowAmounts, taxIn } from '../../../test/support/pdf-amounts.ts'
import { readPdf, wordsOf } from '../../../test/support/pdf-text.ts'
import { renderPdf } from './render-pdf.ts'

const PAYER = { name: 'June Park', address: june.customerDetails.address ?? '' }
const CONTEXT = {
  ticketId: 412873,
  timeZone: 'America/Chicago',
  url: 'https://shop.example/follow/abc',
  isPayable: true,
  claim: null,
  signatures: [],
  nameOf: (name: string) => name,
}
const ISSUED_AT = new Date('2026-03-02T18:00:00Z')

const money = (max: number) => fc.integer({ min: 1, max }).map(cents)
const word = fc.constantFrom('Furnace', 'Roof seam', 'Water pump 12V', 'Axle 2', 'Awning', 'Slide-out')

const job = fc.record({
  problem: word,
  estimatedTime: fc.integer({ min: 0, max: 4000 }).map(all => all / 100),
})
const part = fc.record({
  quantity: fc.integer({ min: 1, max: 20_000 }).map(all => all / 1000),
  description: word,
  perPartAmount: money(500_000),
  isOfJob: fc.boolean(),
})

/** Random invoices of a ticket, with what was paid. */
const scene = fc.record({
  laborRate: money(30_000),
  jobs: fc.array(job, { minLength: 1, maxLength: 4 }),
  parts: fc.array(part, { maxLength: 5 }),
  fees: fc.array(fc.record({ name: fc.constant('Disposal'), amount: money(5000) }), { maxLength: 2 }),
  percent: fc.integer({ min: 1, max: 250_000 }),
  isTaxed: fc.boolean(),
  discount: fc.option(fc.integer({ min: 1, max: 300_000 })),
  paid: fc.array(
    fc.record({ kind: fc.constantFrom('payment', 'deposit', 'refund'), amount: money(90_000) }),
    {
      maxLength: 3,
    },
  ),
  credited: fc.option(fc.double({ min: 0.01, max: 1, noNaN: true })),
})

type Scene = typeof scene extends fc.Arbitrary<infer Made> ? Made : never

const RATE: Omit<TaxRate, 'percentage'> = {
  taxRateId: 'state',
  name: 'Indiana',
  appliesTo: ['parts', 'labor', 'supplies'],
}

function invoiceOf({ laborRate, jobs, parts, fees, percent, isTaxed, discount }: Scene) {
  const ticket = {
    jobs: jobs.map((each, index) => ({
      ...each,
      ...{
        jobNumber: index + 1,
        answer: 'none' as const,
        namedRate: null,
        flatPrice: null,
        clockRule: null,
        clockedHours: null,
      },
      ...{ approvedSupplies: null, billed: null },
    })),
    parts: parts.map(({ isOfJob, ...each }, index) => ({
      ...each,
      partId: String(index),
      jobNumber: isOfJob ? 1 : null,
      sublet: null,
    })),
    suppliesRule: null,
  }
  const charges: Charge[] = [...chargesOf(ticket, laborRate), ...extraChargesOf(null, fees)]
  const discounts =
    discount === null ? [] : [{ lineId: null, amount: null, percentage: discount, reason: 'Waited long' }]
  const { blockers: _, ...sums } = invoiceSums(
    charges,
    discounts,
    isTaxed ? [{ ...RATE, percentage: percent }] : [],
  )
  const document: IssuedInvoice = {
    ...sums,
    seller: { ...bluebonnet },
    payer: PAYER,
    rig: { vin: june.customerRV.vin, make: 'Jayco', model: 'Jay Flight', year: '2021' },
    jobs: ticket.jobs.map(({ jobNumber, problem }) => ({
      jobNumber,
      problem,
      cause: 'The seal cracked',
      correction: 'Sealed anew',
    })),
    laborRate,
    unitPrices: Object.fromEntries(parts.map(({ perPartAmount }, index) => [`part-${index}`, perPartAmount])),
    exemption: null,
    paymentTermsDays: 30,
    footText: 'Parts have 90 days.',
  }
  return document
}

async function wordsIn(billing: PrintedDocument, pageSize: PageSize = 'letter') {
  const signal = new AbortController().signal
  const bytes = await renderPdf({ billing, logo: null, pageSize }, async () => null, { key: 'test', signal })
  const pdf = readPdf(bytes)
  // A line may break after a hyphen, so the text is drawn in two pieces there.
  return { pdf, words: wordsOf(pdf).replaceAll('- ', '-') }
}

const SCENES = fc.sample(scene, { numRuns: 5, seed: 37 })

test.each(SCENES.map((each, index) => [index + 1, each] as const))(
  'what is printed of invoice %i adds up from line to balance due, as the domain has it',
  async (_, made) => {
    const document = invoiceOf(made)
    const left = creditable(document, [])
    const credited = made.credited === null ? 0 : Math.floor(document.total * made.credited)
    const notes =
      credited === 0 ? [] : [{ number: 'CN-1', issuedAt: ISSUED_AT, ...creditAmount(left, cents(credited)) }]
    const entries = made.paid.map((entry, index) => ({
      ...(entry as LedgerEntry),
      entryId: `entry-${index}`,
      voidsEntryId: null,
      method: 'check' as PaymentMethod,
      reference: '1041',
      note: '',
      at: ISSUED_AT,
    }))
    const invoice = {
      number: 'R-1001',
      total: document.total,
      credited: cents(credited),
      dueOn: '2026-04-01',
      issuedAt: ISSUED_AT,
      document,
      creditNotes: notes,
    }
    const balance = balanceOf([invoice], entries)
    const isA4 = !made.isTaxed
    const printed = printInvoice(invoice, PAYER, { invoices: [invoice], entries }, CONTEXT)
    const { pdf, words } = await wordsIn(printed, isA4 ? 'a4' : 'letter')
    expect(pdf.sizes).toEqual([isA4 ? '0 0 595.28 841.89' : '0 0 612 792'])
    for (const page of pdf.pages) expect(page.rightmost).toBeLessThan((isA4 ? 595 : 612) - 40)

    const subtotal = sum(rowAmounts(between(words, 'Amount', 'Subtotal')))
    expect(subtotal).toBe(document.subtotal)
    expect(amountAfter(words, 'Subtotal')).toBe(subtotal)
    const body = between(words, 'Subtotal', ' Total ')
    const discount = made.discount === null ? cents(0) : amountAfter(body, String.raw`\(Waited long\)`)
    const tax = taxIn(body)
    expect(tax !== undefined).toBe(made.isTaxed)
    if (tax !== undefined) expect(tax.amount).toBe(percentageOf(tax.base, Math.round(tax.percent * 10_000)))
    const total = sum([subtotal, discount, tax?.amount ?? cents(0)])
    expect(total).toBe(document.total)
    expect(amountAfter(words, ' Total')).toBe(total)
    const isCredited = credited > 0 && credited === document.total
    const [settled] = words.slice(words.indexOf(' Total ')).split(/ Paid -?\$| Balance due | Your credit /)
    const [, ...after] = rowAmounts(settled ?? '')
    const due = isCredited ? cents(0) : sum([total, ...after])
    expect(due < 0 ? amountAfter(words, 'Your credit') : amountAfter(words, 'Balance due')).toBe(
      Math.abs(due),
    )
    expect(due < 0 ? cents(-due) : due).toBe(due < 0 ? balance.credit : balance.due)
    if (entries.length > 0) {
      const index = entries.length - 1
      const { seller: company, rig } = document
      const invoices = [invoice]
      const receipt = printReceipt(
        { ...{ company, payer: PAYER, rig, invoices, entries, index }, invoiceNumber: 'R-1001' },
        CONTEXT,
      )
      const text = (await wordsIn(receipt)).words
      const received = sum(entries.map(({ kind, amount }) => (kind === 'refund' ? cents(-amount) : amount)))
      expect(amountAfter(text, 'Amount (?:received|refunded)|Deposit received')).toBe(entries[index]?.amount)
      expect(amountAfter(text, 'Paid so far')).toBe(received)
      const charged = isCredited ? cents(0) : amountAfter(text, 'Charged so far')
      expect(charged).toBe(document.total - credited)
      expect(amountAfter(text, 'Balance due')).toBe(Math.max(0, charged - received))
    }
    if (notes[0] !== undefined) {
      const printedNote = printCreditNote(
        {
          number: 'CN-1',
          total: notes[0].total,
          issuedAt: ISSUED_AT,
          document: {
            ...notes[0],
            seller: document.seller,
            payer: PAYER,
            invoiceNumber: 'R-1001',
            reason: 'Wrong part',
          },
        },
        invoice,
        PAYER,
        CONTEXT,
      )
      const note = (await wordsIn(printedNote)).words
      const net = sum(rowAmounts(between(note, 'Amount', 'Subtotal')))
      expect(amountAfter(note, 'Subtotal')).toBe(net)
      const taxes = sum(rowAmounts(between(note, 'Subtotal', 'Total credit').replace(/Subtotal \S+/, '')))
      expect(sum([net, taxes])).toBe(notes[0].total)
      expect(amountAfter(note, 'Total credit')).toBe(notes[0].total)
    }
  },
)

test('an invoice names the rig, what was wrong and what was done, and has a place to sign and a code', async () => {
  const [made] = SCENES
  if (made === undefined) throw new Error('There is an invoice.')
  const document = { ...invoiceOf(made), exemption: { certificateNumber: 'IN-77', expiresOn: '2027-01-31' } }
  const invoice = {
    ...{
      number: 'R-1001',
      total: document.total,
      credited: cents(0),
      dueOn: '2026-04-01',
      issuedAt: ISSUED_AT,
    },
    ...{ document, creditNotes: [] },
  }
  const printed = printInvoice(invoice, PAYER, { invoices: [invoice], entries: [] }, CONTEXT)
  const { pdf, words } = await wordsIn(printed)
  expect(pdf.title).toBe('Invoice R-1001, Bluebonnet RV')
  for (const text of [
    bluebonnet.companyAddress,
    'Invoice R-1001 Ticket 412873 Date Mar 2, 2026 Terms Net 30 days Due Apr 1, 2026',
    'Bill to June Park',
    `VIN ${june.customerRV.vin}`,
    `1. ${document.jobs[0]?.problem}`,
    'Cause: The seal cracked Correction: Sealed anew',
    'Tax exempt: certificate IN-77, valid until Jan 31, 2027.',
    'Scan to see this ticket and pay online',
    'Customer signature Date',
    'Parts have 90 days.',
  ])
    expect(words).toContain(text)
  expect(words).not.toContain(bluebonnet.email)
  // An older one was frozen without the prices of single parts.
  const { unitPrices: _, ...older } = document
  const bare = printInvoice(
    { ...invoice, document: older },
    PAYER,
    { invoices: [invoice], entries: [] },
    {
      ...CONTEXT,
      url: null,
    },
  )
  expect(bare.link).toBeNull()
  expect(bare.totals).toEqual(printed.totals)
  const diagnosed = { ...document, rateNames: { 'labor-1': 'Diagnostic' } }
  const named = printInvoice(
    { ...invoice, document: diagnosed },
    PAYER,
    { invoices: [invoice], entries: [] },
    CONTEXT,
  )
  expect(named.jobs[0]?.lines[0]?.description).toBe('Labor, Diagnostic')
  const atFlatPrice = document.lines.map(line => (line.kind === 'labor' ? { ...line, quantity: null } : line))
  const flat = printInvoice(
    { ...invoice, document: { ...document, lines: atFlatPrice } },
    PAYER,
    { invoices: [invoice], entries: [] },
    CONTEXT,
  )
  expect(flat.jobs[0]?.lines[0]).toMatchObject({
    ...{ description: 'Labor, flat price', quantity: '', unitPrice: '' },
  })
})

test('an invoice has the code that claims its rig, also before its ticket is completed', () => {
  const [made] = SCENES
  if (made === undefined) throw new Error('There is an invoice.')
  const document = invoiceOf(made)
  const invoice = {
    ...{ number: 'R-1001', total: document.total, credited: cents(0), dueOn: '2026-04-01' },
    ...{ issuedAt: ISSUED_AT, document, creditNotes: [] },
  }
  const lastNote = (claim: { code: string | null; isCompleted: boolean } | null) =>
    printInvoice(
      invoice,
      PAYER,
      { invoices: [invoice], entries: [] },
      {
        ...CONTEXT,
        claim: claim && { ...claim, url: 'https://shop.example/my' },
      },
    ).notes.at(-1)
  const note = 'Add this RV to your account at https://shop.example/my with code 7KQ2M-XW4PB'
  expect(lastNote({ code: '7KQ2M-XW4PB', isCompleted: true })).toBe(`${note}.`)
  expect(lastNote({ code: '7KQ2M-XW4PB', isCompleted: false })).toBe(
    `${note}, as soon as the shop has completed your ticket.`,
  )
  expect(lastNote({ code: null, isCompleted: true })).toMatch(/no longer works/)
  expect(lastNote(null) ?? '').not.toContain('Add this RV')
})

test('totals, code and signature leave no more than a quarter of a page empty, however many lines come before', async () => {
  const [made] = SCENES
  if (made === undefined) throw new Error('There is an invoice.')
  const document = invoiceOf(made)
  const invoice = {
    ...{ number: 'R-1001', total: document.total, credited: cents(0), dueOn: '2026-04-01' },
    ...{ issuedAt: ISSUED_AT, document, creditNotes: [] },
  }
  const printed = printInvoice(invoice, PAYER, { invoices: [invoice], entries: [] }, CONTEXT)
  const line = { description: 'Grease seal', quantity: '4', unitPrice: '$9.80', amount: '$39.20' }
  const row = { label: 'Payment, cash, Mar 2, 2026', value: '-$100.00', isStrong: false }
  const totals = Array.from({ length: 7 }, () => row)
  const notes = Array.from({ length: 3 }, () => 'Tax exempt: certificate IN-77, valid until Jan 31, 2027.')
  for (let count = 8; count < 22; count++) {
    const lines = Array.from({ length: count }, () => line)
    const { pdf } = await wordsIn({ ...printed, totals, notes, jobs: [], lines })
    for (const page of pdf.pages.slice(0, -1))
      expect(page.lowestInBody, `with ${count} lines`).toBeLessThan(792 / 4 + 44)
  }
})

test('a receipt says what was owed and paid right after it, also when it is printed again later', async () => {
  const [made] = SCENES
  if (made === undefined) throw new Error('There is an invoice.')
  const document = invoiceOf(made)
  const later = (days: number) => new Date(ISSUED_AT.getTime() + days * 86_400_000)
  const entry = (kind: LedgerEntry['kind'], amount: number, days: number, voids: string | null = null) => ({
    ...{
      kind,
      entryId: `entry-${days}`,
      voidsEntryId: voids,
      amount: cents(amount),
      method: 'check' as const,
      reference: '1041',
      note: '',
      at: later(days),
    },
  })
  const entries = [
    ...[entry('deposit', 5000, -1), entry('payment', 2500, 1), entry('refund', 1000, 2)],
    ...[entry('payment', 300, 3), entry('refund', 300, 4, 'entry-3')],
  ]
  const invoice = {
    ...{
      number: 'R-1001',
      total: document.total,
      credited: cents(700),
      dueOn: '2026-04-01',
      issuedAt: ISSUED_AT,
    },
    ...{ document, creditNotes: [{ number: 'CN-1', total: cents(700), issuedAt: later(1.5) }] },
  }
  const receipt = (index: number, invoiceNumber: string | null) =>
    printReceipt(
      {
        company: document.seller,
        payer: PAYER,
        rig: document.rig,
        invoices: [invoice],
        entries,
        index,
        invoiceNumber,
      },
      CONTEXT,
    )
  const valuesOf = ({ totals }: PrintedDocument) => totals.map(({ label, value }) => [label, centsOf(value)])
  expect(valuesOf(receipt(0, null))).toEqual([
    ['Deposit received', 5000],
    ['Paid so far', 5000],
    ['Held for your invoice', 5000],
  ])
  expect(valuesOf(receipt(1, 'R-1001'))).toEqual([
    ['Amount received', 2500],
    ['Charged so far', document.total],
    ['Paid so far', 7500],
    ['Balance due', document.total - 7500],
  ])
  expect(valuesOf(receipt(2, 'R-1001'))).toEqual([
    ['Amount refunded', 1000],
    ['Charged so far', document.total - 700],
    ['Paid so far', 6500],
    ['Balance due', document.total - 700 - 6500],
  ])
  expect(receipt(3, 'R-1001').notes).toEqual(['This receipt does not count: it was voided on Mar 6, 2026.'])
  expect(receipt(4, 'R-1001')).toMatchObject({ title: 'Voided payment', notes: [] })
  expect(valuesOf(receipt(4, 'R-1001'))[0]).toEqual(['Amount voided', 300])
  const { pdf, words } = await wordsIn(receipt(1, 'R-1001'))
  expect(pdf.title).toBe('Receipt 412873-2, Bluebonnet RV')
  expect(words).toContain(`For invoice R-1001 Date Mar 3, 2026 Paid by ${METHOD_LABELS.check} Reference 1041`)
})

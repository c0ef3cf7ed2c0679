import fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimateTermsOf } from '#domain/billing/estimate-terms.ts'
import type { TaxRate } from '#domain/billing/tax.ts'
import { type DocumentInput, documentOf } from '#domain/documents/ticket-document.ts'
import { type Cents, cents, sum } from '#domain/lib/money.ts'
import { percentageOf } from '#domain/lib/percentage.ts'
import { MAX_PARTS } from '#domain/tickets/part.ts'
import { NO_RIG_VISIT } from '#domain/tickets/rig-visit-fields.ts'
import { bluebonnet, june } from '#server/seed/demo-accounts.ts'
import { amountAfter, centsOf, rowAmounts, taxIn } from '../../../test/support/pdf-amounts.ts'
import { readPdf, wordsOf } from '../../../test/support/pdf-text.ts'
import { renderPdf } from './render-pdf.ts'

const word = fc.constantFrom('Furnace', 'Roof seam', 'Water pump 12V', 'Axle 2', 'Awning', 'Slide-out')
const money = (max: number) => fc.integer({ min: 1, max }).map(cents)

/** Random tickets that are not finalized, with what is asked for and paid. */
const scene = fc.record({
  laborRate: fc.option(money(30_000)),
  jobs: fc.array(
    fc.record({
      problem: word,
      estimatedTime: fc.nat({ max: 160 }).map(quarters => quarters / 4),
      estimate: fc.boolean(),
      answer: fc.constantFrom('none' as const, 'approved' as const, 'declined' as const),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  parts: fc.array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 20_000 }).map(all => all / 1000),
      description: word,
      perPartAmount: fc.option(money(500_000)),
      jobNumber: fc.option(fc.integer({ min: 1, max: 5 })),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  percent: fc.option(fc.integer({ min: 1, max: 250_000 })),
  deposit: fc.option(money(20_000)),
  received: fc.nat({ max: 20_000 }).map(cents),
  isA4: fc.boolean(),
})
type Scene = typeof scene extends fc.Arbitrary<infer Made> ? Made : never

const SETTINGS = { paymentTermsDays: 30, footText: 'License 4711. Parts have 90 days.' }
const URL = 'https://shop.example/follow/abc'

function printed({ laborRate, jobs, parts, percent, deposit, received }: Scene, url: string | null) {
  const rate: TaxRate = {
    ...{ taxRateId: 'state', name: 'Indiana', percentage: percent ?? 0 },
    appliesTo: ['parts', 'labor', 'supplies'],
  }
  const ticket = {
    suppliesRule: null,
    jobs: jobs.map((job, index) => ({
      ...{
        ...job,
        jobNumber: index + 1,
        namedRate: null,
        flatPrice: null,
        clockRule: null,
        clockedHours: null,
        approvedSupplies: null,
        billed: null,
        approval: null,
      },
      ...{ cause: 'The seal cracked', correction: '', technicians: [], component: null },
    })),
    parts: parts.map((part, index) => ({ ...part, sublet: null, partId: String(index) })),
  }
  const input: DocumentInput = {
    ...{ ...ticket, ticketId: 412873, kind: 'estimate', company: bluebonnet, laborRate },
    ...{ customer: june.customerDetails, customerRV: june.customerRV, rigVisit: NO_RIG_VISIT },
    technician: null,
    ...{ qualifications: [], completedTimestamp: null, claim: null, timeZone: 'America/Chicago' },
  }
  const terms = estimateTermsOf({
    ...{ laborRate, received, url, settings: SETTINGS, isPayable: true, isSigned: false },
    ticket: ticket as unknown as Parameters<typeof estimateTermsOf>[0]['ticket'],
    rates: percent === null ? [] : [rate],
    deposit: deposit && { asked: deposit, due: cents(Math.max(0, deposit - received)) },
  })
  return { ...documentOf(input, new Date('2026-03-02T18:00:00Z')), terms }
}

async function readPrinted(made: Scene, url: string | null = URL) {
  const { signal } = new AbortController()
  const request = {
    ...{ document: printed(made, url), logo: null, photos: [] },
    pageSize: made.isA4 ? 'a4' : 'letter',
  } as const
  const pdf = readPdf(await renderPdf(request, async () => null, { key: 'test', signal }))
  // A line may break after a hyphen, so the text is drawn in two pieces there.
  return { pdf, words: wordsOf(pdf).replaceAll('- ', '-') }
}

const SCENES = fc.sample(scene, { numRuns: 6, seed: 70 })

test('a short document does not wait for another company’s with 500 parts', async () => {
  const [made] = SCENES
  const [part] = made?.parts ?? []
  if (made === undefined || part === undefined) throw new Error('There is nothing to print.')
  const parts = Array.from({ length: MAX_PARTS }, () => part)
  const ended: string[] = []
  const render = async (length: string, each: Scene, key: string) => {
    const { signal } = new AbortController()
    const request = { document: printed(each, null), logo: null, photos: [] }
    await renderPdf(request, async () => null, { key, signal })
    ended.push(length)
  }
  await Promise.all([render('long', { ...made, parts }, 'a'), render('short', made, 'b')])
  expect(ended).toEqual(['short', 'long'])
})

test.each(SCENES.map((each, index) => [index + 1, each] as const))(
  'what is printed of estimate %i adds up from job line to deposit',
  async (_, made) => {
    const { pdf, words } = await readPrinted(made)
    expect(pdf.sizes).toEqual([made.isA4 ? '0 0 595.28 841.89' : '0 0 612 792'])
    for (const page of pdf.pages) expect(page.rightmost).toBeLessThan((made.isA4 ? 595 : 612) - 40)

    const body = words.slice(0, words.indexOf('Total Parts Amount'))
    const [jobRows = '', partRows = ''] = body.split('Per Item Price')
    const labors = [...jobRows.matchAll(/h\d\dm(?: Estimate)? (\$[\d,]+\.\d\d)/g)]
    const labor = sum(labors.map(([, text = '']) => centsOf(text)))
    const parts = sum(rowAmounts(partRows))
    expect(amountAfter(words, 'Total Labor Balance')).toBe(labor)
    expect(amountAfter(words, 'Total Parts Amount')).toBe(parts)
    const supplies = percentageOf(parts, 100_000)
    expect(amountAfter(words, 'Shop Supplies')).toBe(supplies)
    const total = sum([labor, parts, supplies])
    expect(amountAfter(words, 'Total Balance')).toBe(total)

    const tax = taxIn(words)
    expect(tax !== undefined).toBe(made.percent !== null)
    if (tax !== undefined) {
      expect(tax.base).toBe(total)
      expect(tax.amount).toBe(percentageOf(total, Math.round(tax.percent * 10_000)))
      expect(amountAfter(words, 'Estimated total')).toBe(total + tax.amount)
    }
    const paid: Cents = made.received === 0 ? cents(0) : amountAfter(words, 'Paid so far')
    expect(paid + 0).toBe(-made.received + 0)
    if (made.deposit !== null) {
      expect(amountAfter(words, 'Deposit asked for')).toBe(made.deposit)
      expect(amountAfter(words, 'Deposit still to pay')).toBe(Math.max(0, made.deposit + paid))
    }
  },
)

test('an estimate of a company that bills has its terms, a place to sign and a code to follow', async () => {
  const [made] = SCENES
  if (made === undefined) throw new Error('There is an estimate.')
  const { words } = await readPrinted({ ...made, deposit: cents(5000), received: cents(0), percent: 70_000 })
  for (const text of [
    'Terms Net 30 days',
    'Scan to approve, pay the deposit and follow the work',
    'Your invoice has the tax of its day.',
    'Approved by customer Date',
    'License 4711. Parts have 90 days.',
    `VIN ${june.customerRV.vin}`,
    'Cause: The seal cracked',
  ])
    expect(words).toContain(text)
  const bare = await readPrinted({ ...made, deposit: null }, null)
  expect(bare.words).not.toContain('Scan to')
})

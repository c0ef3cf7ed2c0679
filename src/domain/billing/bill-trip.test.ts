import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cents, cents, sum } from '#domain/lib/money.ts'
import { type Job, newJob } from '#domain/tickets/job.ts'
import type { Part } from '#domain/tickets/part.ts'
import { create, type Ticket } from '#domain/tickets/ticket.ts'
import { totals } from '#domain/tickets/totals.ts'
import { suppliesByLine } from './bill-trip.ts'
import { type Charge, chargesLeft, chargesOf, creditAmount, creditable, invoiceSums } from './invoice.ts'
import { balanceOf, isFullyCredited, withOpenAmounts } from './ledger.ts'

const by = { id: 'dana', name: 'Dana Reyes' }
const customerDetails = {
  ...{ firstName: 'June', lastName: 'Park', email: '', phone: '', address: null },
  ...{ coordinates: null, profileImageUrl: null },
}
const customerRV = { vin: '', make: '', model: '', year: '', axleAmount: null, rvImage: null }

const job = fc.record({
  quarters: fc.nat({ max: 40 }),
  prices: fc.array(fc.integer({ min: 1, max: 50_000 }), { maxLength: 3 }),
  isApproved: fc.boolean(),
  flatPrice: fc.option(fc.nat({ max: 90_000 }).map(cents)),
})
const step = fc.oneof(
  fc.record({ bill: fc.array(fc.nat({ max: 7 }), { minLength: 1, maxLength: 3 }) }),
  fc.record({ credit: fc.nat({ max: 7 }) }),
  fc.record({ pay: fc.integer({ min: 1, max: 200_000 }) }),
  fc.record({ add: job }),
  fc.record({ rate: fc.integer({ min: 1, max: 30_000 }) }),
  fc.record({
    rule: fc.option(fc.record({ percentage: fc.nat({ max: 300_000 }), cap: fc.nat({ max: 9000 }) })),
  }),
  fc.record({ loosePart: fc.integer({ min: 1, max: 50_000 }) }),
)

type Invoice = {
  readonly number: string
  readonly lines: readonly Charge[]
  readonly total: Cents
  credited: Cents | null
  readonly jobNumbers: readonly number[]
}

/** A ticket as steps leave it, billed as the server does: each invoice keeps what it charged while it stands. */
class Shop {
  ticket: Ticket = create({ ticketId: 100_000, customerDetails, customerRV, jobs: [] }, by, new Date(0))
  rate: Cents = cents(14_500)
  readonly invoices: Invoice[] = []
  readonly paid: { kind: 'payment'; amount: Cents }[] = []

  take(each: typeof step extends fc.Arbitrary<infer Step> ? Step : never): void {
    if ('bill' in each) this.bill(each.bill)
    else if ('credit' in each) this.credit(each.credit)
    else if ('pay' in each) this.paid.push({ kind: 'payment', amount: cents(each.pay) })
    else if ('add' in each) this.add(each.add)
    else if ('rate' in each) this.rate = cents(each.rate)
    else if ('loosePart' in each) this.addParts(null, [each.loosePart])
    else
      this.ticket = {
        ...this.ticket,
        suppliesRule: each.rule && { ...each.rule, cap: cents(each.rule.cap) },
      }
  }

  private addParts(jobNumber: number | null, prices: readonly number[]): void {
    const parts = prices.map((price, index): Part => {
      const partId = `${this.ticket.parts.length + index}`
      return {
        partId,
        quantity: 1,
        description: 'Part',
        perPartAmount: cents(price),
        jobNumber,
        sublet: null,
      }
    })
    this.ticket = { ...this.ticket, parts: [...this.ticket.parts, ...parts] }
  }

  private add({
    quarters,
    prices,
    isApproved,
    flatPrice,
  }: typeof job extends fc.Arbitrary<infer Line> ? Line : never) {
    const jobNumber = this.ticket.jobs.length + 1
    const plain = newJob(
      { problem: `Line ${jobNumber}`, estimatedTime: quarters / 4, estimate: false, flatPrice },
      jobNumber,
    )
    this.ticket = { ...this.ticket, jobs: [...this.ticket.jobs, plain] }
    this.addParts(jobNumber, prices)
    if (!isApproved) return
    const supplies = suppliesByLine(this.ticket, [plain])[`labor-${jobNumber}`] ?? cents(0)
    const approved = {
      ...plain,
      answer: 'approved' as const,
      approvedSupplies: { parts: sum(prices.map(cents)), supplies },
    }
    this.replace([approved])
  }

  private replace(changed: readonly Job[]): void {
    const jobs = this.ticket.jobs.map(
      old => changed.find(({ jobNumber }) => jobNumber === old.jobNumber) ?? old,
    )
    this.ticket = { ...this.ticket, jobs }
  }

  private issue(lines: readonly Charge[], jobs: readonly Job[]): string {
    const number = `R-${this.invoices.length + 1}`
    const { total } = invoiceSums(lines, [], [])
    const jobNumbers = jobs.map(({ jobNumber }) => jobNumber)
    this.invoices.push({ number, lines, total, credited: null, jobNumbers })
    return number
  }

  private bill(wanted: readonly number[]): void {
    const jobs = this.ticket.jobs.filter(
      ({ jobNumber, billed }) => billed === null && wanted.includes(jobNumber),
    )
    if (jobs.length === 0) return
    const numbers = jobs.map(({ jobNumber }) => jobNumber)
    const lines = chargesOf(this.ticket, this.rate, jobNumber => numbers.includes(jobNumber ?? 0))
    const supplies = suppliesByLine(this.ticket, jobs)
    const invoice = this.issue(lines, jobs)
    this.replace(
      jobs.map(old => {
        const lineId = `labor-${old.jobNumber}`
        const labor = lines.find(line => line.lineId === lineId)?.amount ?? cents(0)
        return { ...old, billed: { invoice, labor, supplies: supplies[lineId] ?? cents(0) } }
      }),
    )
  }

  private credit(index: number): void {
    const invoice = this.invoices[index]
    if (invoice === undefined || invoice.credited !== null) return
    const left = creditable(invoiceSums(invoice.lines, [], []), [])
    invoice.credited = creditAmount(left, invoice.total).total
    this.replace(
      this.ticket.jobs
        .filter(({ jobNumber }) => invoice.jobNumbers.includes(jobNumber))
        .map(old => ({ ...old, billed: null })),
    )
  }

  finalize(): void {
    this.issue(
      chargesLeft(this.ticket, this.rate),
      this.ticket.jobs.filter(({ billed }) => billed === null),
    )
  }
}

test('in any order of trips, credit notes, payments and changes, each charge is on one invoice and no cent is lost', () => {
  fc.assert(
    fc.property(
      fc.array(job, { minLength: 1, maxLength: 5 }),
      fc.array(step, { maxLength: 14 }),
      (jobs, steps) => {
        const shop = new Shop()
        for (const each of jobs) shop.take({ add: each })
        for (const each of steps) shop.take(each)
        shop.finalize()
        const uncredited = shop.invoices.filter(invoice => !isFullyCredited(invoice))
        const lines = uncredited.flatMap(invoice => invoice.lines)
        expect(sum(lines.map(({ amount }) => amount))).toBe(totals(shop.ticket, shop.rate).totalBalance)
        expect(lines.every(({ amount }) => amount >= 0)).toBe(true)
        const ids = lines.map(({ lineId }) => lineId).filter(lineId => lineId !== 'supplies')
        expect(ids.toSorted()).toEqual(
          [
            ...shop.ticket.jobs.map(({ jobNumber }) => `labor-${jobNumber}`),
            ...shop.ticket.parts.map(({ partId }) => `part-${partId}`),
          ].toSorted(),
        )
        const balance = balanceOf(shop.invoices, shop.paid)
        expect(sum(withOpenAmounts(shop.invoices, balance).map(({ open }) => open))).toBe(balance.due)
      },
    ),
  )
})

// A company's own pricing rules: every place that says what a ticket comes to says the same.

import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatMoney, fromDollars } from '#domain/lib/money.ts'
import { activitySentence } from '#domain/tickets/activity.ts'
import { listFiles } from '#server/features/export/stream-files.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { bookAs, bookingInputOf } from '../../../../test/support/booking-fixtures.ts'
import { createLinkFor, customerOfLink } from '../../../../test/support/customer-fixtures.ts'
import { readPdf, wordsOf } from '../../../../test/support/pdf-text.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'
import { isLongRound } from '../../../../test/support/test-round.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await app.as('dana').billing.turnOn()
})
afterAll(() => app.close())

let vins = 0

const DIAGNOSTIC = { laborRateId: randomUUID(), name: 'Diagnostic', amount: 165.55 }
const WARRANTY = { laborRateId: randomUUID(), name: 'Warranty', amount: 95 }
const RATES = [DIAGNOSTIC, WARRANTY]

type Line = {
  readonly estimatedTime: number
  readonly isDeclined: boolean
  /** Which of the company's rates by name; 0 for its own. */
  readonly rate: number
  /** In dollars. */
  readonly flatPrice: number | null
}
type Draft = {
  readonly lines: readonly Line[]
  readonly parts: readonly { quantity: number; perPartAmount: number; line: number }[]
}

const drafts: fc.Arbitrary<Draft> = fc.record({
  lines: fc.array(
    fc.record({
      estimatedTime: fc.nat({ max: 40 }).map(quarters => quarters / 4),
      isDeclined: fc.boolean(),
      rate: fc.nat({ max: 2 }),
      flatPrice: fc.option(fc.nat({ max: 90_000 }).map(cents => cents / 100)),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  parts: fc.array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 9000 }).map(thousandths => thousandths / 1000),
      perPartAmount: fc.integer({ min: 1, max: 90_000 }).map(cents => cents / 100),
      line: fc.nat({ max: 4 }),
    }),
    { maxLength: 5 },
  ),
})

async function createDrafted({ lines, parts }: Draft): Promise<number> {
  const desk = app.as('dana').tickets
  vins += 1
  const { ticketId } = await desk.create({
    ...june,
    customerRV: { ...june.customerRV, vin: `PRICED-${vins}` },
    jobs: lines.map(({ estimatedTime }, index) => ({ problem: `Job ${index + 1}`, estimatedTime })),
  })
  for (const { line, ...part } of parts)
    await desk.addPart({
      ...{ ticketId, description: 'Part', ...part },
      ...(line > 0 && line <= lines.length && { jobNumber: line }),
    })
  for (const [index, { isDeclined, rate, flatPrice }] of lines.entries()) {
    const { laborRateId } = RATES[rate - 1] ?? { laborRateId: null }
    await desk.changeJob({ ticketId, jobNumber: index + 1, laborRateId, flatPrice })
    if (isDeclined)
      await app.database
        .updateTable('job')
        .set({ answer: 'declined' })
        .where('ticketId', '=', ticketId)
        .where('jobNumber', '=', index + 1)
        .execute()
  }
  return ticketId
}

async function exportedBalance(ticketId: number): Promise<number> {
  const { database, ids, now } = app
  const options = {
    ...{ database, companyId: ids.dana, now, link: (path: string) => path },
    readImage: () => Promise.reject(new Error('No image is read.')),
  }
  for await (const { name, content } of listFiles(options, [ids.dana], ['csv']))
    if (name === 'tickets.csv') {
      const [header = [], ...rows] = (await text(Readable.from(content)))
        .trim()
        .split('\r\n')
        .map(row => row.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/))
      const row = rows.find(cells => cells[header.indexOf('ticketId')] === String(ticketId))
      return Number(row?.[header.indexOf('totalBalance')])
    }
  throw new Error('There is no tickets.csv.')
}

/** What each place says the ticket comes to, as it is printed. */
async function balancesOf(ticketId: number): Promise<Readonly<Record<string, string>>> {
  const { tickets } = app.as('dana')
  const token = await createLinkFor(app, ticketId)
  const { client } = await customerOfLink(app, token)
  const pdf = await app.fetch(`/api/tickets/${ticketId}/document.pdf`, { as: 'dana' })
  const words = wordsOf(readPdf(new Uint8Array(await pdf.arrayBuffer())))
  const print = (dollars: number | undefined) => formatMoney(fromDollars(dollars ?? -1))
  const [listed] = await tickets.balances({ ticketIds: String(ticketId) })
  return {
    desk: print((await tickets.get({ ticketId })).totals?.totalBalance),
    board: print(listed?.totalBalance),
    customer: print((await client.customerView.get({ token })).totals.totalBalance),
    pdf: /Total Balance (\$[\d,.]+)/.exec(words)?.[1] ?? '',
    export: print(await exportedBalance(ticketId)),
  }
}

async function expectAgreement(ticketId: number): Promise<string> {
  const { desk, ...others } = await balancesOf(ticketId)
  for (const [place, balance] of Object.entries(others)) expect(balance, place).toBe(desk)
  return desk ?? ''
}

describe('shop supplies', () => {
  test('are 10 % of the parts until the company changes that, and again once it takes that back', async () => {
    const { billing, tickets } = app.as('dana')
    const ticketId = await app.createTicket()
    await tickets.addPart({ ticketId, quantity: 1, description: 'Motor', perPartAmount: 289 })
    const supplies = async () => {
      const { totals } = await tickets.get({ ticketId })
      return [totals?.shopSupplies, totals?.totalBalance, totals?.suppliesHint]
    }
    expect(await supplies()).toEqual([28.9, 499.15, 'Parts + 10% shop supplies'])
    // 8.25 % of $289.00 is $23.8425.
    await billing.changeSettings({ shopSupplies: { percentage: 8.25, cap: null } })
    expect(await supplies()).toEqual([23.84, 494.09, 'Parts + supplies: 8.25% of parts'])
    await billing.changeSettings({ shopSupplies: { percentage: 8.25, cap: 20 } })
    expect(await supplies()).toEqual([20, 490.25, 'Parts + supplies: 8.25% of parts, at most $20.00'])
    await billing.changeSettings({ shopSupplies: null })
    expect(await supplies()).toEqual([28.9, 499.15, 'Parts + 10% shop supplies'])
  })

  test('of a finalized ticket stay as they were, whatever the rule is then, until it is reopened', async () => {
    const { billing, tickets } = app.as('dana')
    const ticketId = await app.createTicket()
    await tickets.addPart({ ticketId, quantity: 1, description: 'Motor', perPartAmount: 289 })
    await billing.changeSettings({ shopSupplies: { percentage: 5, cap: null } })
    await tickets.finalize({ ticketId })
    await billing.changeSettings({ shopSupplies: { percentage: 12, cap: null } })
    // 5 % of $289.00 is $14.45.
    expect(await expectAgreement(ticketId)).toBe('$484.70')
    expect((await billing.getTicket({ ticketId })).proposal?.lines.at(-1)).toMatchObject({
      kind: 'supplies',
      amount: 14.45,
    })
    await tickets.reopen({ ticketId })
    expect(await expectAgreement(ticketId)).toBe('$504.93')
    await billing.changeSettings({ shopSupplies: null })
  })

  test('are changed by the owner alone, from 0 to 100 %', async () => {
    const rule = { percentage: 5, cap: null }
    expect(await errorOf(app.as('walt').billing.changeSettings({ shopSupplies: rule }))).toMatchObject({
      code: 'FORBIDDEN',
    })
    expect(
      await errorOf(app.as('dana').billing.changeSettings({ shopSupplies: { ...rule, percentage: 101 } })),
    ).toMatchObject({ fields: { 'shopSupplies.percentage': 'Enter 100 or less.' } })
  })

  test('of an approved line stay as the customer approved them, whatever the rule is then', async () => {
    const { approvals, billing, tickets } = app.as('dana')
    const ticketId = await app.createTicket()
    const motor = { quantity: 1, description: 'Motor', perPartAmount: 289, jobNumber: 1 }
    await tickets.addPart({ ticketId, ...motor })
    const lineOf = async () => (await approvals.get({ ticketId })).lines[0]
    const before = await lineOf()
    expect(before).toMatchObject({ total: 499.15 })
    expect(before?.suppliesLabel).toBeUndefined()
    const version = before?.version ?? ''
    await approvals.recordAnswer({ name: 'June Park', ticketId, jobNumber: 1, version, answer: 'approved' })
    for (const shopSupplies of [
      { percentage: 60, cap: null },
      { percentage: 10, cap: 5 },
      { percentage: 10, cap: 500 },
      null,
    ]) {
      await billing.changeSettings({ shopSupplies })
      expect(await lineOf()).toMatchObject({
        ...{ version, total: 499.15, isRaised: false, changedSince: null },
        request: { isChanged: false },
      })
      expect((await tickets.get({ ticketId })).totals).toMatchObject({ totalBalance: 499.15 })
    }
    await billing.changeSettings({ shopSupplies: { percentage: 60, cap: null } })
    await tickets.addPart({ ticketId, ...motor, perPartAmount: 10 })
    // Its own parts changed: 60 % of $299.00.
    expect(await lineOf()).toMatchObject({ total: 659.65, isRaised: true, suppliesLabel: '60% of parts' })
    await billing.changeSettings({ shopSupplies: null })
  })

  test('with a cap count once, so that what is asked adds up to the total', async () => {
    const { approvals, billing, tickets } = app.as('dana')
    const ticketId = await app.createTicket()
    await tickets.addJob({ ticketId, problem: 'Awning', estimatedTime: 0, estimate: false })
    for (const jobNumber of [1, 2])
      await tickets.addPart({ ticketId, quantity: 1, description: 'Motor', perPartAmount: 400, jobNumber })
    await billing.changeSettings({ shopSupplies: { percentage: 10, cap: 50 } })
    const totalsOf = async () => (await approvals.get({ ticketId })).lines.map(({ total }) => total)
    expect(await totalsOf()).toEqual([621.25, 410])
    expect((await tickets.get({ ticketId })).totals?.totalBalance).toBe(1031.25)
    const { lines } = await approvals.get({ ticketId })
    await approvals.recordAnswer({
      name: 'June Park',
      ...{ ticketId, jobNumber: 2, answer: 'approved', version: lines[1]?.version ?? '' },
    })
    await approvals.recordAnswer({
      name: 'June Park',
      ...{ ticketId, jobNumber: 1, answer: 'declined', version: lines[0]?.version ?? '' },
    })
    // What was approved stays, although the cap leaves more now.
    expect((await totalsOf())[1]).toBe(410)
    expect(await expectAgreement(ticketId)).toBe('$410.00')
    await billing.changeSettings({ shopSupplies: null })
  })
})

describe('labor rates by name', () => {
  beforeAll(() => app.as('dana').billing.changeSettings({ shopSupplies: null, laborRates: RATES }))

  const laborOf = async (ticketId: number) => {
    const { jobs, totals } = await app.as('dana').tickets.get({ ticketId })
    return [jobs[0]?.namedRate?.name, jobs[0]?.totalBalance, totals?.totalBalance, totals?.laborHint]
  }

  test('are chosen for a job line, and the company’s rate is again once none is', async () => {
    const { tickets } = app.as('walt')
    const ticketId = await app.createTicket()
    expect(await laborOf(ticketId)).toEqual([undefined, 181.25, 181.25, '1h15m × $145.00/hr'])
    await tickets.changeJob({ ticketId, jobNumber: 1, laborRateId: DIAGNOSTIC.laborRateId })
    // 1.25 h at $165.55 is $206.9375.
    expect(await laborOf(ticketId)).toEqual(['Diagnostic', 206.94, 206.94, '1h15m × $165.55/hr'])
    expect(await expectAgreement(ticketId)).toBe('$206.94')
    const [entry] = (await tickets.activity({ ticketId })).entries.filter(
      ({ verb }) => verb === 'ticket.change-job',
    )
    expect(entry && activitySentence(entry)).toBe(
      'Walt changed the labor rate of 1. Roof leak above the bunk',
    )
    await tickets.changeJob({ ticketId, jobNumber: 1, laborRateId: null })
    expect(await laborOf(ticketId)).toEqual([undefined, 181.25, 181.25, '1h15m × $145.00/hr'])
  })

  test('are chosen by the desk alone, of the company’s own', async () => {
    const ticketId = await app.createTicket('rosa')
    const choose = (who: 'rosa' | 'dana', laborRateId: string) =>
      errorOf(app.as(who).tickets.changeJob({ ticketId, jobNumber: 1, laborRateId }))
    expect(await choose('rosa', DIAGNOSTIC.laborRateId)).toMatchObject({ code: 'FORBIDDEN' })
    expect(await choose('dana', randomUUID())).toMatchObject({
      fields: { laborRateId: 'Choose a labor rate of your company.' },
    })
    const unknown = { ticketId, problem: 'Vent cracked', laborRateId: randomUUID() }
    expect(await errorOf(app.as('dana').tickets.addJob(unknown))).toMatchObject({
      fields: { laborRateId: 'Choose a labor rate of your company.' },
    })
    await app.as('dana').tickets.changeJob({ ticketId, jobNumber: 1, laborRateId: WARRANTY.laborRateId })
    const { jobs } = await app.as('rosa').tickets.get({ ticketId })
    expect(jobs[0]?.namedRate).toBeNull()
  })

  test('come back with a line that was declined, as long as the company has them', async () => {
    const { approvals, billing, rigs, tickets } = app.as('dana')
    const { laborRateId } = DIAGNOSTIC
    const job = { problem: 'Vent cracked', estimatedTime: 1, laborRateId }
    const ticketId = await app.createTicket()
    const { jobNumber } = await tickets.addJob({ ticketId, ...job })
    const line = (await approvals.get({ ticketId })).lines.find(one => one.jobNumber === jobNumber)
    expect(line?.laborRateName).toBe('Diagnostic')
    await approvals.recordAnswer({
      name: 'June Park',
      ticketId,
      jobNumber,
      version: line?.version ?? '',
      answer: 'declined',
    })
    const { vin } = june.customerRV
    const offered = async () => (await rigs.deferred({ vin })).find(one => one.ticketId === ticketId)
    expect(await offered()).toMatchObject({ ...job, total: 165.55 })
    await billing.changeSettings({ laborRates: [WARRANTY] })
    expect(await offered()).toMatchObject({ estimatedTime: 1, laborRateId: null, total: 165.55 })
    await billing.changeSettings({ laborRates: RATES })
  })

  test('follow the company until the customer approves the line, and stay as approved', async () => {
    const { approvals, billing, tickets } = app.as('dana')
    const ticketId = await app.createTicket()
    await tickets.changeJob({ ticketId, jobNumber: 1, laborRateId: DIAGNOSTIC.laborRateId })
    const raise = (amount: number) =>
      billing.changeSettings({ laborRates: [{ ...DIAGNOSTIC, name: 'Diagnostics', amount }, WARRANTY] })
    await raise(200)
    expect(await laborOf(ticketId)).toEqual(['Diagnostics', 250, 250, '1h15m × $200.00/hr'])
    const [line] = (await approvals.get({ ticketId })).lines
    expect(line).toMatchObject({ laborRateName: 'Diagnostics', laborRate: 200, labor: 250, total: 250 })
    const version = line?.version ?? ''
    await approvals.recordAnswer({ name: 'June Park', ticketId, jobNumber: 1, version, answer: 'approved' })
    await raise(400)
    expect(await laborOf(ticketId)).toEqual(['Diagnostics', 250, 250, '1h15m × $200.00/hr'])
    expect((await approvals.get({ ticketId })).lines[0]).toMatchObject({ version, isRaised: false })
    // Removed from the list, it stays on the line.
    await billing.changeSettings({ laborRates: [WARRANTY] })
    expect(await expectAgreement(ticketId)).toBe('$250.00')
    await tickets.finalize({ ticketId })
    expect(await expectAgreement(ticketId)).toBe('$250.00')
    await billing.changeSettings({ laborRates: RATES })
  })

  test('that cost more than was approved need a new answer', async () => {
    const { approvals, tickets } = app.as('dana')
    const ticketId = await app.createTicket()
    const [line] = (await approvals.get({ ticketId })).lines
    const version = line?.version ?? ''
    await approvals.recordAnswer({ name: 'June Park', ticketId, jobNumber: 1, version, answer: 'approved' })
    await tickets.changeJob({ ticketId, jobNumber: 1, laborRateId: DIAGNOSTIC.laborRateId })
    // 14 % more than $181.25.
    expect((await approvals.get({ ticketId })).lines[0]).toMatchObject({ total: 206.94, isRaised: true })
    // They were asked again.
    expect((await errorOf(tickets.finalize({ ticketId }))).message).toContain('June has not responded')
  })

  test('are charged where the company has no rate of its own', async () => {
    const { companies, tickets } = app.as('dana')
    const ticketId = await app.createTicket()
    await companies.change({ laborRate: null })
    await tickets.changeJob({ ticketId, jobNumber: 1, laborRateId: WARRANTY.laborRateId })
    expect(await laborOf(ticketId)).toEqual(['Warranty', 118.75, 118.75, '1h15m × $95.00/hr'])
    await tickets.changeJob({ ticketId, jobNumber: 1, laborRateId: null })
    expect((await laborOf(ticketId)).at(-1)).toBe('Labor is $0.00 because the company has no labor rate.')
    await companies.change({ laborRate: 145 })
  })

  test('have a name of their own', async () => {
    const laborRates = [DIAGNOSTIC, { ...WARRANTY, name: 'diagnostic' }]
    expect(await errorOf(app.as('dana').billing.changeSettings({ laborRates }))).toMatchObject({
      fields: { 'laborRates.1.name': 'Another rate has this name.' },
    })
  })
})

describe('a flat price', () => {
  beforeAll(() => app.as('dana').billing.changeSettings({ shopSupplies: null, laborRates: RATES }))

  const setPrice = (ticketId: number, flatPrice: number | null, jobNumber = 1) =>
    app.as('walt').tickets.changeJob({ ticketId, jobNumber, flatPrice })
  const lineOf = async (ticketId: number) => {
    const [line] = (await app.as('dana').approvals.get({ ticketId })).lines
    if (line === undefined) throw new Error('The ticket has a job line.')
    return line
  }
  const approve = async (ticketId: number) => {
    const { version } = await lineOf(ticketId)
    const answer = { ticketId, jobNumber: 1, version, answer: 'approved', name: 'June Park' } as const
    await app.as('dana').approvals.recordAnswer(answer)
  }

  test('is agreed on by link, billed on a trip and after Finalize, and every place says the same', async () => {
    const { approvals, billing, tickets } = app.as('dana')
    const { customerRV } = june
    const { ticketId } = await tickets.create({
      ...{ ...june, customerRV: { ...customerRV, vin: 'FLAT-1' } },
      jobs: [
        { problem: 'Repack the wheel bearings', estimatedTime: 3.5, flatPrice: 450.01 },
        { problem: 'Roof leak', estimatedTime: 2 },
      ],
    })
    await tickets.addPart({ ticketId, quantity: 4, description: 'Seal', perPartAmount: 9.8, jobNumber: 1 })
    // $450.01 + 4 × $9.80 + $3.92, and 2 h at $145.00.
    expect(await expectAgreement(ticketId)).toBe('$783.13')
    const token = await createLinkFor(app, ticketId)
    const { client } = await customerOfLink(app, token)
    await approvals.request({ ticketId, jobNumbers: [1] })
    const [asked] = (await client.customerView.listApprovals({ token })).lines
    expect(asked).toMatchObject({ isFlatPrice: true, laborRate: null, labor: 450.01, total: 493.13 })
    const { requestId = '', version = '' } = asked ?? {}
    const june2 = { requestId, version, typedName: 'June Park' }
    await client.customerView.answerLine({ token, jobNumber: 1, answer: 'approved', ...june2 })

    // Hours plan the schedule: more of them change nothing about what was approved.
    await tickets.changeJob({ ticketId, jobNumber: 1, estimatedTime: 6 })
    expect(await lineOf(ticketId)).toMatchObject({ version, hours: 6, changedSince: null, isRaised: false })
    expect(await expectAgreement(ticketId)).toBe('$783.13')

    const { proposal } = await billing.getTicket({ ticketId })
    expect(proposal?.lines[0]).toMatchObject({ lineId: 'labor-1', amount: 450.01 })
    await billing.issueInvoice({ ticketId, jobNumbers: [1], expectedTotal: 493.13 })
    expect(await errorOf(setPrice(ticketId, 500))).toMatchObject({ code: 'REFUSED' })
    await setPrice(ticketId, 300.5, 2)
    await tickets.finalize({ ticketId })
    expect(await expectAgreement(ticketId)).toBe('$793.63')
    await billing.issueInvoice({ ticketId, expectedTotal: 300.5 })
    const { balance, invoices } = await billing.getTicket({ ticketId })
    expect(balance.charged).toBe(793.63)
    for (const { invoiceId } of invoices) {
      const path = `/api/tickets/${ticketId}/invoices/${invoiceId}/document.pdf`
      const pdf = await app.fetch(path, { as: 'dana' })
      expect(wordsOf(readPdf(new Uint8Array(await pdf.arrayBuffer())))).toContain('Labor, flat price $')
    }
    await tickets.complete({ ticketId })
    const { entries } = await app.as('visitor').workHistory.get({ vin: 'FLAT-1' })
    expect(entries.map(({ totalBalance }) => totalBalance)).toEqual([793.63])
  })

  test('is in place of the rates until it is cleared, and in the activity without the amount', async () => {
    const ticketId = await app.createTicket('rosa')
    await app.as('walt').tickets.changeJob({ ticketId, jobNumber: 1, laborRateId: DIAGNOSTIC.laborRateId })
    await setPrice(ticketId, 99.99)
    const laborOf = async () => {
      const { jobs, totals } = await app.as('dana').tickets.get({ ticketId })
      return [jobs[0]?.flatPrice, jobs[0]?.totalBalance, totals?.laborHint]
    }
    expect(await laborOf()).toEqual([99.99, 99.99, 'Flat price'])
    const { jobs } = await app.as('rosa').tickets.get({ ticketId })
    expect(jobs[0]).toMatchObject({ flatPrice: null, totalBalance: null })
    const [entry] = (await app.as('rosa').tickets.activity({ ticketId })).entries
    expect(entry && activitySentence(entry)).toBe(
      'Walt changed the flat price of 1. Roof leak above the bunk',
    )
    expect(JSON.stringify(entry)).not.toContain('99')
    await setPrice(ticketId, null)
    expect(await laborOf()).toEqual([null, 206.94, '1h15m × $165.55/hr'])
  })

  test('above what was approved needs a new answer, and asks no longer once it is back', async () => {
    const { tickets } = app.as('dana')
    const ticketId = await app.createTicket()
    await setPrice(ticketId, 300)
    await approve(ticketId)
    await setPrice(ticketId, 330)
    expect(await lineOf(ticketId)).toMatchObject({ isRaised: false, changedSince: { is: { total: 330 } } })
    await setPrice(ticketId, 330.01)
    expect(await lineOf(ticketId)).toMatchObject({ isRaised: true, request: { state: 'open' } })
    expect((await errorOf(tickets.finalize({ ticketId }))).message).toContain('June has not responded')
    await setPrice(ticketId, 300)
    expect(await lineOf(ticketId)).toMatchObject({ isRaised: false, request: { state: 'approved' } })
    // 1.25 h at $145.00 are less; at 3 h they are $435.00.
    await setPrice(ticketId, null)
    expect(await lineOf(ticketId)).toMatchObject({ isRaised: false })
    await tickets.changeJob({ ticketId, jobNumber: 1, estimatedTime: 3 })
    expect(await lineOf(ticketId)).toMatchObject({ isRaised: true, total: 435 })
  })

  test('comes back with a line that was declined, as it was offered', async () => {
    const { approvals, rigs } = app.as('dana')
    const ticketId = await app.createTicket()
    const offered = async () =>
      (await rigs.deferred({ vin: june.customerRV.vin })).find(line => line.ticketId === ticketId)
    await setPrice(ticketId, 88.5)
    const { version } = await lineOf(ticketId)
    await approvals.recordAnswer({ name: 'June Park', ticketId, jobNumber: 1, version, answer: 'declined' })
    await setPrice(ticketId, 120)
    expect(await offered()).toMatchObject({ flatPrice: 88.5, estimatedTime: 1.25, total: 88.5 })
  })

  test('alone, without hours, waits for an invoice', async () => {
    const { billing, tickets } = app.as('dana')
    const ticketId = await app.createTicket()
    await tickets.changeJob({ ticketId, jobNumber: 1, estimatedTime: 0, flatPrice: 75 })
    await tickets.finalize({ ticketId })
    const waiting = async () =>
      (await billing.getReceivables()).notInvoiced.tickets.find(ticket => ticket.ticketId === ticketId)
    expect(await waiting()).toMatchObject({ totalBalance: 75 })
    await tickets.reopen({ ticketId })
    await setPrice(ticketId, 0)
    await tickets.finalize({ ticketId })
    expect(await waiting()).toBeUndefined()
  })

  test.each([
    [-0.01, 'Enter 0 or more.'],
    [1_000_000.01, 'Enter at most 1,000,000.'],
    [12.345, 'Use no more than 2 decimal places.'],
    ['12' as never, 'Enter a number.'],
  ])('of %s is refused beside its field', async (flatPrice, sentence) => {
    const ticketId = await app.createTicket()
    expect(await errorOf(setPrice(ticketId, flatPrice))).toMatchObject({ fields: { flatPrice: sentence } })
    const added = app.as('walt').tickets.addJob({ ticketId, problem: 'Vent', flatPrice })
    expect(await errorOf(added)).toMatchObject({ fields: { flatPrice: sentence } })
    expect((await app.as('walt').tickets.get({ ticketId })).jobs).toMatchObject([{ flatPrice: null }])
  })

  test('is for the desk to set', async () => {
    const ticketId = await app.createTicket('rosa')
    const set = app.as('rosa').tickets.changeJob({ ticketId, jobNumber: 1, flatPrice: 1 })
    expect(await errorOf(set)).toMatchObject({ code: 'FORBIDDEN' })
  })
})

describe('labor by the clock', () => {
  const RULE = {
    minimum: 1,
    rounding: 'quarter',
    direction: 'up',
    start: 'clock-in',
    per: 'visit',
    otherPeople: 50,
  } as const
  const TERMS =
    'Billed by the clock: 1-hour minimum per visit, rounded up to the quarter hour, each other person at 50%'
  beforeAll(() => app.as('dana').billing.changeSettings({ shopSupplies: null, clockRule: RULE }))

  const after = (minutes: number): void => {
    app.now = new Date(app.now.getTime() + minutes * 60_000)
  }
  const clock = async (ticketId: number, minutes: number, jobNumber = 1) => {
    const { tickets } = app.as('rosa')
    const { sessionId } = await tickets.clockIn({ ticketId, jobNumber })
    after(minutes)
    await tickets.clockOut({ ticketId, jobNumber })
    return sessionId
  }
  const jobOf = async (ticketId: number, jobNumber = 1) =>
    (await app.as('dana').tickets.get({ ticketId })).jobs.find(job => job.jobNumber === jobNumber)
  const create = async (
    jobs: Parameters<ReturnType<TestApp['as']>['tickets']['create']>[0]['jobs'],
    vin = '',
  ) => {
    const { tickets } = app.as('dana')
    const { customerRV } = june
    const { ticketId } = await tickets.create({
      ...{ ...june, customerRV: { ...customerRV, vin: vin || customerRV.vin } },
      jobs,
    })
    await tickets.assign({ ticketId, employeeId: app.ids.rosa })
    return ticketId
  }

  test('is approved as an estimate, asked again above it, billed, and corrected once it is credited', async () => {
    const { approvals, billing, clocks, tickets } = app.as('dana')
    const ticketId = await create(
      [
        { problem: 'Slide does not move', estimatedTime: 1, isByClock: true },
        { problem: 'Roof leak', estimatedTime: 2 },
      ],
      'CLOCK-1',
    )
    expect(await expectAgreement(ticketId)).toBe('$435.00')
    const token = await createLinkFor(app, ticketId)
    const { client } = await customerOfLink(app, token)
    const askedOf = async () => (await client.customerView.listApprovals({ token })).lines[0]
    const approve = async () => {
      const { requestId = '', version = '' } = (await askedOf()) ?? {}
      const answer = { answer: 'approved', typedName: 'June Park' } as const
      await client.customerView.answerLine({ token, jobNumber: 1, requestId, version, ...answer })
    }
    await approvals.request({ ticketId, jobNumbers: [1] })
    expect(await askedOf()).toMatchObject({ clockTerms: TERMS, hours: 1, labor: 145, total: 145 })
    await approve()

    // 1 h 05 min are 1.25 h: $181.25, which is more than 10 % above $145.00.
    const sessionId = await clock(ticketId, 65)
    expect(await jobOf(ticketId)).toMatchObject({
      ...{ estimatedTime: 1, clockedHours: 1.25, totalBalance: 181.25, raisedTo: 181.25 },
      clockDetails: [expect.stringMatching(/^\w{3}, \w{3} \d+: Rosa Díaz 1h05m\. Billed 1\.25 h\.$/)],
    })
    expect(await expectAgreement(ticketId)).toBe('$471.25')
    expect((await askedOf())?.changedSince).toBeNull()
    const bill = () => billing.issueInvoice({ ticketId, jobNumbers: [1], expectedTotal: 181.25 })
    expect((await errorOf(bill())).message).toContain('approved 1. Slide does not move at $145.00')
    await approvals.request({ ticketId, jobNumbers: [1], again: true })
    expect(await jobOf(ticketId)).toMatchObject({ estimatedTime: 1.25 })
    const sentences = (await tickets.activity({ ticketId })).entries.map(activitySentence)
    expect(sentences).toContain(
      'Dana changed the estimated time of 1. Slide does not move from 1h00m to 1h15m',
    )
    expect(await askedOf()).toMatchObject({ hours: 1.25, total: 181.25 })
    await approve()

    const { proposal } = await billing.getTicket({ ticketId })
    expect(proposal).toMatchObject({
      lines: [{ lineId: 'labor-1', quantity: 1.25, amount: 181.25 }, { lineId: 'labor-2' }],
      clocked: [
        { jobNumber: 1, label: '1. Slide does not move', details: [expect.stringContaining('Rosa')] },
      ],
    })
    const { invoiceId, number } = await bill()
    const pdf = await app.fetch(`/api/tickets/${ticketId}/invoices/${invoiceId}/document.pdf`, { as: 'dana' })
    const words = wordsOf(readPdf(new Uint8Array(await pdf.arrayBuffer())))
    expect(words).toContain('Labor, 1.25 h by the clock')
    expect(words).toContain('rounded up to the quarter hour, each other person at 50%')

    const shorter = { clockOutTime: new Date(app.now.getTime() - 35 * 60_000), reason: 'Lunch' }
    const correct = () => clocks.correct({ ticketId, sessionId, ...shorter })
    expect((await errorOf(correct())).message).toBe(
      `Invoice ${number} has this time. Credit that invoice first.`,
    )
    await clocks.correct({ ticketId, sessionId, reason: 'Looked at' })
    expect((await errorOf(app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 }))).message).toBe(
      'The time on 1. Slide does not move is already billed. Ask the desk to add a job line for more work.',
    )
    // Another line of the visit: its first ten minutes are within what was rounded up.
    const jobNumber = (await tickets.addJob({ ticketId, problem: 'Vent', isByClock: true })).jobNumber
    await clock(ticketId, 10, jobNumber)
    expect(await jobOf(ticketId, jobNumber)).toMatchObject({ clockedHours: 0, totalBalance: 0 })

    await billing.issueCreditNote({ ticketId, invoiceId, amount: 181.25, reason: 'Wrong time' })
    await correct()
    // 30 and 10 minutes are the minimum of one hour, for both lines.
    expect([await jobOf(ticketId), await jobOf(ticketId, jobNumber)]).toMatchObject([
      { clockedHours: 0.75, totalBalance: 108.75 },
      { clockedHours: 0.25, totalBalance: 36.25 },
    ])
    expect(await expectAgreement(ticketId)).toBe('$435.00')
    await tickets.finalize({ ticketId })
    await app.as('dana').companies.change({ timeZone: 'Pacific/Auckland' })
    expect(await expectAgreement(ticketId)).toBe('$435.00')
    await app.as('dana').companies.change({ timeZone: 'America/Indiana/Indianapolis' })
    await billing.issueInvoice({ ticketId, expectedTotal: 435 })
    await tickets.complete({ ticketId })
    const { entries } = await app.as('visitor').workHistory.get({ vin: 'CLOCK-1' })
    expect(entries.map(({ totalBalance }) => totalBalance)).toEqual([435])
  })

  test('stays as it was chosen, until the line is billed by its estimate again', async () => {
    const { billing, tickets } = app.as('dana')
    const ticketId = await create([{ problem: 'Slide', estimatedTime: 2 }])
    await clock(ticketId, 20)
    expect(await jobOf(ticketId)).toMatchObject({ clockRule: null, totalBalance: 290 })
    await tickets.changeJob({ ticketId, jobNumber: 1, isByClock: true })
    await billing.changeSettings({ clockRule: { ...RULE, minimum: 3 } })
    await tickets.changeJob({ ticketId, jobNumber: 1, isByClock: true })
    expect(await jobOf(ticketId)).toMatchObject({ clockRule: RULE, totalBalance: 145 })
    expect((await app.as('rosa').tickets.get({ ticketId })).jobs).toMatchObject([
      { clockRule: null, clockedHours: null, clockDetails: [], totalBalance: null },
    ])
    await billing.changeSettings({ clockRule: RULE })
    await tickets.changeJob({ ticketId, jobNumber: 1, isByClock: false })
    expect(await jobOf(ticketId)).toMatchObject({ clockRule: null, clockedHours: null, totalBalance: 290 })
    const sentences = (await tickets.activity({ ticketId })).entries.map(activitySentence)
    expect(sentences).toContain('Dana took 1. Slide off the clock: its estimated hours are billed')
  })

  test('is that of new job lines, once the owner chose it, but not of those at a flat price', async () => {
    const { billing, tickets } = app.as('dana')
    await billing.changeSettings({ newJobsByClock: true })
    const ticketId = await create([{ problem: 'Slide' }, { problem: 'Vent', isByClock: false }])
    await tickets.addJob({ ticketId, problem: 'Awning' })
    await tickets.addJob({ ticketId, problem: 'Bearings', flatPrice: 90 })
    const { jobs } = await tickets.get({ ticketId })
    expect(jobs.map(({ clockRule }) => clockRule !== null)).toEqual([true, false, true, false])
    await billing.changeSettings({ clockRule: null })
    expect(await billing.getSettings()).toMatchObject({ clockRule: null, newJobsByClock: false })
    await tickets.addJob({ ticketId, problem: 'Door' })
    expect(await jobOf(ticketId, 5)).toMatchObject({ clockRule: null })
    await billing.changeSettings({ clockRule: RULE })
  })

  test('without anyone clocked on it charges its estimate until it is billed, and then nothing', async () => {
    const { billing, tickets } = app.as('dana')
    const ticketId = await create([
      { problem: 'Slide', estimatedTime: 2, isByClock: true },
      { problem: 'Roof', estimatedTime: 1 },
    ])
    expect(await expectAgreement(ticketId)).toBe('$435.00')
    const { proposal } = await billing.getTicket({ ticketId })
    expect(proposal?.clocked).toMatchObject([{ details: ['Nobody has clocked on it: no labor is billed.'] }])
    await tickets.finalize({ ticketId })
    expect(await expectAgreement(ticketId)).toBe('$145.00')
    await billing.issueInvoice({ ticketId, expectedTotal: 145 })
  })

  test('and a flat price on one line are refused, and so is the clock without a rule', async () => {
    const { billing, tickets } = app.as('dana')
    const NOT_BOTH = {
      fields: { flatPrice: 'A job line has a flat price or is billed by the clock, not both.' },
    }
    const both = { isByClock: true, flatPrice: 90 }
    const ticketId = await create([{ problem: 'Slide' }])
    const change = (changes: object) => tickets.changeJob({ ticketId, jobNumber: 1, ...changes })
    expect(await errorOf(change(both))).toMatchObject(NOT_BOTH)
    expect(await errorOf(tickets.addJob({ ticketId, problem: 'Vent', ...both }))).toMatchObject(NOT_BOTH)
    await change({ isByClock: true })
    expect(await errorOf(change({ flatPrice: 90 }))).toMatchObject(NOT_BOTH)
    await change({ isByClock: false, flatPrice: 90 })
    await billing.changeSettings({ clockRule: null })
    expect(await errorOf(change({ isByClock: true, flatPrice: null }))).toMatchObject({
      fields: { isByClock: 'Your company has not set how the clock is billed.' },
    })
    expect(await errorOf(billing.changeSettings({ newJobsByClock: true }))).toMatchObject({
      fields: { newJobsByClock: 'Set how the clock is billed first.' },
    })
    await billing.changeSettings({ clockRule: RULE })
    expect(await jobOf(ticketId)).toMatchObject({ flatPrice: 90, clockRule: null })
  })

  test.each([
    [{ minimum: 8.25 }, 'clockRule.minimum', 'Enter 8 hours or less.'],
    [{ minimum: 0.1 }, 'clockRule.minimum', 'Use quarter-hour increments.'],
    [{ otherPeople: 101 }, 'clockRule.otherPeople', 'Enter 100 or less.'],
    [{ rounding: 'day' as never }, 'clockRule.rounding', 'Choose how time is rounded.'],
  ])('by a rule with %j is refused beside its field', async (change, field, sentence) => {
    const set = app.as('dana').billing.changeSettings({ clockRule: { ...RULE, ...change } })
    expect(await errorOf(set)).toMatchObject({ fields: { [field]: sentence } })
  })
})

describe('every place says the same of', () => {
  test.each(
    fc
      .sample(drafts, { numRuns: isLongRound ? 6 : 2, seed: 58 })
      .map((draft, index) => [index + 1, draft] as const),
  )('random ticket %d, before and after it is finalized and completed', async (_, draft) => {
    const { billing, tickets } = app.as('dana')
    await billing.changeSettings({
      shopSupplies: { percentage: 7.3456, cap: 31.07 },
      laborRates: RATES,
    })
    const ticketId = await createDrafted(draft)
    const open = await expectAgreement(ticketId)
    await tickets.finalize({ ticketId })
    await billing.changeSettings({
      shopSupplies: { percentage: 15, cap: null },
      laborRates: RATES.map(rate => ({ ...rate, amount: rate.amount * 2 })),
    })
    expect(await expectAgreement(ticketId)).toBe(open)
    await tickets.complete({ ticketId })
    expect(await expectAgreement(ticketId)).toBe(open)
    const { vin } = (await tickets.get({ ticketId })).customerRV
    const { entries } = await app.as('visitor').workHistory.get({ vin })
    expect(entries.map(({ totalBalance }) => formatMoney(fromDollars(totalBalance ?? -1)))).toEqual([open])
  })
})

describe('trip rules', () => {
  const rules = { kind: 'per-mile', freeMiles: 10, perMile: 2.5, ways: 'both-ways', minimum: 40 } as const

  const tripOf = async (ticketId: number) =>
    (await app.as('walt').billing.getTicket({ ticketId })).proposal?.trip

  test('are shown to customers once they are set, and no longer once they are taken back', async () => {
    const shown = async () => (await app.as('visitor').companies.get({ companyId: app.ids.dana })).tripRules
    expect(await shown()).toBeNull()
    await app.as('dana').billing.changeSettings({ tripRules: rules })
    expect(await shown()).toEqual({ ...rules, bands: [], returnPercentage: 100, afterHours: 0 })
    expect((await app.as('visitor').companies.get({ companyId: app.ids.ray })).tripRules).toBeNull()
    await app.as('dana').billing.changeSettings({ tripRules: null })
    expect(await shown()).toBeNull()
  })

  test('come with the distance of a visit, and whether it was booked at the RV', async () => {
    const { billing, tickets } = app.as('dana')
    await billing.changeSettings({ tripRules: rules })
    const atDesk = await app.createTicket()
    await tickets.finalize({ ticketId: atDesk })
    expect(await tripOf(atDesk)).toMatchObject({ rules: { perMile: 2.5 }, isMobile: false })
    const input = bookingInputOf(app.now)
    // One degree of latitude is 69.1 miles.
    const { coordinates } = await app.as('visitor').companies.get({ companyId: app.ids.dana })
    if (coordinates === null) throw new Error('The company is not on the map.')
    const where = {
      ...{ place: 'site' as const, address: '77 County Road 10' },
      coordinates: { ...coordinates, latitude: coordinates.latitude + 0.5 },
    }
    const { ticketId } = await bookAs(app, { ...input, where })
    const booked = ticketId ?? 0
    await tickets.accept({ ticketId: booked })
    await tickets.checkIn({ ticketId: booked, customerRV: { vin: 'TRIP-1', axleAmount: '2' } })
    await tickets.finalize({ ticketId: booked })
    expect(await tripOf(booked)).toMatchObject({ miles: 34.5, isMobile: true })
    await billing.changeSettings({ tripRules: null })
    expect(await tripOf(booked)).toMatchObject({ rules: null })
  })

  type Change = Parameters<ReturnType<typeof app.as>['billing']['changeSettings']>[0]
  test.each<[Change['tripRules'], Record<string, string>]>([
    [{ kind: 'bands' }, { 'tripRules.bands': 'Add at least one band.' }],
    [
      {
        kind: 'bands',
        bands: [
          { upTo: 25, amount: 50 },
          { upTo: 25, amount: 90 },
        ],
      },
      { 'tripRules.bands.1.upTo': 'Enter more miles than in the band before.' },
    ],
    [{ ...rules, freeMiles: 10.25 }, { 'tripRules.freeMiles': 'Use no more than 1 decimal place.' }],
  ])('%j are refused beside their field', async (tripRules, fields) => {
    expect(await errorOf(app.as('dana').billing.changeSettings({ tripRules }))).toMatchObject({
      fields,
    })
  })
})

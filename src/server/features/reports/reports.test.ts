import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromDollars } from '#domain/lib/money.ts'
import type { ReportName } from '#domain/reports/report.ts'
import { formatReportFigure } from '#domain/reports/report-figure.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { sharedVin } from '../../../../test/support/shared-vin.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** A time at Bluebonnet, which is in New York: `12 09:30` in November 2025. */
const at = (time: string): void => {
  const [day = '', hour = ''] = time.split(' ')
  app.now = new Date(`2025-11-${day}T${hour}:00-05:00`)
}

const NOVEMBER = { period: 'own', from: '2025-11-01', to: '2025-11-30' } as const

type Shown = Awaited<ReturnType<ReturnType<typeof app.as>['reports']['get']>>

/** Figures as the page shows them. */
const show = (figures: Shown['rows'][number]['figures'], columns: Shown['columns']): string[] =>
  figures.map(({ number, amount }, index) =>
    formatReportFigure(
      { number, amount: amount === null ? null : fromDollars(amount) },
      columns[index]?.unit ?? 'count',
    ),
  )

/** `Cycle time | 7 days | 4`: each row of a report. */
async function read(report: ReportName, days: { from: string; to: string } = NOVEMBER): Promise<string[]> {
  const { columns, rows } = await app.as('dana').reports.get({ report, period: 'own', ...days })
  return rows.map(({ label, figures }) => [label, ...show(figures, columns)].join(' | '))
}

/** The tickets of a row, each with its figures. */
async function ticketsOf(report: ReportName, row: string): Promise<(string | number)[][]> {
  const { columns, tickets } = await app.as('dana').reports.listTickets({ report, ...NOVEMBER, row })
  return tickets.map(({ ticketId, figures }) => [ticketId, ...show(figures, columns)])
}

async function createTicket(...hours: readonly number[]): Promise<number> {
  const jobs = (hours.length === 0 ? [1] : hours).map(estimatedTime => ({
    problem: 'Roof leak',
    estimatedTime,
  }))
  const { ticketId } = await app.as('dana').tickets.create({ ...june, jobs })
  await app.as('dana').tickets.assign({ ticketId, employeeId: app.ids.rosa })
  return ticketId
}

async function work(ticketId: number, from: string, until: string): Promise<void> {
  at(from)
  await app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 })
  at(until)
  await app.as('rosa').tickets.clockOut({ ticketId, jobNumber: 1 })
}

async function finalize(ticketId: number, time: string): Promise<void> {
  at(time)
  await app.as('dana').tickets.finalize({ ticketId })
}

test('only the owner gets a report, and no other company’s', async () => {
  for (const person of ['walt', 'rosa', 'june'] as const) {
    const { reports } = app.as(person)
    expect((await errorOf(reports.get({ report: 'cycle-time' }))).code).toBe('FORBIDDEN')
    const tickets = reports.listTickets({ report: 'cycle-time', row: 'whole' })
    expect((await errorOf(tickets)).code).toBe('FORBIDDEN')
  }
  expect((await errorOf(app.as('visitor').reports.get({ report: 'cycle-time' }))).code).toBe('UNAUTHORIZED')
})

test('days that are no range are refused beside their field', async () => {
  const { reports } = app.as('dana')
  const own = { report: 'cycle-time', period: 'own' } as const
  expect(await errorOf(reports.get(own))).toMatchObject({ fields: { from: 'Enter the first day.' } })
  const long = { ...own, from: '2024-01-01', to: '2025-01-02' }
  const fields = { to: 'Choose at most 366 days.' }
  expect(await errorOf(reports.get(long))).toMatchObject({ fields })
  expect(await errorOf(reports.listTickets({ ...long, row: 'whole' }))).toMatchObject({ fields })
})

test('cycle time is of tickets finalized within the days, and leads down to them', async () => {
  at('03 09:00')
  // 9 days: 2 until work, 4 of work, 3 until done.
  const first = await createTicket()
  const reopened = await createTicket()
  const open = await createTicket()
  await work(first, '05 10:00', '05 11:00')
  // Past 7 PM in New York it is the next day in London.
  await work(first, '09 20:00', '09 21:00')
  await finalize(first, '12 22:00')
  await finalize(reopened, '04 09:00')
  at('05 09:00')
  await app.as('dana').tickets.reopen({ ticketId: reopened })
  await finalize(reopened, '20 09:00')
  expect(await read('cycle-time')).toEqual([
    'Cycle time | 13 days | 13 days | 34 days | 2',
    'Start days | 2 days | 2 days | – | 1',
    'Job days | 4 days | 4 days | – | 1',
    'Delivery days | 3 days | 3 days | – | 1',
  ])
  expect(await ticketsOf('cycle-time', 'whole')).toEqual([
    [reopened, '17 days'],
    [first, '9 days'],
  ])
  expect(await ticketsOf('cycle-time', 'whole')).not.toContainEqual([open, expect.anything()])
  // It counts on the day on which it was finalized last, by the company's clock.
  expect(await read('cycle-time', { from: '2025-11-04', to: '2025-11-11' })).toEqual([])
  expect((await read('cycle-time', { from: '2025-11-12', to: '2025-11-12' }))[0]).toContain('9 days | 9 days')
  const { reports } = app.as('ray')
  expect((await reports.get({ report: 'cycle-time', ...NOVEMBER })).rows).toEqual([])
  const others = await reports.listTickets({ report: 'cycle-time', ...NOVEMBER, row: 'whole' })
  expect(others.tickets).toEqual([])
})

test('days by cause are those of each ticket, summed', async () => {
  await app.as('dana').preferences.change({ promisesDays: true })
  at('03 09:00')
  const ticketId = await createTicket()
  const other = await createTicket()
  const desk = app.as('dana')
  at('05 09:00')
  await desk.onHold.set({ ticketId, reason: 'part' })
  at('09 09:00')
  await desk.onHold.clear({ ticketId })
  await work(ticketId, '09 10:00', '09 21:00')
  at('10 09:00')
  await desk.approvals.request({ ticketId, jobNumbers: [1] })
  at('12 09:00')
  await desk.approvals.withdraw({ ticketId, jobNumber: 1 })
  await finalize(ticketId, '12 21:00')
  await finalize(other, '12 22:00')
  at('14 09:00')
  await desk.tickets.complete({ ticketId })
  at('20 09:00')
  const expected = new Map<string, number>()
  const twelfth = { from: '2025-11-12', to: '2025-11-12' }
  const { tickets } = await desk.reports.listTickets({
    ...{ report: 'cycle-time', period: 'own', ...twelfth, row: 'whole' },
  })
  expect(tickets.map(each => each.ticketId)).toEqual(expect.arrayContaining([ticketId, other]))
  for (const each of tickets)
    for (const { cause, days } of (await desk.ticketDays.get({ ticketId: each.ticketId })).spans)
      expected.set(cause, (expected.get(cause) ?? 0) + days)
  const { rows } = await desk.reports.get({ report: 'days-by-cause', period: 'own', ...twelfth })
  const counted = rows.map(({ key, figures }) => [key, figures[0]?.number])
  expect(new Map(counted as [string, number][])).toEqual(expected)
  // 4 days for the part, 2 for the customer.
  expect(counted).toEqual(
    expect.arrayContaining([
      ['part', 4],
      ['customer', 2],
    ]),
  )
  expect(await ticketsOf('days-by-cause', 'part')).toEqual([[ticketId, '4 days']])
})

test('technicians have what they clocked within the days, up to now, and what was billed of it', async () => {
  app.now = new Date('2025-10-30T13:00:00Z')
  const ticketId = await createTicket(2)
  await app.as('dana').tickets.assign({ ticketId, employeeId: app.ids.sam })
  // From 11 PM on October 31 until 1 AM: an hour within November.
  app.now = new Date('2025-11-01T03:00:00Z')
  await app.as('sam').tickets.clockIn({ ticketId, jobNumber: 1 })
  app.now = new Date('2025-11-01T05:00:00Z')
  await app.as('sam').tickets.clockOut({ ticketId, jobNumber: 1 })
  await finalize(ticketId, '01 09:00')
  const first = { from: '2025-11-01', to: '2025-11-01' }
  expect(await read('technicians', first)).toEqual(['Sam Ortiz | 100% | 2h00m | 2h00m | 1h00m | 1'])
  // A running clock counts up to now, and no further than the end of the days.
  at('24 23:30')
  const running = await createTicket()
  at('24 23:30')
  await app.as('rosa').tickets.clockIn({ ticketId: running, jobNumber: 1 })
  const day = { from: '2025-11-24', to: '2025-11-24' }
  at('24 23:45')
  expect(await read('technicians', day)).toEqual(['Rosa Díaz | – | 0h00m | 0h00m | 0h15m | 1'])
  at('25 08:00')
  expect(await read('technicians', day)).toEqual(['Rosa Díaz | – | 0h00m | 0h00m | 0h30m | 1'])
  await app.as('rosa').tickets.clockOut({ ticketId: running, jobNumber: 1 })
  expect(await read('technicians', { from: '2025-12-01', to: '2025-12-31' })).toEqual([])
})

test('with a shop clock, technicians have productivity and proficiency, also who clocked nothing on jobs', async () => {
  const { shopClock, preferences } = app.as('dana')
  await preferences.change({ clocksShopTime: true })
  // Sam billed 2 hours and clocked 1 of these days, of 4 in the shop; Rosa was there for 2 hours, Walt is no technician.
  const add = (employeeId: string, day: string, from: string, to: string) =>
    shopClock.add({
      ...{ employeeId, reason: 'Forgot' },
      clockInTime: new Date(`2025-11-${day}T${from}:00-05:00`),
      clockOutTime: new Date(`2025-11-${day}T${to}:00-05:00`),
    })
  at('28 18:00')
  await add(app.ids.sam, '01', '00:00', '03:00')
  await add(app.ids.sam, '01', '20:00', '21:00')
  await add(app.ids.rosa, '01', '09:00', '11:00')
  await add(app.ids.walt, '01', '09:00', '11:00')
  const day = { from: '2025-11-01', to: '2025-11-01' }
  expect(await read('technicians', day)).toEqual([
    'Rosa Díaz | – | 0% | 0% | 0h00m | 0h00m | 0h00m | 2h00m | 0',
    'Sam Ortiz | 100% | 25% | 50% | 2h00m | 2h00m | 1h00m | 4h00m | 1',
  ])
  await preferences.change({ clocksShopTime: false })
  expect(await read('technicians', day)).toEqual(['Sam Ortiz | 100% | 2h00m | 2h00m | 1h00m | 1'])
})

test('work in progress is of the tickets that are open now, with what they come to', async () => {
  const { reports, tickets, onHold } = app.as('dana')
  const report = 'work-in-progress'
  const waiting = async () =>
    (await reports.listTickets({ report, row: 'part' })).tickets.map(each => each.ticketId)
  at('25 09:00')
  const ticketId = await createTicket(2)
  await onHold.set({ ticketId, reason: 'part' })
  at('27 09:00')
  expect(await waiting()).toEqual([ticketId])
  const { columns, tickets: listed } = await reports.listTickets({ report, row: 'part' })
  const { totals } = await tickets.get({ ticketId })
  expect(listed.map(({ figures }) => show(figures, columns))).toEqual([['2 days', '$290.00']])
  expect(totals?.totalBalance).toBe(290)
  // A ticket that was worked on today does not wait.
  await work(ticketId, '27 10:00', '27 11:00')
  expect(await waiting()).toEqual([])
  const worked = await reports.listTickets({ report, row: 'work' })
  expect(worked.tickets.map(each => each.ticketId)).toContain(ticketId)
  at('28 09:00')
  expect(await waiting()).toEqual([ticketId])
  await onHold.clear({ ticketId })
  await finalize(ticketId, '28 10:00')
  expect(await waiting()).toEqual([])
  expect((await app.as('ray').reports.get({ report })).rows.map(({ key }) => key)).not.toContain('work')
})

test('comebacks are of the same RV, within 30 days', async () => {
  const days = { from: '2025-11-02', to: '2025-11-02' }
  const { tickets, reports } = app.as('dana')
  const createOf = async (vin: string) => {
    const jobs = [{ problem: 'Roof leak', estimatedTime: 1 }]
    return (await tickets.create({ ...june, customerRV: { ...june.customerRV, vin }, jobs })).ticketId
  }
  at('02 09:00')
  const [vin, other] = [sharedVin('BACK-0001'), sharedVin('BACK-0002')]
  const finished = await createOf(vin)
  const stays = await createOf(other)
  await finalize(finished, '02 10:00')
  await finalize(stays, '02 10:00')
  expect(await read('comebacks', days)).toEqual(['Same component | 0 | 0% | 2', 'Same RV | 0 | 0% | 2'])
  at('12 09:00')
  const back = await createOf(vin)
  expect(await read('comebacks', days)).toEqual(['Same component | 0 | 0% | 2', 'Same RV | 1 | 50% | 2'])
  const listed = await reports.listTickets({ report: 'comebacks', period: 'own', ...days, row: 'rig' })
  expect(listed.tickets.map(({ ticketId, figures }) => [ticketId, ...show(figures, listed.columns)])).toEqual(
    [[finished, '10 days', String(back)]],
  )
  // One that ended without work is none.
  await tickets.close({ ticketId: back, reason: 'mistake' })
  expect((await read('comebacks', days))[1]).toBe('Same RV | 0 | 0% | 2')
})

test('sales and the margin on parts are of issued invoices, with credits taken away', async () => {
  at('06 09:00')
  const { billing, tickets, vendors, purchaseOrders } = app.as('dana')
  expect((await app.as('dana').reports.get({ report: 'sales' })).notes[0]).toContain('Billing is off.')
  await billing.turnOn()
  const ticketId = await createTicket(1)
  const pump = { ticketId, quantity: 2, description: 'Water pump', perPartAmount: 60 }
  const { partId } = await tickets.addPart(pump)
  const glass = { ...pump, quantity: 1, description: 'Glass', perPartAmount: 400 }
  await tickets.addPart({ ...glass, sublet: { supplier: 'Elkhart Glass', cost: 300 } })
  await tickets.addPart({ ...pump, quantity: 1, description: 'Seal', perPartAmount: 5 })
  const { vendorId } = await vendors.add({ name: 'Lippert' })
  const line = { vendorId, ticketId, partId, quantity: 2, description: 'Water pump' }
  const { orderId } = await purchaseOrders.addLine({ ...line, cost: 41.25 })
  await purchaseOrders.place({ orderId })
  await finalize(ticketId, '07 09:00')
  // Labor of $145.00, parts of $125.00, a sublet of $400.00, and supplies of $12.50.
  const expectedTotal = 682.5
  const { invoiceId } = await billing.issueInvoice({ ticketId, expectedTotal })
  expect(await read('sales')).toEqual([
    'November 2025 | $682.50 | $145.00 | $125.00 | $400.00 | $12.50 | $0.00 | $0.00',
  ])
  // Two pumps for $120.00 that cost $82.50.
  expect(await read('parts-margin')).toEqual(['November 2025 | $37.50 | 31.3% | $120.00 | $82.50 | $5.00'])
  expect(await ticketsOf('parts-margin', '2025-11')).toEqual([
    [ticketId, '$37.50', '$120.00', '$82.50', '$5.00'],
  ])
  at('08 09:00')
  await billing.issueCreditNote({ ticketId, invoiceId, lineIds: [`part-${partId}`], reason: 'Returned' })
  expect(await read('sales')).toEqual([
    'November 2025 | $562.50 | $145.00 | $5.00 | $400.00 | $12.50 | $0.00 | $0.00',
  ])
  expect(await ticketsOf('sales', '2025-11')).toEqual([[ticketId, '$562.50', '$0.00']])
  expect(await read('parts-margin')).toEqual(['November 2025 | $0.00 | – | $0.00 | $0.00 | $5.00'])
  expect(await read('sales', { from: '2025-11-01', to: '2025-11-06' })).toEqual([])
})

test('a part costs what stayed of it, and what its vendor withheld for what went back', async () => {
  at('10 09:00')
  const { billing, tickets, vendors, purchaseOrders } = app.as('dana')
  await billing.turnOn()
  const ticketId = await createTicket(1)
  const { partId } = await tickets.addPart({ ticketId, quantity: 2, description: 'Fan', perPartAmount: 60 })
  const { vendorId } = await vendors.add({ name: 'Elkhart Supply' })
  const fan = { vendorId, ticketId, partId, quantity: 2, description: 'Fan', cost: 50 }
  const { orderId, lineId } = await purchaseOrders.addLine(fan)
  await purchaseOrders.place({ orderId })
  await purchaseOrders.receive({ orderId, lineId, quantity: 4, isMoreAccepted: true })
  const wrong = { orderId, lineId, quantity: 1, reason: 'Wrong fan' }
  await purchaseOrders.returnToVendor({ ...wrong, restockingFee: 4 })
  await purchaseOrders.returnToVendor(wrong)
  const { returnId } = await purchaseOrders.returnToVendor({ ...wrong, restockingFee: 50 })
  await purchaseOrders.undoReturn({ orderId, lineId, returnId })
  await finalize(ticketId, '12 09:00')
  const { totals } = await tickets.get({ ticketId })
  await billing.issueInvoice({ ticketId, expectedTotal: totals?.totalBalance ?? 0 })
  // 2 × $50.00 and the fee of $4.00 that stands, of 2 × $60.00.
  expect(await read('parts-margin', { from: '2025-11-12', to: '2025-11-12' })).toEqual([
    'November 2025 | $16.00 | 13.3% | $120.00 | $104.00 | $0.00',
  ])
})

test('a part costs what came of it, or what it cost in stock', async () => {
  at('10 09:00')
  const { billing, stock, tickets, vendors, purchaseOrders } = app.as('dana')
  await billing.turnOn()
  const ticketId = await createTicket(1)
  const pump = { ticketId, quantity: 3, description: 'Fan', perPartAmount: 60 }
  const { partId } = await tickets.addPart(pump)
  const { vendorId } = await vendors.add({ name: 'Dometic' })
  const order = async (quantity: number, cost: number) => {
    const input = { vendorId, ticketId, partId, quantity, description: 'Fan', cost }
    const line = await purchaseOrders.addLine(input)
    await purchaseOrders.place({ orderId: line.orderId })
    return line
  }
  const receive = ({ orderId, lineId }: Awaited<ReturnType<typeof order>>, quantity: number) =>
    purchaseOrders.receive({ orderId, lineId, quantity })
  const first = await order(3, 41.25)
  await receive(first, 2)
  await purchaseOrders.close({ orderId: first.orderId })
  const second = await order(1, 55)
  const { stockItemId } = await stock.add({ partNumber: 'S-1', description: 'Seal', cost: 2, quantity: 1 })
  await stock.receive({ stockItemId, quantity: 4, cost: 3 })
  await tickets.addPart({ ticketId, stockItemId, quantity: 2, perPartAmount: 5 })
  await finalize(ticketId, '11 09:00')
  const { totals } = await tickets.get({ ticketId })
  await billing.issueInvoice({ ticketId, expectedTotal: totals?.totalBalance ?? 0 })
  const day = { from: '2025-11-11', to: '2025-11-11' }
  // 3 × $41.25 + 2 × $3.00 of $190.00; then 2 × $41.25 + $55.00 + $6.00.
  expect(await read('parts-margin', day)).toEqual([
    'November 2025 | $60.25 | 31.7% | $190.00 | $129.75 | $0.00',
  ])
  await receive(second, 1)
  expect(await read('parts-margin', day)).toEqual([
    'November 2025 | $46.50 | 24.5% | $190.00 | $143.50 | $0.00',
  ])
})

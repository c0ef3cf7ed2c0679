import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { june } from '#server/seed/demo-accounts.ts'
import { createTestApp, type TestApp } from '../../../test/support/test-app.ts'

// What a person taps waits for the database at most three times: the first flight begins the transaction, confirms
// the session and asks the first question; the last one writes, logs the change and commits.

let app: TestApp
/** The flights of each connection. */
const flights = new Map<pg.Client, number>()
beforeAll(async () => {
  // Background jobs do not look for work on the connections that are counted.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  app = await createTestApp()
  const { query } = pg.Client.prototype
  const pending = new WeakMap<pg.Client, number>()
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const open = pending.get(this) ?? 0
    if (open === 0) flights.set(this, (flights.get(this) ?? 0) + 1)
    pending.set(this, open + 1)
    const answer = (query as (...args: unknown[]) => Promise<unknown>).apply(this, args)
    const done = () => void pending.set(this, (pending.get(this) ?? 1) - 1)
    answer.then(done, done)
    return answer
  } as never)
})
afterAll(async () => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  await app.close()
})

const PARTS = { quantity: 1, description: 'Lap sealant', perPartAmount: 12.5 }
type Clients = Record<'dana' | 'rosa', ReturnType<TestApp['as']>>

const CALLS: Readonly<
  Record<string, (clients: Clients, ticketId: number, ids: TestApp['ids']) => Promise<unknown>>
> = {
  'creating a ticket': ({ dana }) => dana.tickets.create({ ...june, jobs: [{ problem: 'Roof leak' }] }),
  'the board': ({ dana }) => dana.tickets.board(),
  'a list of tickets': ({ dana }) => dana.tickets.list({ state: 'active' }),
  'a ticket': ({ dana }, ticketId) => dana.tickets.get({ ticketId }),
  'a rig’s history': ({ dana }) => dana.workHistory.get({ vin: june.customerRV.vin }),
  'a job line’s problem': ({ dana }, ticketId) =>
    dana.tickets.changeJob({ ticketId, jobNumber: 1, problem: 'Roof leak above the bed' }),
  'a technician’s cause': ({ rosa }, ticketId) =>
    rosa.tickets.changeJob({ ticketId, jobNumber: 1, cause: 'A worn seam' }),
  'a new job line': ({ dana }, ticketId) => dana.tickets.addJob({ ticketId, problem: 'Door' }),
  'a part': ({ dana }, ticketId) => dana.tickets.addPart({ ticketId, ...PARTS }),
  'the customer’s details': ({ dana }, ticketId) =>
    dana.tickets.changeDetails({
      ticketId,
      customerDetails: { ...june.customerDetails, phone: '5745550199' },
    }),
  'a technician for a ticket': ({ dana }, ticketId, { sam }) =>
    dana.tickets.assign({ ticketId, employeeId: sam }),
  'clocking in': ({ rosa }, ticketId) => rosa.tickets.clockIn({ ticketId, jobNumber: 1 }),
  'asking for approval': ({ dana }, ticketId) => dana.tickets.askApproval({ ticketId }),
  'the messages of a ticket': ({ dana }, ticketId) => dana.messages.list({ ticketId }),
  'the company': ({ dana }) => dana.companies.mine(),
  'the employees': ({ dana }) => dana.employees.list(),
}

test.each(Object.entries(CALLS))('%s waits at most three times', async (_, call) => {
  const clients = { dana: app.as('dana'), rosa: app.as('rosa') }
  // Their sessions are cached from here on.
  for (const client of Object.values(clients)) await client.me()
  const ticketId = await app.createTicket('rosa')
  flights.clear()
  await call(clients, ticketId, app.ids)
  const waits = Math.max(...flights.values())
  expect(waits).toBeLessThanOrEqual(3)
  expect(waits).toBeGreaterThan(0)
})

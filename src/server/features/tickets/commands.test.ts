import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customers, june } from '#server/seed/demo-accounts.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const TWO_FOURTEEN = new Date('2025-11-20T19:14:00Z')
beforeEach(() => {
  app.now = TWO_FOURTEEN
})

const rowOf = (ticketId: number) =>
  app.database.selectFrom('ticket').selectAll().where('ticketId', '=', ticketId).executeTakeFirstOrThrow()
const changesOf = (ticketId: number) =>
  app.database
    .selectFrom('changeLog')
    .selectAll()
    .where('kind', '=', 'ticket')
    .where('id', '=', String(ticketId))
    .orderBy('version')
    .execute()
const rigOf = (vin: string) =>
  app.database.selectFrom('rig').selectAll().where('vin', '=', vin).executeTakeFirst()
const howManyTickets = async () =>
  (await app.database.selectFrom('ticket').select('ticketId').execute()).length

const runClock = (ticketId: number) =>
  app.database
    .insertInto('clockSession')
    .values({
      companyId: app.ids.dana,
      sessionId: randomUUID(),
      ticketId,
      jobNumber: 1,
      technicianId: randomUUID(),
      technician: 'Kit Moss',
      clockInTime: app.now,
      clockOutTime: null,
      isCorrected: false,
      checkedAt: null,
    })
    .execute()

const movedBy = (what: string, when: string) => [
  { code: 'ticket.transitioned', message: `Already ${what} by Dana Reyes at ${when}.` },
]

describe('a ticket is not created', () => {
  test('with required fields missing: each is named by its path', async () => {
    const before = await howManyTickets()
    const blank = { firstName: '', lastName: ' ', email: 'june', phone: '' }
    const refusal = await errorOf(
      app.as('walt').tickets.create({
        customerDetails: blank,
        customerRV: { vin: '', axleAmount: '2' },
        jobs: [{ problem: 'Awning', estimatedTime: 0.3 }],
      }),
    )
    expect(refusal).toMatchObject({
      code: 'INVALID',
      status: 400,
      fields: {
        'customerDetails.firstName': 'Required.',
        'customerDetails.lastName': 'Required.',
        'customerDetails.email': 'Enter a valid email address.',
        'customerDetails.phone': 'Required.',
        'customerRV.vin': 'Required.',
        'jobs.0.estimatedTime': 'Use quarter-hour increments.',
      },
    })
    expect(await howManyTickets()).toBe(before)
  })

  test('for an unknown VIN without make, model and year, and it is not added to the shared rigs', async () => {
    const before = await howManyTickets()
    const customerRV = { vin: 'UNKNOWN-1', axleAmount: '2' as const, model: 'Imagine' }
    expect(await errorOf(app.as('walt').tickets.create({ ...june, customerRV }))).toMatchObject({
      code: 'INVALID',
      fields: { 'customerRV.make': 'Required.', 'customerRV.year': 'Required.' },
    })
    expect(await howManyTickets()).toBe(before)
    expect(await rigOf('UNKNOWN-1')).toBeUndefined()
  })
})

describe('a created ticket', () => {
  const harold = customers[0]
  let ticketId: number
  beforeAll(async () => {
    const vin = ` ${harold.customerRV.vin.toLowerCase().replace('nb9', 'n b9')} `
    const created = await app.as('walt').tickets.create({
      customerDetails: { ...harold.customerDetails, coordinates: { latitude: 41.58, longitude: -85.83 } },
      customerRV: { ...harold.customerRV, vin },
      jobs: [
        { problem: '  Brakes pull to the right ', estimatedTime: 1.75 },
        { problem: 'Check the breakaway switch', estimate: true },
      ],
    })
    ticketId = created.ticketId
  })

  test('is stored completely, its VIN normalized', async () => {
    expect(ticketId).toBeGreaterThanOrEqual(100_000)
    expect(ticketId).toBeLessThanOrEqual(999_999)
    const { card: _, bookedDay: __, ...row } = await rowOf(ticketId)
    expect(row).toEqual({
      companyId: app.ids.dana,
      ticketId,
      state: 'active',
      customerUuid: null,
      companyCustomerId: expect.any(String),
      firstName: 'Harold',
      lastName: 'Whitcomb',
      email: 'harold.whitcomb@mail.example',
      phone: '(574) 555-0202',
      address: '77 County Road 10, Goshen, IN 46526',
      addressKey: '77 county road 10, goshen, in 46526',
      latitude: 41.58,
      longitude: -85.83,
      profileImageUrl: null,
      rvImage: null,
      vin: '5ZT2CXYBXNB9X0317',
      make: 'Coachmen',
      model: 'Catalina 293QBCK',
      year: '2022',
      axleAmount: '2',
      assignedTechnician: null,
      pendingTimestamp: null,
      confirmedAt: null,
      activeTimestamp: TWO_FOURTEEN,
      checkIn: null,
      odometer: null,
      generatorHours: null,
      arrivedOn: null,
      departedOn: null,
      completedTimestamp: null,
      importedBalance: null,
      closeReason: null,
      closeNote: null,
      closedFrom: null,
      importedKey: null,
      suppliesRule: null,
      laborRate: null,
      feeChoices: null,
      transition: 'create',
      transitionedBy: app.ids.walt,
      transitionedByName: 'Walt Kim',
      transitionedAt: TWO_FOURTEEN,
    })
  })

  test('has its job lines numbered from 1, with empty cause and correction', async () => {
    const { jobs } = await app.as('dana').tickets.get({ ticketId })
    expect(jobs).toMatchObject([
      {
        jobNumber: 1,
        problem: 'Brakes pull to the right',
        cause: '',
        correction: '',
        estimatedTime: 1.75,
        estimate: false,
      },
      { jobNumber: 2, problem: 'Check the breakaway switch', cause: '', estimatedTime: 0, estimate: true },
    ])
  })

  test('leaves one log entry, whose card has no money and no contact details', async () => {
    expect(await changesOf(ticketId)).toEqual([
      {
        companyId: app.ids.dana,
        version: expect.any(Number),
        kind: 'ticket',
        id: String(ticketId),
        verb: 'ticket.create',
        at: TWO_FOURTEEN,
        actor: app.ids.walt,
        actorName: 'Walt Kim',
        seq: 1,
        detail: { state: { before: null, after: 'active' } },
        card: {
          ticketId,
          state: 'active',
          firstName: 'Harold',
          lastName: 'Whitcomb',
          make: 'Coachmen',
          model: 'Catalina 293QBCK',
          year: '2022',
          assignedTechnician: null,
          technician: null,
          helpers: [],
          jobCount: 2,
          since: TWO_FOURTEEN.toISOString(),
          hold: null,
          isClockRunning: false,
          askedCount: 0,
          approvedCount: 0,
          declinedCount: 0,
          bookedDay: null,
          appointmentAt: null,
          confirmedAt: null,
          plannedDay: null,
          serviceBay: null,
        },
      },
    ])
  })

  test('adds the new rig to the shared rigs, unassigned', async () => {
    expect(await rigOf('5ZT2CXYBXNB9X0317')).toEqual({
      vin: '5ZT2CXYBXNB9X0317',
      make: 'Coachmen',
      model: 'Catalina 293QBCK',
      year: '2022',
      axleAmount: '2',
      customerUuid: app.ids.dana,
      assigned: false,
      rvImage: null,
      addedAt: TWO_FOURTEEN,
    })
  })

  test('for a VIN on file needs no make, model or year, in other companies as well', async () => {
    const customerRV = { vin: '5ZT2CXYBXNB9X0317', axleAmount: '3' as const, model: 'Typed by hand' }
    const { ticketId: theirs } = await app.as('ray').tickets.create({ ...june, customerRV })
    expect(await rowOf(theirs)).toMatchObject({
      make: 'Coachmen',
      model: 'Typed by hand',
      year: '2022',
      axleAmount: '3',
    })
    expect(await rigOf('5ZT2CXYBXNB9X0317')).toMatchObject({ model: 'Catalina 293QBCK', axleAmount: '2' })
  })
})

describe('a step is refused', () => {
  test('on a ticket finalized by someone else, with who and when', async () => {
    const ticketId = await app.createTicket()
    await app.as('dana').tickets.finalize({ ticketId })
    app.now = new Date('2025-11-20T21:00:00Z')
    expect(await errorOf(app.as('walt').tickets.finalize({ ticketId }))).toEqual({
      code: 'REFUSED',
      status: 409,
      message: 'Already finalized by Dana Reyes at 2:14 PM.',
      obstacles: movedBy('finalized', '2:14 PM'),
    })
    app.now = new Date('2025-11-21T05:00:00Z')
    expect(await errorOf(app.as('walt').tickets.finalize({ ticketId }))).toMatchObject({
      obstacles: movedBy('finalized', '2:14 PM yesterday'),
    })
  })

  test("with times in the company's time zone", async () => {
    const { ticketId } = await app.as('ray').tickets.create({ ...june, jobs: [{ problem: 'Awning' }] })
    await app.as('ray').tickets.finalize({ ticketId })
    const { message } = await errorOf(app.as('ray').tickets.finalize({ ticketId }))
    expect(message).toBe('Already finalized by Ray Tillman at 1:14 PM.')
  })

  test('while anything blocks finalizing, with all blockers', async () => {
    const ticketId = await app.createTicket()
    await app.as('dana').tickets.addPart({ ticketId, quantity: 1, description: 'Grease seal' })
    await runClock(ticketId)
    await app.database.updateTable('ticket').set({ vin: '' }).where('ticketId', '=', ticketId).execute()
    const before = [await rowOf(ticketId), await changesOf(ticketId)]
    expect(await errorOf(app.as('walt').tickets.finalize({ ticketId }))).toMatchObject({
      code: 'REFUSED',
      obstacles: [
        {
          code: 'ticket.no-vin',
          message: 'The RV has no VIN yet. Add it first: work history is kept by VIN.',
        },
        {
          code: 'clock.running',
          message: 'A technician is still clocked in on 1. Roof leak above the bunk. Clock out first.',
        },
        { code: 'part.unpriced', message: 'Add prices for Grease seal first.' },
      ],
    })
    expect([await rowOf(ticketId), await changesOf(ticketId)]).toEqual(before)
  })

  test('when approval is requested without job lines, or with a running clock', async () => {
    const { ticketId } = await app.as('dana').tickets.create({ ...june, jobs: [] })
    expect(await errorOf(app.as('walt').tickets.askApproval({ ticketId }))).toMatchObject({
      obstacles: [{ code: 'ticket.no-jobs' }],
    })
    const running = await app.createTicket('rosa')
    await runClock(running)
    expect(await errorOf(app.as('rosa').tickets.askApproval({ ticketId: running }))).toMatchObject({
      obstacles: [{ code: 'clock.running' }],
    })
  })

  test('for completing a ticket without a VIN', async () => {
    const ticketId = await app.createTicket()
    await app.as('dana').tickets.finalize({ ticketId })
    await app.database.updateTable('ticket').set({ vin: '' }).where('ticketId', '=', ticketId).execute()
    expect(await errorOf(app.as('dana').tickets.complete({ ticketId }))).toMatchObject({
      obstacles: [{ code: 'ticket.no-vin' }],
    })
    expect(await rowOf(ticketId)).toMatchObject({ state: 'completed', completedTimestamp: null })
  })

  test("on an unknown ticket, and approving it uses the specification's message", async () => {
    const ticketId = 100_000
    expect(await errorOf(app.as('dana').tickets.finalize({ ticketId }))).toMatchObject({
      code: 'NOT_FOUND',
      message: 'Not found.',
    })
    expect(await errorOf(app.as('dana').tickets.approve({ ticketId }))).toMatchObject({
      code: 'NOT_FOUND',
      message: 'No ticket data found.',
    })
  })
})

describe('tapped by two at the same moment', () => {
  test.each([1, 2, 3, 4, 5, 6])('finalize moves the ticket once, and the other is refused (%d)', async () => {
    const ticketId = await app.createTicket()
    const tries = await Promise.allSettled([
      app.as('dana').tickets.finalize({ ticketId }),
      app.as('walt').tickets.finalize({ ticketId }),
      app.as('dana').tickets.finalize({ ticketId }),
    ])
    const lost = tries.filter(({ status }) => status === 'rejected')
    expect(lost).toHaveLength(2)
    const { transitionedByName } = await rowOf(ticketId)
    for (const { reason } of lost as PromiseRejectedResult[]) {
      expect(reason.code).toBe('REFUSED')
      expect(reason.message).toBe(`Already finalized by ${transitionedByName} at 2:14 PM.`)
    }
    expect((await changesOf(ticketId)).map(({ verb }) => verb)).toEqual(['ticket.create', 'ticket.finalize'])
  })

  test('complete and reopen: exactly one of them happens', async () => {
    const ticketId = await app.createTicket()
    await app.as('dana').tickets.finalize({ ticketId })
    const tries = await Promise.allSettled([
      app.as('dana').tickets.complete({ ticketId }),
      app.as('walt').tickets.reopen({ ticketId }),
    ])
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const { state } = await rowOf(ticketId)
    const entries = await app.database
      .selectFrom('workHistory')
      .select('vin')
      .where('ticketId', '=', ticketId)
      .execute()
    expect(entries).toHaveLength(state === 'recorded' ? 1 : 0)
  })
})

describe("a ticket's life", () => {
  test('is one row, with a log entry for every step', async () => {
    const ticketId = await app.createTicket('rosa')
    const id = { ticketId }
    app.now = new Date('2025-11-20T20:00:00Z')
    expect(await app.as('rosa').tickets.askApproval(id)).toEqual({ ticketId, state: 'approval' })
    expect(await app.as('walt').tickets.approve(id)).toEqual({ ticketId, state: 'active' })
    expect(await app.as('walt').tickets.finalize(id)).toEqual({ ticketId, state: 'completed' })
    expect(await app.as('walt').tickets.reopen(id)).toEqual({ ticketId, state: 'active' })
    expect(await app.as('dana').tickets.finalize(id)).toEqual({ ticketId, state: 'completed' })
    expect(await app.as('dana').tickets.complete(id)).toEqual({ ticketId, state: 'recorded' })

    const rows = await app.database
      .selectFrom('ticket')
      .selectAll()
      .where('ticketId', '=', ticketId)
      .execute()
    expect(rows).toMatchObject([
      {
        state: 'recorded',
        activeTimestamp: TWO_FOURTEEN,
        completedTimestamp: app.now,
        laborRate: 145_00,
        transition: 'complete',
        transitionedBy: app.ids.dana,
        transitionedByName: 'Dana Reyes',
        transitionedAt: app.now,
        card: { state: 'recorded', technician: 'Rosa Díaz', since: app.now.toISOString() },
      },
    ])
    expect((await changesOf(ticketId)).map(({ verb, actorName }) => `${verb} ${actorName}`)).toEqual([
      'ticket.create Dana Reyes',
      'ticket.assign Dana Reyes',
      'ticket.askApproval Rosa Díaz',
      'ticket.approve Walt Kim',
      'ticket.finalize Walt Kim',
      'ticket.reopen Walt Kim',
      'ticket.finalize Dana Reyes',
      'ticket.complete Dana Reyes',
    ])
  })

  test('starts as a booking that is accepted or declined', async () => {
    const accepted = await app.createBooking()
    expect(await rowOf(accepted)).toMatchObject({
      state: 'pending',
      pendingTimestamp: TWO_FOURTEEN,
      activeTimestamp: null,
    })
    app.now = new Date('2025-11-20T20:00:00Z')
    expect(await app.as('walt').tickets.accept({ ticketId: accepted })).toMatchObject({ state: 'pending' })
    expect(await rowOf(accepted)).toMatchObject({
      state: 'pending',
      confirmedAt: app.now,
      transition: 'accept',
    })

    const declined = await app.createBooking()
    expect(await app.as('walt').tickets.decline({ ticketId: declined })).toMatchObject({
      state: 'declined',
    })
    expect((await errorOf(app.as('dana').tickets.accept({ ticketId: declined }))).message).toBe(
      'Already declined by Walt Kim at 3:00 PM.',
    )
  })

  test('keeps the rate of the day it was finalized, until it is reopened', async () => {
    const ticketId = await app.createTicket()
    const totalLabor = async () => (await app.as('dana').tickets.get({ ticketId })).totals?.totalLaborBalance
    const charge = (laborRate: number) =>
      app.database
        .updateTable('company')
        .set({ laborRate: laborRate as never })
        .where('companyId', '=', app.ids.dana)
        .execute()
    expect(await totalLabor()).toBe(181.25)
    await app.as('dana').tickets.finalize({ ticketId })
    await charge(200_00)
    expect(await totalLabor()).toBe(181.25)
    await app.as('dana').tickets.reopen({ ticketId })
    expect(await rowOf(ticketId)).toMatchObject({ laborRate: null })
    expect(await totalLabor()).toBe(250)
    await charge(145_00)
  })
})

test('a new ticket gets the image of its rig, and adds an unknown rig', async () => {
  const rig = customers[3].customerRV
  const send = (customerRV: object) =>
    app.as('dana').tickets.create({ ...june, customerRV: { ...rig, ...customerRV }, jobs: [] })
  await send({})
  expect(await rigOf(rig.vin)).toMatchObject({
    make: rig.make,
    assigned: false,
    customerUuid: app.ids.dana,
  })
  await app.database.updateTable('rig').set({ rvImage: '/api/rig.webp' }).where('vin', '=', rig.vin).execute()
  for (const typed of [{}, { make: '' }]) {
    const { ticketId } = await send(typed)
    const { customerRV } = await app.as('dana').tickets.get({ ticketId })
    expect(customerRV).toMatchObject({ make: rig.make, rvImage: '/api/rig.webp' })
  }
})

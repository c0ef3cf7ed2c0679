import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isIdFromKey } from '#domain/lib/uuid.ts'
import { activitySentence } from '#domain/tickets/activity.ts'
import { MAX_PARTS } from '#domain/tickets/part.ts'
import { createLinkedTicket } from '../../../../test/support/customer-fixtures.ts'
import { START } from '../../../../test/support/global-setup.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'
import { timedKey } from '../../../../test/support/timed-key.ts'

let app: TestApp
let ticketId: number
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.now = new Date(START)
  ticketId = await app.createTicket('rosa')
})

const DAY_MS = 24 * 60 * 60 * 1000
const dayFrom = (days: number): string =>
  new Date(Date.parse(START) + days * DAY_MS).toISOString().slice(0, 10)

const motor = { quantity: 1, description: 'Awning motor', perPartAmount: 289 }
const partsOf = (ticket = ticketId) =>
  app.database.selectFrom('part').selectAll().where('ticketId', '=', ticket).orderBy('position').execute()
const lastVerb = async () => {
  const changes = app.database
    .selectFrom('changeLog')
    .select(['verb', 'actorName'])
    .where('id', '=', String(ticketId))
  const last = await changes.orderBy('version', 'desc').executeTakeFirstOrThrow()
  return `${last.verb} ${last.actorName}`
}

describe('a part is not added', () => {
  test.each([
    [{ quantity: 0 }, { quantity: 'Enter a number greater than 0.' }],
    [{ quantity: -1 }, { quantity: 'Enter a number greater than 0.' }],
    [{ perPartAmount: 0 }, { perPartAmount: 'Enter a number greater than 0.' }],
    [{ perPartAmount: 12.345 }, { perPartAmount: 'Use no more than 2 decimal places.' }],
    [{ quantity: Number.NaN }, { quantity: 'Enter a number.' }],
  ])('with %j: %j', async (wrong, fields) => {
    const refusal = await errorOf(app.as('dana').tickets.addPart({ ticketId, ...motor, ...wrong }))
    expect(refusal).toMatchObject({ code: 'INVALID', fields })
    expect(await partsOf()).toEqual([])
  })

  test('with a price by a technician, even on their own ticket', async () => {
    expect((await errorOf(app.as('rosa').tickets.addPart({ ticketId, ...motor }))).code).toBe('FORBIDDEN')
    expect(await partsOf()).toEqual([])
  })

  test('by a technician during approval; the desk still adds parts', async () => {
    await app.as('dana').tickets.askApproval({ ticketId })
    const seal = { ticketId, quantity: 4, description: 'Grease seal' }
    const refusal = await errorOf(app.as('rosa').tickets.addPart(seal))
    expect(refusal.message).toMatch(/^Already sent for approval by Dana Reyes at /)
    expect(await partsOf()).toEqual([])
    await app.as('walt').tickets.addPart(seal)
    expect(await partsOf()).toHaveLength(1)
  })

  test('beyond five hundred of a ticket', async () => {
    await app.database
      .insertInto('part')
      .values(
        Array.from({ length: MAX_PARTS - 1 }, (_, position) => ({
          ...{ companyId: app.ids.dana, ticketId, partId: randomUUID(), position, quantity: 1 },
          ...{ description: `Screw ${position}`, perPartAmount: null, jobNumber: null },
        })),
      )
      .execute()
    await app.as('dana').tickets.addPart({ ticketId, ...motor })
    expect(await errorOf(app.as('dana').tickets.addPart({ ticketId, ...motor }))).toMatchObject({
      code: 'REFUSED',
      message: 'A ticket holds at most 500 parts. Put the rest on another ticket.',
    })
    expect(await partsOf()).toHaveLength(MAX_PARTS)
  })

  test('for an unknown job line', async () => {
    const refusal = await errorOf(app.as('dana').tickets.addPart({ ticketId, ...motor, jobNumber: 2 }))
    expect(refusal).toMatchObject({ code: 'REFUSED', obstacles: [{ code: 'job.unknown' }] })
    expect(await partsOf()).toEqual([])
  })

  test('changed or removed once the ticket is finalized', async () => {
    const { partId } = await app.as('dana').tickets.addPart({ ticketId, ...motor })
    await app.as('dana').tickets.finalize({ ticketId })
    const before = await partsOf()
    const desk = app.as('walt').tickets
    const closed = {
      code: 'REFUSED',
      obstacles: [{ code: 'ticket.transitioned' }, { code: 'ticket.closed' }],
    }
    expect(await errorOf(desk.addPart({ ticketId, ...motor }))).toMatchObject(closed)
    expect(await errorOf(desk.changePart({ ticketId, partId, quantity: 2 }))).toMatchObject(closed)
    expect(await errorOf(desk.removePart({ ticketId, partId }))).toMatchObject(closed)
    expect(await partsOf()).toEqual(before)
  })
})

test('a part that is not on this ticket is neither changed nor removed', async () => {
  const { partId } = await app.as('dana').tickets.addPart({ ticketId, ...motor })
  const other = await app.createTicket()
  const desk = app.as('dana').tickets
  expect((await errorOf(desk.changePart({ ticketId: other, partId, quantity: 2 }))).code).toBe('NOT_FOUND')
  expect((await errorOf(desk.removePart({ ticketId: other, partId }))).code).toBe('NOT_FOUND')
  expect((await errorOf(desk.removePart({ ticketId, partId: randomUUID() }))).code).toBe('NOT_FOUND')
  expect(await partsOf()).toMatchObject([{ partId, quantity: 1 }])
})

test('a part and a clock have ids that the device which tapped them recognizes', async () => {
  const rosa = app.as('rosa').tickets
  const [partKey, clockKey] = [timedKey(app.now), timedKey(app.now)]
  const { partId } = await rosa.addPart(
    { ticketId, quantity: 1, description: 'Lap sealant' },
    { context: { idempotencyKey: partKey } },
  )
  const clock = await rosa.clockIn({ ticketId, jobNumber: 1 }, { context: { idempotencyKey: clockKey } })
  const { jobs } = await rosa.get({ ticketId })
  expect((await partsOf()).map(part => part.partId)).toEqual([partId])
  expect(jobs[0]?.sessions.map(({ sessionId }) => sessionId)).toEqual([clock.sessionId])
  expect([isIdFromKey(partId, partKey), isIdFromKey(clock.sessionId, clockKey)]).toEqual([true, true])
})

describe('a part', () => {
  test('is stored completely, its price in cents, last in the list', async () => {
    const desk = app.as('walt').tickets
    await desk.addPart({ ticketId, ...motor })
    const { partId } = await desk.addPart({
      ticketId,
      quantity: 0.5,
      description: ' Grease, lb ',
      perPartAmount: 18.4,
      jobNumber: 1,
    })
    expect((await partsOf())[1]).toEqual({
      companyId: app.ids.dana,
      ticketId,
      partId,
      position: 2,
      jobNumber: 1,
      quantity: 0.5,
      description: 'Grease, lb',
      perPartAmount: 18_40,
      sublet: null,
    })
    expect(await lastVerb()).toBe('ticket.add-part Walt Kim')
  })

  test('added in the bay has no price until the desk sets one', async () => {
    const { partId } = await app
      .as('rosa')
      .tickets.addPart({ ticketId, quantity: 4, description: 'Grease seal' })
    expect(await partsOf()).toMatchObject([{ perPartAmount: null }])
    await app.as('walt').tickets.changePart({ ticketId, partId, perPartAmount: 9.8 })
    expect(await partsOf()).toMatchObject([
      { partId, quantity: 4, description: 'Grease seal', perPartAmount: 9_80 },
    ])
    expect(await lastVerb()).toBe('ticket.change-part Walt Kim')
  })

  test('loses its price and its job line with null, and keeps omitted fields', async () => {
    const desk = app.as('walt').tickets
    const { partId } = await desk.addPart({ ticketId, ...motor, jobNumber: 1 })
    await desk.changePart({ ticketId, partId, perPartAmount: null })
    expect(await partsOf()).toMatchObject([
      { perPartAmount: null, jobNumber: 1, description: 'Awning motor' },
    ])
    await desk.changePart({ ticketId, partId, jobNumber: null, perPartAmount: 12 })
    expect(await partsOf()).toMatchObject([{ perPartAmount: 12_00, jobNumber: null, quantity: 1 }])
    await desk.removeJob({ ticketId, jobNumber: 1 })
    expect((await desk.get({ ticketId })).jobs).toEqual([])
  })

  test('cannot be moved to an unknown job line, and keeps its own', async () => {
    const desk = app.as('walt').tickets
    const { partId } = await desk.addPart({ ticketId, ...motor, jobNumber: 1 })
    expect(await errorOf(desk.changePart({ ticketId, partId, jobNumber: 2 }))).toMatchObject({
      code: 'REFUSED',
      obstacles: [{ code: 'job.unknown' }],
    })
    expect(await partsOf()).toMatchObject([{ jobNumber: 1 }])
  })

  test('is billed with 10 % shop supplies, and not at all once removed', async () => {
    const desk = app.as('dana').tickets
    const { partId } = await desk.addPart({ ticketId, ...motor })
    await desk.addPart({ ticketId, quantity: 4, description: 'Grease seal', perPartAmount: 9.8 })
    const ticket = await desk.get({ ticketId })
    expect(ticket.parts.map(({ totalAmount }) => totalAmount)).toEqual([289, 39.2])
    expect(ticket.totals).toEqual({
      laborRate: 145,
      laborHint: '1h15m × $145.00/hr',
      suppliesRule: null,
      suppliesHint: 'Parts + 10% shop supplies',
      invoiced: null,
      importedBalance: null,
      totalPartsAmount: 328.2,
      shopSupplies: 32.82,
      totalLaborBalance: 181.25,
      totalBalance: 542.27,
      balanceHint: null,
    })
    await desk.removePart({ ticketId, partId })
    expect((await desk.get({ ticketId })).totals).toMatchObject({
      totalPartsAmount: 39.2,
      shopSupplies: 3.92,
    })
    expect(await lastVerb()).toBe('ticket.remove-part Dana Reyes')
  })

  test('is stored for each of many who add one at the same moment, each at its own position', async () => {
    const adding = Array.from({ length: 12 }, (_, index) =>
      app
        .as(index % 2 === 0 ? 'dana' : 'walt')
        .tickets.addPart({ ticketId, quantity: 1, description: `Bolt ${index}` }),
    )
    await Promise.all(adding)
    expect((await partsOf()).map(({ position }) => position)).toEqual(
      Array.from({ length: 12 }, (_, index) => index + 1),
    )
  })
})

describe('sublet work', () => {
  const glass = {
    ...{ quantity: 1, description: 'Windshield', perPartAmount: 150 },
    sublet: { supplier: 'Glass & Go', reference: 'Q-7', cost: 110, expectedOn: dayFrom(3) },
  }

  test('is a part without shop supplies, whose cost only the desk sees', async () => {
    const { ticketId, token, client } = await createLinkedTicket(app)
    const before = (await app.as('walt').tickets.get({ ticketId })).totals?.shopSupplies
    await app.as('walt').tickets.addPart({ ticketId, ...glass })
    const { parts, totals } = await app.as('walt').tickets.get({ ticketId })
    expect(parts.at(-1)).toMatchObject(glass)
    expect(totals?.shopSupplies).toBe(before)
    expect((await app.as('rosa').tickets.get({ ticketId })).parts.at(-1)).toMatchObject({ sublet: null })
    const seen = await client.customerView.get({ token })
    expect(seen.parts.at(-1)).toMatchObject({ description: 'Windshield', perPartAmount: 150, sublet: {} })
    expect(JSON.stringify(seen)).not.toContain('Glass & Go')
  })

  test('without a price is named before Finalize', async () => {
    const desk = app.as('walt').tickets
    const open = await app.createTicket('rosa')
    const { perPartAmount: _, ...unpriced } = glass
    const { partId } = await desk.addPart({ ticketId: open, ...unpriced })
    expect(await errorOf(desk.finalize({ ticketId: open }))).toMatchObject({
      message: 'Add prices for Windshield first.',
    })
    await desk.changePart({ ticketId: open, partId, perPartAmount: 150 })
    expect(await desk.finalize({ ticketId: open })).toMatchObject({ state: 'completed' })
  })

  test('is noted, changed and made the shop’s own, each in the activity', async () => {
    const desk = app.as('walt').tickets
    const { partId } = await desk.addPart({ ticketId, ...motor })
    await desk.changePart({ ticketId, partId, sublet: { supplier: 'Dometic Service' } })
    expect(await partsOf()).toMatchObject([
      { sublet: { supplier: 'Dometic Service', reference: '', cost: null, expectedOn: null } },
    ])
    const lastEntry = async () =>
      (await desk.activity({ ticketId })).entries.slice(0, 1).map(activitySentence)
    expect(await lastEntry()).toEqual(['Walt noted the sublet of Awning motor'])
    await desk.changePart({ ticketId, partId, sublet: null })
    expect(await partsOf()).toMatchObject([{ sublet: null, perPartAmount: 289_00 }])
    expect(await lastEntry()).toEqual(['Walt made Awning motor the shop’s own'])
  })

  test('keeps an expected day that has passed, but takes no new one', async () => {
    const desk = app.as('walt').tickets
    const { partId } = await desk.addPart({ ticketId, ...glass })
    app.now = new Date(app.now.getTime() + 5 * DAY_MS)
    await desk.changePart({ ticketId, partId, sublet: { ...glass.sublet, reference: 'Q-8' } })
    const late = { ...glass.sublet, expectedOn: dayFrom(4) }
    expect(await errorOf(desk.changePart({ ticketId, partId, sublet: late }))).toMatchObject({
      fields: { 'sublet.expectedOn': 'This date has passed. Choose today or a later date.' },
    })
    expect(await partsOf()).toMatchObject([{ sublet: { reference: 'Q-8', expectedOn: dayFrom(3) } }])
  })

  test.each([
    [{ supplier: ' ' }, { 'sublet.supplier': 'Required.' }],
    [{ cost: 0 }, { 'sublet.cost': 'Enter a number greater than 0.' }],
    [{ expectedOn: '2025-02-30' }, { 'sublet.expectedOn': expect.any(String) }],
    [
      { expectedOn: dayFrom(-1) },
      { 'sublet.expectedOn': 'This date has passed. Choose today or a later date.' },
    ],
  ])('is not added with %j', async (wrong, fields) => {
    const part = { ticketId, ...glass, sublet: { ...glass.sublet, ...wrong } }
    expect(await errorOf(app.as('dana').tickets.addPart(part))).toMatchObject({ code: 'INVALID', fields })
    expect(await partsOf()).toEqual([])
  })

  test('is not noted by a technician', async () => {
    const { perPartAmount: _, ...part } = glass
    expect((await errorOf(app.as('rosa').tickets.addPart({ ticketId, ...part }))).code).toBe('FORBIDDEN')
    expect(await partsOf()).toEqual([])
  })
})

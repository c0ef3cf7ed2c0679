import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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

describe('a technician is not assigned', () => {
  test('when the chosen employee is not one, or no one was chosen', async () => {
    const ticketId = await app.createTicket()
    const fields = { employeeId: 'Please select a technician.' }
    for (const employeeId of [app.ids.walt, ''])
      expect(await errorOf(app.as('walt').tickets.assign({ ticketId, employeeId }))).toMatchObject({
        code: 'INVALID',
        fields,
      })
    expect(await rowOf(ticketId)).toMatchObject({ assignedTechnician: null })
  })

  test('by another company', async () => {
    const ticketId = await app.createTicket()
    const refusal = await errorOf(app.as('dana').tickets.assign({ ticketId, employeeId: app.ids.wyatt }))
    expect(refusal.code).toBe('NOT_FOUND')
  })

  test('to a ticket that is no longer in progress, nor released from it', async () => {
    const ticketId = await app.createTicket('rosa')
    await app.as('dana').tickets.finalize({ ticketId })
    const obstacles = [
      { code: 'ticket.transitioned', message: 'Already finalized by Dana Reyes at 2:14 PM.' },
      { code: 'ticket.closed', message: expect.any(String) },
    ]
    const { sam: employeeId } = app.ids
    expect(await errorOf(app.as('walt').tickets.assign({ ticketId, employeeId }))).toMatchObject({
      obstacles,
    })
    expect(await errorOf(app.as('walt').tickets.release({ ticketId }))).toMatchObject({ obstacles })
    expect(await rowOf(ticketId)).toMatchObject({ assignedTechnician: app.ids.rosa })
  })
})

describe('assigning', () => {
  const assignmentsOf = (ticketId: number) =>
    app.database
      .selectFrom('assignment')
      .selectAll()
      .where('ticketId', '=', ticketId)
      .orderBy('date')
      .execute()

  test('keeps one row per company date, the last of that day', async () => {
    const ticketId = await app.createTicket('rosa')
    app.now = new Date('2025-11-21T04:30:00Z')
    await app.as('walt').tickets.assign({ ticketId, employeeId: app.ids.sam })
    const thursday = { companyId: app.ids.dana, ticketId, date: '2025-11-20', uuid: app.ids.sam }
    expect(await assignmentsOf(ticketId)).toEqual([
      { ...thursday, firstName: 'Sam', lastName: 'Ortiz', assignedAt: app.now, replaced: [app.ids.rosa] },
    ])
    app.now = new Date('2025-11-21T05:30:00Z')
    await app.as('walt').tickets.assign({ ticketId, employeeId: app.ids.rosa })
    expect(await assignmentsOf(ticketId)).toMatchObject([
      { date: '2025-11-20', uuid: app.ids.sam },
      { date: '2025-11-21', uuid: app.ids.rosa },
    ])
    expect(await rowOf(ticketId)).toMatchObject({
      assignedTechnician: app.ids.rosa,
      card: { technician: 'Rosa Díaz' },
    })
  })

  test('and releasing are logged with their own verbs', async () => {
    const ticketId = await app.createTicket('rosa')
    expect(await app.as('walt').tickets.release({ ticketId })).toEqual({ done: true })
    expect(await rowOf(ticketId)).toMatchObject({ assignedTechnician: null, transition: 'create' })
    expect(await assignmentsOf(ticketId)).toHaveLength(1)
    expect((await changesOf(ticketId)).map(({ verb }) => verb)).toEqual([
      'ticket.create',
      'ticket.assign',
      'ticket.release',
    ])
    expect((await errorOf(app.as('rosa').tickets.get({ ticketId }))).code).toBe('NOT_FOUND')
  })
})

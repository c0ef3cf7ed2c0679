import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MAX_JOBS } from '#domain/tickets/job.ts'
import { MAX_PARTS } from '#domain/tickets/part.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
let ticketId: number
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  const jobs = [
    { problem: 'Roof leak above the bunk', estimatedTime: 1.25 },
    { problem: 'Slide-out stops halfway', estimatedTime: 2, estimate: true },
  ]
  ticketId = (await app.as('dana').tickets.create({ ...june, jobs })).ticketId
  await app.as('dana').tickets.assign({ ticketId, employeeId: app.ids.rosa })
})

const jobsOf = () =>
  app.database.selectFrom('job').selectAll().where('ticketId', '=', ticketId).orderBy('jobNumber').execute()
const listChanges = async () => {
  const rows = app.database
    .selectFrom('changeLog')
    .select(['verb', 'actorName'])
    .where('id', '=', String(ticketId))
  return (await rows.orderBy('version').execute()).map(({ verb, actorName }) => `${verb} ${actorName}`)
}

describe('a job line change is refused', () => {
  test.each([{ problem: 'Nothing' }, { estimatedTime: 9 }, { cause: 'Vent', problem: 'Nothing' }])(
    'to a technician for what the desk decides: %j',
    async change => {
      const before = [await jobsOf(), await listChanges()]
      const refusal = await errorOf(app.as('rosa').tickets.changeJob({ ticketId, jobNumber: 1, ...change }))
      expect(refusal.code).toBe('FORBIDDEN')
      expect([await jobsOf(), await listChanges()]).toEqual(before)
    },
  )

  test('to one line more than two hundred', async () => {
    const jobs = Array.from({ length: MAX_JOBS }, (_, index) => ({ problem: `Screw ${index}` }))
    const full = await app.as('dana').tickets.create({ ...june, jobs })
    const more = app
      .as('dana')
      .tickets.addJob({ ticketId: full.ticketId, problem: 'One more', estimatedTime: 1 })
    expect(await errorOf(more)).toMatchObject({
      code: 'REFUSED',
      message: 'A ticket holds at most 200 job lines. Put the rest on another ticket.',
    })
  })

  test('for a line that is not on the ticket', async () => {
    for (const jobNumber of [3, 9999])
      expect(
        await errorOf(app.as('rosa').tickets.changeJob({ ticketId, jobNumber, cause: 'Vent' })),
      ).toMatchObject({
        code: 'REFUSED',
        message: 'That job line is no longer on the ticket.',
      })
  })

  test('once the ticket is finalized', async () => {
    await app.as('dana').tickets.finalize({ ticketId })
    const refusal = await errorOf(app.as('rosa').tickets.changeJob({ ticketId, jobNumber: 1, cause: 'Vent' }))
    expect(refusal).toMatchObject({
      code: 'REFUSED',
      obstacles: [{ code: 'ticket.transitioned' }, { code: 'ticket.closed' }],
    })
    expect(await errorOf(app.as('dana').tickets.approveTime({ ticketId, jobNumber: 2 }))).toMatchObject({
      obstacles: [{ code: 'ticket.transitioned' }, { code: 'ticket.closed' }],
    })
  })

  test.each([{ cause: 'Vent' }, { correction: 'Resealed' }, { suggestedTime: 2 }])(
    'to a technician during approval, naming who sent it: %j',
    async change => {
      await app.as('dana').tickets.askApproval({ ticketId })
      const before = [await jobsOf(), await listChanges()]
      const changing = (person: 'rosa' | 'walt') =>
        app.as(person).tickets.changeJob({ ticketId, jobNumber: 1, ...change })
      const refusal = await errorOf(changing('rosa'))
      expect(refusal.message).toMatch(/^Already sent for approval by Dana Reyes at /)
      expect([await jobsOf(), await listChanges()]).toEqual(before)
      await changing('walt')
      expect((await jobsOf())[0]).toMatchObject(change)
    },
  )

  test.each([
    [{ cause: 'x'.repeat(4001) }, { cause: 'Use at most 4,000 characters.' }],
    [{ correction: 'a\0b' }, { correction: 'Remove the unsupported character.' }],
    [{ suggestedTime: 1.005 }, { suggestedTime: 'Use no more than 2 decimal places.' }],
    [{ problem: '' }, { problem: 'Required.' }],
  ])('with %j: %j', async (change, fields) => {
    const refusal = await errorOf(app.as('dana').tickets.changeJob({ ticketId, jobNumber: 1, ...change }))
    expect(refusal).toMatchObject({ code: 'INVALID', fields })
  })
})

describe('text that replaces a different text than expected', () => {
  const write = (person: 'rosa' | 'walt', cause: string, over: string) =>
    app.as(person).tickets.changeJob({ ticketId, jobNumber: 1, cause, over: { cause: over } })

  test('is refused, and replaces nothing', async () => {
    await write('walt', 'Seam open on the left', '')
    const before = [await jobsOf(), await listChanges()]
    expect(await errorOf(write('rosa', 'Vent lid broken', ''))).toMatchObject({
      code: 'REFUSED',
      message: 'Someone else edited this text. Review both versions.',
      obstacles: [{ code: 'job.reworded' }],
    })
    expect([await jobsOf(), await listChanges()]).toEqual(before)
  })

  test('is accepted after reading the current one, or if it equals the current one', async () => {
    await write('walt', 'Seam open', '')
    await write('rosa', 'Seam open', '')
    await write('rosa', 'Vent lid broken', ' Seam open ')
    expect((await jobsOf())[0]).toMatchObject({ cause: 'Vent lid broken' })
  })

  test('by two at the same moment is accepted once, and the other is refused', async () => {
    const results = await Promise.allSettled([write('rosa', 'Vent', ''), write('walt', 'Seam', '')])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('a job line', () => {
  test('changes findings and nothing else', async () => {
    const [first, second] = await jobsOf()
    await app
      .as('rosa')
      .tickets.changeJob({ ticketId, jobNumber: 2, cause: 'Stripped gear ⚙️', suggestedTime: 2.33 })
    expect(await jobsOf()).toEqual([first, { ...second, cause: 'Stripped gear ⚙️', suggestedTime: 2.33 }])
    expect((await listChanges()).at(-1)).toBe('ticket.change-job Rosa Díaz')
  })

  test('accepts two fields from two people at the same moment', async () => {
    await Promise.all([
      app.as('rosa').tickets.changeJob({ ticketId, jobNumber: 1, cause: 'Sealant cracked' }),
      app.as('walt').tickets.changeJob({ ticketId, jobNumber: 1, problem: 'Roof leak, both sides' }),
      app.as('dana').tickets.changeJob({ ticketId, jobNumber: 1, correction: 'Resealed' }),
    ])
    expect((await jobsOf())[0]).toMatchObject({
      problem: 'Roof leak, both sides',
      cause: 'Sealant cracked',
      correction: 'Resealed',
    })
  })
})

describe('Approve Time', () => {
  test('is refused without a suggestion, and for a line that is no estimate', async () => {
    for (const [jobNumber, code] of [
      [1, 'job.no-estimate'],
      [2, 'job.no-suggestion'],
    ] as const)
      expect(await errorOf(app.as('walt').tickets.approveTime({ ticketId, jobNumber }))).toMatchObject({
        obstacles: [{ code }],
      })
  })

  test('applies the suggestion once, and a suggestion can be removed before', async () => {
    const suggest = (suggestedTime: number | null) =>
      app.as('rosa').tickets.changeJob({ ticketId, jobNumber: 2, suggestedTime })
    await suggest(9)
    await suggest(null)
    expect((await errorOf(app.as('walt').tickets.approveTime({ ticketId, jobNumber: 2 }))).code).toBe(
      'REFUSED',
    )
    await suggest(2.75)
    await app.as('walt').tickets.approveTime({ ticketId, jobNumber: 2 })
    expect((await jobsOf())[1]).toMatchObject({ estimatedTime: 2.75, estimate: false, suggestedTime: null })
    expect((await listChanges()).at(-1)).toBe('ticket.approve-time Walt Kim')
    expect((await errorOf(app.as('walt').tickets.approveTime({ ticketId, jobNumber: 2 }))).code).toBe(
      'REFUSED',
    )
  })
})

describe('job lines can be added and deleted while the ticket is in progress', () => {
  test('a new line gets the next number and is counted on the card', async () => {
    const { jobNumber } = await app
      .as('walt')
      .tickets.addJob({ ticketId, problem: 'Awning fabric torn', estimatedTime: 0.75 })
    expect(jobNumber).toBe(3)
    expect((await jobsOf())[2]).toMatchObject({
      problem: 'Awning fabric torn',
      estimatedTime: 0.75,
      estimate: false,
      cause: '',
      answer: 'none',
    })
    const { active } = await app.as('walt').tickets.board()
    expect(active.cards.find(card => card.ticketId === ticketId)?.jobCount).toBe(3)
    expect((await listChanges()).at(-1)).toBe('ticket.add-job Walt Kim')
  })

  test('a new line with parts has them after those of the ticket, each with a log entry', async () => {
    const { tickets } = app.as('walt')
    await tickets.addPart({ ticketId, quantity: 1, description: 'Screw', perPartAmount: 1 })
    const parts = [
      { quantity: 2, description: 'Vent lid', perPartAmount: 41.5 },
      { quantity: 1, description: '' },
    ]
    const { jobNumber } = await tickets.addJob({ ticketId, problem: 'Vent cracked', parts })
    const added = (await tickets.get({ ticketId })).parts
    expect(added).toMatchObject([
      { description: 'Screw', jobNumber: null },
      { ...parts[0], jobNumber },
      { ...parts[1], perPartAmount: null, jobNumber },
    ])
    const changes = await listChanges()
    expect(changes.slice(-3)).toEqual([
      'ticket.add-job Walt Kim',
      'ticket.add-part Walt Kim',
      'ticket.add-part Walt Kim',
    ])
    const full = Array.from({ length: MAX_PARTS - 2 }, () => ({ quantity: 1 }))
    const refused = await errorOf(tickets.addJob({ ticketId, problem: 'Too many', parts: full }))
    expect(refused).toMatchObject({ code: 'REFUSED' })
    expect(await listChanges()).toEqual(changes)
  })

  test('a line that nothing refers to is deleted', async () => {
    await app.as('walt').tickets.removeJob({ ticketId, jobNumber: 2 })
    expect((await jobsOf()).map(job => job.jobNumber)).toEqual([1])
    expect((await listChanges()).at(-1)).toBe('ticket.remove-job Walt Kim')
  })

  test('the number of a deleted line is not used again, so nothing tapped on it reaches another', async () => {
    await app.as('walt').tickets.removeJob({ ticketId, jobNumber: 2 })
    const added = await app.as('walt').tickets.addJob({ ticketId, problem: 'Awning fabric torn' })
    expect(added).toEqual({ jobNumber: 3 })
    const { message } = await errorOf(app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 2 }))
    expect(message).toBe('That job line is no longer on the ticket.')
    await app.as('walt').tickets.removeJob({ ticketId, jobNumber: 3 })
    const again = await app.as('walt').tickets.addJob({ ticketId, problem: 'Awning fabric torn' })
    expect(again).toEqual({ jobNumber: 4 })
  })

  test('a line with a part or time cannot be deleted', async () => {
    await app.as('walt').tickets.addPart({ ticketId, quantity: 1, jobNumber: 1, perPartAmount: 5 })
    await app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 2 })
    for (const jobNumber of [1, 2])
      expect(await errorOf(app.as('walt').tickets.removeJob({ ticketId, jobNumber }))).toMatchObject({
        code: 'REFUSED',
        message: 'Can’t delete: this job has time, photos or parts.',
      })
    expect(await jobsOf()).toHaveLength(2)
    await app.as('rosa').tickets.clockOut({ ticketId, jobNumber: 2 })
  })

  test('nothing changes once the ticket is finalized', async () => {
    await app.as('dana').tickets.finalize({ ticketId })
    const before = await jobsOf()
    const desk = app.as('dana').tickets
    expect((await errorOf(desk.addJob({ ticketId, problem: 'Late' }))).code).toBe('REFUSED')
    expect((await errorOf(desk.removeJob({ ticketId, jobNumber: 1 }))).code).toBe('REFUSED')
    expect(await jobsOf()).toEqual(before)
  })
})

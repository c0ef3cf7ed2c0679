import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { activitySentence } from '#domain/tickets/activity.ts'
import { june } from '#server/seed/demo-accounts.ts'
import {
  createTestApp,
  errorOf,
  type PersonName,
  type TestApp,
  withoutIds,
} from '../../../../test/support/test-app.ts'

const MINUTE_MS = 60_000

let app: TestApp
let ticketId: number
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.now = new Date('2025-11-20T19:00:00Z')
  const jobs = [{ problem: 'Roof leak', estimatedTime: 1 }, { problem: 'Slide-out' }]
  ticketId = (await app.as('dana').tickets.create({ ...june, jobs })).ticketId
  await app.as('dana').tickets.assign({ ticketId, employeeId: app.ids.rosa })
})

const pass = (minutes: number) => {
  app.now = new Date(app.now.getTime() + minutes * MINUTE_MS)
}
const entries = async (person: PersonName = 'rosa') =>
  (await app.as(person).tickets.activity({ ticketId })).entries
const sentences = async (person?: PersonName) => (await entries(person)).map(activitySentence)

describe('the activity of a ticket', () => {
  test('is shown newest first, as sentences, to everyone who may see the ticket', async () => {
    const [desk, bay] = [app.as('walt').tickets, app.as('rosa').tickets]
    await bay.changeJob({ ticketId, jobNumber: 1, suggestedTime: 2 })
    const { partId } = await bay.addPart({ ticketId, quantity: 4, description: 'Grease seal', jobNumber: 2 })
    await desk.changePart({ ticketId, partId, perPartAmount: 9.8, quantity: 6 })
    await bay.askApproval({ ticketId })
    await desk.approve({ ticketId })
    const expected = [
      'Walt approved the ticket',
      'Rosa sent the ticket for approval',
      'Walt priced Grease seal',
      'Walt changed the quantity of Grease seal from 4 to 6',
      'Rosa added Grease seal to 2. Slide-out',
      'Rosa suggested 2h00m for 1. Roof leak',
      'Dana assigned Rosa Díaz',
      'Dana created the ticket',
    ]
    for (const person of ['rosa', 'walt', 'dana'] as const) expect(await sentences(person)).toEqual(expected)
  })

  test('has both effects of one command: a clock stops on one line and starts on another', async () => {
    await app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 })
    pass(30)
    await app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 2 })
    const [started, stopped] = await entries()
    expect([started, stopped].map(entry => entry && activitySentence(entry))).toEqual([
      'Rosa clocked in on 2. Slide-out',
      'Rosa clocked out on 1. Roof leak',
    ])
    expect(started?.version).toBe(stopped?.version)
    expect([stopped?.seq, started?.seq]).toEqual([1, 2])
    expect(stopped?.detail?.tracked).toBe(30 * MINUTE_MS)
    await app.as('rosa').tickets.clockOut({ ticketId, jobNumber: 2 })
  })

  test('names the state before and after every step', async () => {
    await app.as('dana').tickets.finalize({ ticketId })
    await app.as('dana').tickets.reopen({ ticketId })
    expect((await entries()).flatMap(({ detail }) => detail?.state ?? [])).toEqual([
      { before: 'completed', after: 'active' },
      { before: 'active', after: 'completed' },
      { before: null, after: 'active' },
    ])
  })

  test('shows text saved while typing once, and an unchanged save never', async () => {
    for (const cause of ['Seal', 'Sealant', 'Sealant cracked', 'Sealant cracked']) {
      pass(1)
      await app.as('rosa').tickets.changeJob({ ticketId, jobNumber: 1, cause })
    }
    const rows = await app.database
      .selectFrom('changeLog')
      .select('verb')
      .where('id', '=', String(ticketId))
      .execute()
    expect(rows.filter(({ verb }) => verb === 'ticket.change-job')).toHaveLength(3)
    expect((await sentences()).slice(0, 2)).toEqual([
      'Rosa changed the cause of 1. Roof leak',
      'Dana assigned Rosa Díaz',
    ])
  })

  test('contains no money, whatever was priced', async () => {
    const { partId } = await app
      .as('dana')
      .tickets.addPart({ ticketId, quantity: 1, description: 'Motor', perPartAmount: 289.77 })
    await app.as('dana').tickets.changePart({ ticketId, partId, perPartAmount: 311.13 })
    expect(withoutIds(await entries())).not.toMatch(/289|311|28977|31113/)
  })

  test('is paged without omissions or repetitions', async () => {
    const bay = app.as('rosa').tickets
    for (let index = 0; index < 60; index += 1) {
      pass(index % 2 === 0 ? 1 : 4)
      await bay.changeJob({ ticketId, jobNumber: 1 + (index % 2), cause: `Cause ${index}` })
      await bay.addPart({ ticketId, quantity: 1, description: `Bolt ${index}` })
    }
    const seen: string[] = []
    const sizes: number[] = []
    let before: string | null | undefined
    while (before !== null) {
      const page = await bay.activity({ ticketId, ...(before === undefined ? {} : { before }) })
      seen.push(...page.entries.map(({ version, seq }) => `${version}.${seq}`))
      sizes.push(page.entries.length)
      before = page.next
    }
    // Sixty parts, the causes of both lines as one entry each, created, assigned.
    expect(sizes).toEqual([50, 14])
    expect(new Set(seen).size).toBe(64)
  })
})

describe('the activity is not shown', () => {
  test('to a technician of another ticket, to another company, or for an invalid id', async () => {
    for (const person of ['sam', 'ray'] as const)
      expect((await errorOf(app.as(person).tickets.activity({ ticketId }))).code).toBe('NOT_FOUND')
    expect((await errorOf(app.as('dana').tickets.activity({ ticketId: 100_000 }))).code).toBe('NOT_FOUND')
  })

  test.each(['x', 'W10', Buffer.from('[1,2,"soon"]').toString('base64url')])(
    'after %j, which is not a cursor',
    async before => {
      expect(await errorOf(app.as('dana').tickets.activity({ ticketId, before }))).toMatchObject({
        code: 'INVALID',
        fields: { before: 'Not a valid cursor.' },
      })
    },
  )
})

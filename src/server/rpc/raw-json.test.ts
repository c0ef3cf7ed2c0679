import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { createTestApp, type TestApp } from '../../../test/support/test-app.ts'

// Raw responses skip the contract's check, so their shape is compared with it here.

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  const desk = app.as('dana')
  for (const [index, person] of (['rosa', 'sam', undefined] as const).entries()) {
    const ticketId = await app.createTicket(person)
    if (index === 1) await desk.tickets.askApproval({ ticketId })
    if (index === 2) {
      await desk.tickets.addPart({ ticketId, quantity: 1, description: 'Motor', perPartAmount: 289.77 })
      await desk.tickets.finalize({ ticketId })
      await desk.tickets.complete({ ticketId })
    }
  }
  await app.createBooking()
})
afterAll(() => app.close())

const { vin } = june.customerRV

test('the board has exactly the fields of the contract, over REST and over RPC', async () => {
  const board = contract.tickets.board['~orpc'].outputSchema
  const card = board?.shape.pending.shape.cards.unwrap().element.strict()
  const rest = (await (await app.fetch('/api/board', { as: 'dana' })).json()) as Record<
    string,
    { cards: readonly object[]; total: number }
  >
  expect(Object.keys(rest)).toEqual(Object.keys(board?.shape ?? {}))
  expect(Object.values(rest).map(({ cards }) => cards.length)).toEqual([1, 1, 1, 0])
  for (const { cards, total } of Object.values(rest)) {
    expect(total).toBe(cards.length)
    for (const each of cards) expect(JSON.parse(JSON.stringify(card?.parse(each)))).toEqual(each)
  }
  const typed = await app.as('dana').tickets.board()
  expect(JSON.parse(JSON.stringify(typed))).toEqual(rest)
  expect(typed.active.cards[0]?.since).toBeInstanceOf(Date)
})

test("a rig's history has exactly the fields of the contract, over REST and over RPC", async () => {
  const history = contract.workHistory.get['~orpc'].outputSchema
  const rest = (await (await app.fetch(`/api/work-history/${vin}`)).json()) as {
    entries: { totalBalance: number }[]
  }
  expect(rest.entries[0]?.totalBalance).toBeGreaterThan(289)
  const entry = history?.shape.entries.element.strict()
  for (const each of rest.entries) expect(Object.keys(entry?.shape ?? {})).toEqual(Object.keys(each))
  const typed = await app.as('visitor').workHistory.get({ vin })
  expect(JSON.parse(JSON.stringify(typed))).toEqual(rest)
  expect(typed.entries[0]?.completedTimestamp).toBeInstanceOf(Date)
})

test('nothing is known of a VIN without a history', async () => {
  expect(await app.as('visitor').workHistory.get({ vin: 'UNKNOWN1' })).toEqual({
    vin: 'UNKNOWN1',
    entries: [],
    next: null,
  })
})

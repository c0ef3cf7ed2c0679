import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerLink, linkedTicket } from '../../support/customer-fixtures.ts'
import { openWorld, type World } from '../../support/test-app.ts'
import { PATHS } from '../tenancy/paths.ts'
import { openShop, type Shop } from '../tenancy/secret-fixtures.ts'
import { DOOR } from './auth-queries.ts'
import { hear } from './capture-sql.ts'
import { CUSTOMERS } from './customer-queries.ts'
import { type Judge, openJudge, unexplainedIn } from './shardability.ts'
import { STREAMS } from './stream-queries.ts'

const BY_HAND = { ...CUSTOMERS, ...DOOR, ...STREAMS }

let world: World
let judge: Judge
let shop: Shop
beforeAll(async () => {
  world = await openWorld()
  judge = await openJudge(world)
  shop = await openShop(world)
})
afterAll(() => world.close())

test('every path that test/walls leaves to be walked by hand is walked here', () => {
  const byHand = Object.entries(PATHS).filter(([, { kind }]) => kind === 'by-hand')
  expect(Object.keys(BY_HAND).sort()).toEqual(byHand.map(([name]) => name).sort())
})

test.each(Object.entries(BY_HAND))('%s asks where rows lie', async (name, { prepare, signs }) => {
  const walk = await prepare(shop, name)
  const heard = await hear(async () => {
    const answer = await walk()
    expect([answer.ok, answer.bodyUsed ? '' : await answer.text()]).toEqual([true, expect.any(String)])
  }, signs)
  expect(await unexplainedIn(judge, heard)).toEqual([])
})

test('so does a wrong answer at a link', async () => {
  const { token } = await linkedTicket(world)
  const wrong = async () => expect((await answerLink(world, token, '0000')).status).toBe(400)
  expect(await unexplainedIn(judge, await hear(wrong, [/update "ticket_link"/]))).toEqual([])
})

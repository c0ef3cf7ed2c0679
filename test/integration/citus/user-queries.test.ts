import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLinkedTicket, verifyLink } from '../../support/customer-fixtures.ts'
import { ENDPOINT_CASES } from '../../support/examples/endpoint-cases.ts'
import { createSecretFixtures, type SecretFixtures } from '../../support/examples/secret-fixtures.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { AUTH_SCENARIOS } from './auth-scenarios.ts'
import { captureSql } from './capture-sql.ts'
import { CUSTOMER_SCENARIOS } from './customer-scenarios.ts'
import { exampleScenario } from './scenario.ts'
import { createShardabilityChecker, type ShardabilityChecker, unexplainedProblemsIn } from './shardability.ts'
import { STREAM_SCENARIOS } from './stream-scenarios.ts'

const USER_SCENARIOS = {
  ...CUSTOMER_SCENARIOS,
  ...AUTH_SCENARIOS,
  ...STREAM_SCENARIOS,
  'POST /company/bookkeeping': exampleScenario(
    'POST /company/bookkeeping',
    /insert into "bookkeeping_export"/,
  ),
}

let app: TestApp
let checker: ShardabilityChecker
let shop: SecretFixtures
beforeAll(async () => {
  app = await createTestApp()
  checker = await createShardabilityChecker(app)
  shop = await createSecretFixtures(app)
})
afterAll(() => app.close())

/** They ask the payment service between their transactions. */
const BY_PAYMENT_SERVICE = [
  'POST /company/billing/cards',
  'POST /tickets/{ticketId}/payments/{entryId}/refund',
  'POST /follow/{token}/pay',
]

test('every path that test/integration/tenancy leaves out is called here', () => {
  const byHand = Object.entries(ENDPOINT_CASES).filter(([, { kind }]) => kind === 'by-hand')
  const called = [...Object.keys(USER_SCENARIOS), ...BY_PAYMENT_SERVICE]
  expect(called.sort()).toEqual(byHand.map(([name]) => name).sort())
})

test.each(Object.entries(USER_SCENARIOS))(
  '%s names its distribution columns',
  async (name, { prepare, signs }) => {
    const walk = await prepare(shop, name)
    const heard = await captureSql(async () => {
      const answer = await walk()
      expect([answer.ok, answer.bodyUsed ? '' : await answer.text()]).toEqual([true, expect.any(String)])
    }, signs)
    expect(await unexplainedProblemsIn(checker, heard)).toEqual([])
  },
)

test('a wrong answer at a link names its distribution columns', async () => {
  const { token } = await createLinkedTicket(app)
  const wrong = async () => expect((await verifyLink(app, token, '0000')).status).toBe(400)
  expect(await unexplainedProblemsIn(checker, await captureSql(wrong, [/update "ticket_link"/]))).toEqual([])
})

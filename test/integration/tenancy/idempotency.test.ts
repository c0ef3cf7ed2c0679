import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINT_CASES } from '../../support/examples/endpoint-cases.ts'
import { createSecretFixtures, type SecretFixtures } from '../../support/examples/secret-fixtures.ts'
import { send } from '../../support/examples/send-request.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

// The response to a command may get lost. Repeated under the same key, it is the same again.

let app: TestApp
let shop: SecretFixtures
beforeAll(async () => {
  app = await createTestApp()
  shop = await createSecretFixtures(app)
})
afterAll(() => app.close())

/** Commands of the contract; images are uploaded differently, with their own tests. */
const commands = Object.entries(ENDPOINT_CASES).filter(
  ([name, { kind }]) =>
    kind !== 'by-hand' &&
    !name.startsWith('GET ') &&
    !/image|photos/.test(name) &&
    // The code is shown once and not stored, so a repeat gets another, which replaces the first.
    name !== 'POST /my/rigs/{vin}/transfer',
)

test.each(commands)('%s twice under one key is done once, with the same response', async (name, path) => {
  const ask = await (await path.prepare(shop))()
  const key = randomUUID()
  const answers: unknown[] = []
  for (let time = 0; time < 2; time += 1) {
    const answer = await send(app, name, ask, {
      as: path.insider,
      headers: { 'Idempotency-Key': key },
    })
    const text = await answer.text()
    answers.push([answer.status, text === '' ? text : JSON.parse(text)])
  }
  expect(answers[1]).toEqual(answers[0])
  const stored = await app.database
    .selectFrom('idempotencyKey')
    .select('key')
    .where('key', '=', key)
    .execute()
  expect(stored.length).toBeLessThanOrEqual(1)
})

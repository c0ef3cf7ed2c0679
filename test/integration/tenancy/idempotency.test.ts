import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { ENDPOINT_CASES } from './paths.ts'
import { createSecretFixtures, type SecretFixtures } from './secret-fixtures.ts'
import { send } from './send.ts'

// The answer to a command may be lost on its way. Asked again under the same key, it says the same again.

let app: TestApp
let shop: SecretFixtures
beforeAll(async () => {
  app = await createTestApp()
  shop = await createSecretFixtures(app)
})
afterAll(() => app.close())

/** Commands of the contract; pictures come on a way of their own, which has tests of its own. */
const commands = Object.entries(ENDPOINT_CASES).filter(
  ([name, { kind }]) =>
    kind !== 'by-hand' &&
    !name.startsWith('GET ') &&
    !/image|photos/.test(name) &&
    // The code is shown once and kept nowhere, so a repeat gets another, and the one before is none any more.
    name !== 'POST /my/rigs/{vin}/offer',
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
  const kept = await app.database.selectFrom('idempotencyKey').select('key').where('key', '=', key).execute()
  expect(kept.length).toBeLessThanOrEqual(1)
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bluebonnet, june, PASSWORD } from '#server/seed/demo-accounts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** The owner of a new company, signed in. */
async function newOwner() {
  const { owner: _, ...company } = bluebonnet
  const email = `${randomUUID()}@mail.example`
  await app
    .as('visitor')
    .companies.register({ ...company, companyName: 'Cactus RV', email, password: PASSWORD })
  return app.withCookie(await app.signIn(email))
}

const asks = async (owner: Awaited<ReturnType<typeof newOwner>>) =>
  (await owner.companies.mine()).details?.asksOwnerName

test('a new owner is asked for their name, and signs with it from then on', async () => {
  const owner = await newOwner()
  expect(await asks(owner)).toBe(true)
  await owner.account.setName({ firstName: 'Dana', lastName: 'Reyes' })
  expect(await asks(owner)).toBe(false)
  expect(await owner.me()).toMatchObject({ kind: 'owner', name: 'Dana Reyes' })
  const { ticketId } = await owner.tickets.create({ ...june, jobs: [] })
  expect((await owner.tickets.get({ ticketId })).lastTransition.by.name).toBe('Dana Reyes')
})

test('an owner who skips the question keeps the company’s name, and is not asked again', async () => {
  const owner = await newOwner()
  await owner.account.setName({})
  expect(await asks(owner)).toBe(false)
  expect(await owner.me()).toMatchObject({ name: 'Cactus RV' })
})

test('an owner with a name is not asked', async () => {
  expect((await app.as('dana').companies.mine()).details?.asksOwnerName).toBe(false)
})

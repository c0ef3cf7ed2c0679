import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLinkedTicket } from '../../../../test/support/customer-fixtures.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const enter = (sinceYear: number | null, certificates = '') =>
  app.as('rosa').employees.setQualification({ sinceYear, certificates })
const entered = async () => (await app.as('rosa').employees.mine()).employee?.qualification
const rows = () => app.database.selectFrom('qualification').selectAll().execute()

test('a technician enters years and certificates, changes and removes them, each once in the log', async () => {
  expect(await entered()).toBeNull()
  await enter(2014, ' RVTI Level 2, No. 10442 \n\nEPA 608, No. 551')
  const saved = { sinceYear: 2014, certificates: 'RVTI Level 2, No. 10442\nEPA 608, No. 551' }
  expect(await entered()).toEqual(saved)
  await enter(2014, saved.certificates)
  const { entries } = await app.as('dana').audit.list({})
  const verbs = entries.map(({ verb }) => verb).filter(verb => verb === 'employee.set-qualification')
  expect(verbs).toHaveLength(1)
  await enter(null, ' \n ')
  expect([await entered(), await rows()]).toEqual([null, []])
})

test.each([
  [2027, '', { sinceYear: 'Enter a year up to 2025.' }],
  [14, '', { sinceYear: 'Enter a year, such as 2014.' }],
  [2014.5, '', { sinceYear: 'Enter a year, such as 2014.' }],
  [2014, 'EPA\n'.repeat(6), { certificates: 'Enter at most 5 certificates.' }],
])('%s and %j is refused beside its field', async (sinceYear, certificates, fields) => {
  app.now = new Date('2025-11-20T14:00:00Z')
  expect(await errorOf(enter(sinceYear, certificates))).toMatchObject({ code: 'INVALID', fields })
  expect(await rows()).toEqual([])
})

describe('the customer reads it', () => {
  test('of those whose names stand there, under the name that they read, until they are deleted', async () => {
    const { ticketId, token, client } = await createLinkedTicket(app)
    const read = async () => (await client.customerView.get({ token })).qualifications
    expect(await read()).toEqual([])
    await enter(2014, 'EPA 608, No. 551')
    await app.as('sam').employees.setQualification({ sinceYear: 2020, certificates: '' })
    const rosa = { technician: 'Rosa Díaz', sinceYear: 2014, certificates: 'EPA 608, No. 551' }
    expect(await read()).toEqual([rosa])
    await app.as('rosa').employees.setFirstNameOnly({ firstNameOnly: true })
    expect(await read()).toEqual([{ ...rosa, technician: 'Rosa' }])
    await app.as('dana').tickets.release({ ticketId })
    expect(await read()).toEqual([])
    await app.as('dana').employees.delete({ id: app.ids.sam })
    expect((await rows()).map(({ employeeId }) => employeeId)).toEqual([app.ids.rosa])
  })
})

test('the owner, who is no employee, and customers cannot enter it', async () => {
  for (const who of ['dana', 'june'] as const) {
    const refusal = await errorOf(
      app.as(who).employees.setQualification({ sinceYear: 2014, certificates: '' }),
    )
    expect(refusal.code).toBe('FORBIDDEN')
  }
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, errorOf, type TestApp, withoutIds } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('the public list', () => {
  const NAMES = [
    'Åland RV',
    'alpine rv',
    'ΟΔΟΣ Motorhomes',
    'Zephyr',
    'İzmir Karavan',
    'Bluebonnet RV',
    '🚐 Rolling Repairs',
  ]

  async function pages(limit: number): Promise<string[]> {
    const names: string[] = []
    let after: string | undefined
    for (let turned = 0; turned < 50; turned += 1) {
      const page = await app.as('visitor').companies.list(after === undefined ? { limit } : { limit, after })
      names.push(...page.companies.map(({ companyName, companyUUID }) => `${companyName} ${companyUUID}`))
      if (page.next === null) return names
      after = page.next
    }
    throw new Error('the list has no end')
  }

  test.each([
    '',
    'abc',
    'bnVsbA',
    Buffer.from('["a","not an id"]').toString('base64url'),
    Buffer.from('["\\u0000","7b0d3b0a-4f5e-4d55-9a53-3c0a1f1f4b11"]').toString('base64url'),
  ])('refuses %j as a cursor', async after => {
    expect(await errorOf(app.as('visitor').companies.list({ after }))).toMatchObject({
      code: 'INVALID',
      fields: { after: 'Not a valid cursor.' },
    })
  })

  test('page by page is the whole list, each company once and in order', async () => {
    for (const [index, companyName] of NAMES.entries())
      await app.as('visitor').companies.register({
        companyName,
        email: `list${index}@mail.example`,
        password: 'gravel-and-pine-7',
        companyPhone: '5550188',
      })
    const whole = await pages(200)
    expect(whole).toHaveLength(NAMES.length + 2)
    expect(new Set(whole).size).toBe(whole.length)
    for (const limit of [1, 2, 3]) expect(await pages(limit)).toEqual(whole)
  })
})

describe("one's own company", () => {
  test('shows the owner everything', async () => {
    expect(await app.as('dana').companies.mine()).toEqual({
      companyUUID: app.ids.dana,
      companyName: 'Bluebonnet RV',
      companyAddress: '2410 Cassopolis Street, Elkhart, IN 46514',
      companyPhone: '(574) 555-0142',
      email: 'dana@bluebonnet.example',
      imageURL: null,
      trusted: false,
      verified: false,
      timeZone: 'America/Indiana/Indianapolis',
      closesAt: null,
      isBillingOn: false,
      details: {
        coordinates: { latitude: 41.7248, longitude: -85.9766 },
        laborRate: 145,
        mobileRange: 40,
        approvalTolerance: 10,
        isEmailConfirmed: true,
        asksOwnerName: false,
        numberOfEmployees: 3,
        companySettings: {
          mobileBusiness: true,
          onTimeStatus: false,
          pendingStatus: true,
          trusted: false,
          verified: false,
          daysOfOperation: [1, 5],
          hoursOfOperation: [8, 18],
        },
        weekdayHours: [],
      },
    })
  })

  test.each(['walt', 'rosa'] as const)('shows %s neither rates nor reports', async person => {
    const company = await app.as(person).companies.mine()
    expect(company).toMatchObject({ companyUUID: app.ids.dana, details: null })
    expect(withoutIds(company)).not.toMatch(/145|laborRate/)
  })

  test('has the email that the owner logs in with for the desk only', async () => {
    const emailFor = async (person: 'dana' | 'walt' | 'rosa') => (await app.as(person).companies.mine()).email
    expect(await Promise.all([emailFor('dana'), emailFor('walt'), emailFor('rosa')])).toEqual([
      'dana@bluebonnet.example',
      'dana@bluebonnet.example',
      null,
    ])
  })

  test('says that it bills to those who may see what is owed', async () => {
    await app.as('dana').billing.turnOn()
    const people = ['dana', 'walt', 'rosa', 'ray'] as const
    const companies = await Promise.all(people.map(person => app.as(person).companies.mine()))
    expect(companies.map(({ isBillingOn }) => isBillingOn)).toEqual([true, true, false, false])
  })

  test('is that of the user', async () => {
    expect(await app.as('wyatt').companies.mine()).toMatchObject({
      companyUUID: app.ids.ray,
      companyName: 'Lone Star Mobile RV',
    })
  })
})

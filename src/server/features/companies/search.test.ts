import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { milesBetween } from '#domain/lib/distance.ts'
import { type Client, createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

const GOSHEN = { latitude: 41.5823, longitude: -85.8344 }
const ELKHART_46516 = { latitude: 41.6716, longitude: -85.9428 }

// In addition to Bluebonnet RV of Elkhart, IN, and Lone Star Mobile RV of Austin, TX.
const REGISTERED = [
  {
    companyName: 'Crab Apple RV',
    companyAddress: '12 Main Street, Goshen, IN 46526',
    coordinates: GOSHEN,
    mobileRange: 5,
    timeZone: 'America/Indiana/Indianapolis',
  },
  {
    companyName: 'Pacific Coach Works',
    companyAddress: '9 Ocean Avenue, Eureka, CA 95501',
    coordinates: { latitude: 40.8021, longitude: -124.1637 },
    timeZone: 'America/Los_Angeles',
    daysOfOperation: [1, 6] as [number, number],
    hoursOfOperation: [10, 18] as [number, number],
  },
  { companyName: 'Émile’s 100% RV_Shop', companyAddress: 'Behind the old barn' },
  {
    companyName: 'Far Islands RV',
    companyAddress: 'Pier 1',
    coordinates: { latitude: 51.8, longitude: 179.9 },
    mobileRange: 60,
  },
]

let app: TestApp
let list: Client['companies']['list']
beforeAll(async () => {
  app = await createTestApp()
  list = app.as('visitor').companies.list
  for (const company of REGISTERED) {
    const account = { email: `${randomUUID()}@mail.example`, password: 'gravel-and-pine-7' }
    await app.as('visitor').companies.register({ ...company, ...account, companyPhone: '5550188' })
    if (company.mobileRange === undefined) continue
    const owner = app.withCookie(await app.signIn(account.email, account.password))
    await owner.companies.change({ mobileBusiness: true })
  }
})
afterAll(() => app.close())

type Search = Parameters<typeof list>[0]

const found = async (search: Search): Promise<string[]> =>
  (await list(search)).companies.map(({ companyName }) => companyName)

describe('a company search is refused', () => {
  const NO_PLACE = 'Enter a valid location.'
  test.each<[string, object, Record<string, string>]>([
    ['words without end', { q: 'x'.repeat(101) }, { q: 'Use at most 100 characters.' }],
    ['a place without end', { place: 'x'.repeat(301) }, { place: 'Use at most 300 characters.' }],
    ['a character that cannot be stored', { q: 'a\0' }, { q: 'Remove the unsupported character.' }],
    ['beyond a pole', { near: { latitude: 91, longitude: 0 } }, { 'near.latitude': NO_PLACE }],
    ['beyond the date line', { near: { latitude: 0, longitude: -181 } }, { 'near.longitude': NO_PLACE }],
    ['no coordinates', { near: { latitude: 'north', longitude: 0 } }, { 'near.latitude': NO_PLACE }],
    ['an order that is none', { sort: 'stars' }, { sort: 'Sort by name, by distance or by rating.' }],
    ['neither true nor false', { openNow: 'maybe' }, { openNow: 'Use true or false.' }],
    [
      'an unknown location',
      { place: 'Qwertzuiop' },
      {
        place: 'We can’t find that location. Try a ZIP code, or a city and state, such as Elkhart, IN.',
      },
    ],
    [
      'coming to nowhere',
      { comesToYou: true },
      { place: 'First enter where your RV is: a ZIP code, or a city and state.' },
    ],
  ])('%s', async (_, search, fields) => {
    expect(await errorOf(list(search as Search))).toMatchObject({ code: 'INVALID', fields })
  })

  test.each<[string, Search, Search]>([
    ['of the whole list', {}, { q: 'rv' }],
    ['of other words', { q: 'rv' }, { q: 'r' }],
    ['of another order', { near: GOSHEN, sort: 'name' }, { near: GOSHEN }],
    ['by rating, for the whole list', { sort: 'rating' }, {}],
    ['by rating, for that by distance', { near: GOSHEN, sort: 'rating' }, { near: GOSHEN }],
    ['by distance, for that by rating', { near: GOSHEN }, { near: GOSHEN, sort: 'rating' }],
    ['of another place', { near: GOSHEN }, { near: ELKHART_46516 }],
    ['of a search, for the whole list', { near: GOSHEN }, {}],
  ])('with the cursor %s', async (_, one, other) => {
    const { next } = await list({ ...one, limit: 1 })
    expect(next).not.toBeNull()
    expect(await errorOf(list({ ...other, limit: 1, after: next ?? '' }))).toMatchObject({
      code: 'INVALID',
      fields: {
        after: expect.stringMatching(/^(Not a valid cursor|This cursor belongs to a different search)\.$/),
      },
    })
  })
})

describe('a search by words finds', () => {
  test.each<[string, string, readonly string[]]>([
    ['by its name', 'bluebonnet', ['Bluebonnet RV']],
    ['by parts of its name, in any order', 'appl CRAB', ['Crab Apple RV']],
    ['by its town', 'elkhart', ['Bluebonnet RV']],
    ['by town and state, with or without a comma', 'Goshen, IN', ['Crab Apple RV']],
    ['by its ZIP', '46526', ['Crab Apple RV']],
    ['without its accents', 'emile', ['Émile’s 100% RV_Shop']],
    ['by a sign that has a meaning elsewhere', '100%', ['Émile’s 100% RV_Shop']],
    ['and no sign stands for any other', 'RV%', []],
    ['nor does this one', 'r_', []],
    ['whatever is around them', '  bluebonnet   rv ', ['Bluebonnet RV']],
    ['or none', 'nobody is called that', []],
  ])('%s', async (_, q, names) => {
    expect(await found({ q })).toEqual(names)
  })

  test('everything without words', async () => {
    expect(await list({ q: ' ' })).toEqual(await list({}))
    expect(await found({})).toHaveLength(REGISTERED.length + 2)
    for (const company of (await list({})).companies) expect(company).not.toHaveProperty('miles')
  })
})

describe('a search by location', () => {
  test('has the nearest first with distances, and companies without a location last', async () => {
    const { companies, place } = await list({ near: GOSHEN })
    expect(companies.map(({ companyName }) => companyName)).toEqual([
      'Crab Apple RV',
      'Bluebonnet RV',
      'Lone Star Mobile RV',
      'Pacific Coach Works',
      'Far Islands RV',
      'Émile’s 100% RV_Shop',
    ])
    expect(place).toEqual({ name: null, coordinates: GOSHEN })
    for (const { miles, coordinates } of companies)
      expect(miles).toBe(coordinates === null ? null : milesBetween(GOSHEN, coordinates))
    expect(companies[0]?.miles).toBe(0)
    expect(companies[5]?.miles).toBeNull()
  })

  test('works across the date line', async () => {
    const { companies } = await list({ near: { latitude: 51.8, longitude: -179.9 } })
    expect(companies[0]).toMatchObject({ companyName: 'Far Islands RV' })
    expect(companies[0]?.miles).toBeLessThan(9)
  })

  test.each([
    ['46516', 'Elkhart, IN 46516'],
    ['elkhart, in', 'Elkhart, IN 46516'],
    ['Goshen, Indiana', 'Goshen, IN 46526'],
  ])('understands the location: %s', async (place, name) => {
    const answer = await list({ place })
    expect(answer.place?.name).toBe(name)
    expect(answer.companies.slice(0, 2).map(company => company.miles ?? 99)).toEqual([
      expect.closeTo(answer.companies[0]?.miles ?? 99),
      expect.closeTo(answer.companies[1]?.miles ?? 99),
    ])
    expect(Math.max(...answer.companies.slice(0, 2).map(company => company.miles ?? 99))).toBeLessThan(15)
  })

  test('prefers coordinates to words', async () => {
    expect((await list({ near: GOSHEN, place: 'Qwertzuiop' })).place).toEqual({
      name: null,
      coordinates: GOSHEN,
    })
  })

  test('can be sorted by name, with distances', async () => {
    const { companies } = await list({ near: GOSHEN, sort: 'name' })
    expect(companies.map(({ companyName }) => companyName)).toEqual(await found({}))
    expect(companies.some(({ miles }) => miles === 0)).toBe(true)
  })
})

describe('the filter for mobile service finds', () => {
  test.each<[string, { latitude: number; longitude: number }, readonly string[]]>([
    ['within the range of both', { latitude: 41.6, longitude: -85.85 }, ['Crab Apple RV', 'Bluebonnet RV']],
    ['beyond the smaller range', ELKHART_46516, ['Bluebonnet RV']],
    // Inside the bounding box of its circle, and outside the circle.
    ['in the corner beyond a circle', { latitude: 41.642, longitude: -85.754 }, ['Bluebonnet RV']],
    ['over the date line', { latitude: 51.8, longitude: -179.9 }, ['Far Islands RV']],
    ['far from everybody', { latitude: 0, longitude: 0 }, []],
  ])('%s', async (_, near, names) => {
    expect(await found({ near, comesToYou: true })).toEqual(names)
  })

  test('only companies with Mobile Business on, whatever range they name', async () => {
    const range = async () => (await app.as('visitor').companies.get({ companyId: app.ids.dana })).mobileRange
    expect(await range()).toBe(40)
    const { change, mine } = app.as('dana').companies
    await change({ mobileBusiness: false })
    expect(await found({ near: ELKHART_46516, comesToYou: true })).toEqual([])
    expect(await range()).toBeNull()
    // The company keeps what it typed.
    expect((await mine()).details?.mobileRange).toBe(40)
    await change({ mobileBusiness: true })
    expect(await range()).toBe(40)
  })
})

describe('the filter for open shops finds', () => {
  // Saturday, November 22, 2025, in UTC.
  const OPEN = { bluebonnet: 'Bluebonnet RV', crab: 'Crab Apple RV', lone: 'Lone Star Mobile RV' }
  const PACIFIC = 'Pacific Coach Works'
  const [ISLANDS, NOWHERE] = ['Far Islands RV', 'Émile’s 100% RV_Shop']
  test.each<[string, string, readonly string[]]>([
    ['at 8 in Indiana, 7 in Texas', '2025-11-21T13:00:00Z', [OPEN.bluebonnet, OPEN.crab, NOWHERE]],
    [
      'at 1 in the afternoon in Indiana, 10 in California',
      '2025-11-21T18:00:00Z',
      [OPEN.bluebonnet, OPEN.crab, OPEN.lone, PACIFIC, ISLANDS],
    ],
    [
      'one minute before 10 in California',
      '2025-11-21T17:59:00Z',
      [OPEN.bluebonnet, OPEN.crab, OPEN.lone, NOWHERE],
    ],
    ['at closing in Indiana', '2025-11-21T23:00:00Z', [OPEN.lone, PACIFIC, ISLANDS]],
    ['on a Saturday', '2025-11-22T19:00:00Z', [PACIFIC]],
    ['at night', '2025-11-21T07:00:00Z', []],
  ])('%s', async (_, now, names) => {
    app.now = new Date(now)
    const all = await found({ openNow: true })
    expect(all.toSorted()).toEqual([...names].toSorted())
  })
})

describe('the filters Trusted and Verified', () => {
  beforeAll(async () => {
    const badge = (companyId: string, column: 'trusted' | 'verified') =>
      app.database
        .updateTable('directory')
        .set({ [column]: true })
        .where('companyId', '=', companyId)
        .execute()
    await badge(app.ids.dana, 'trusted')
    await badge(app.ids.dana, 'verified')
    await badge(app.ids.ray, 'trusted')
  })

  test.each<[Search, readonly string[]]>([
    [{ trusted: true }, ['Bluebonnet RV', 'Lone Star Mobile RV']],
    [{ verified: true }, ['Bluebonnet RV']],
    [{ trusted: true, verified: true }, ['Bluebonnet RV']],
    [{ trusted: false }, ['Bluebonnet RV', 'Crab Apple RV']],
  ])('%j', async (search, names) => {
    expect((await found(search)).filter(name => names.includes(name))).toEqual(names)
    if (search.trusted || search.verified) expect(await found(search)).toHaveLength(names.length)
  })

  test('combine with all others', async () => {
    app.now = new Date('2025-11-21T18:00:00Z')
    const everything = {
      q: 'rv',
      near: GOSHEN,
      comesToYou: true,
      openNow: true,
      trusted: true,
      verified: true,
    }
    expect(await found(everything)).toEqual(['Bluebonnet RV'])
    app.now = new Date('2025-11-22T18:00:00Z')
    expect(await found(everything)).toEqual([])
  })

  test('can be in the URL', async () => {
    const path = '/api/companies?trusted=true&near[latitude]=41.5823&near[longitude]=-85.8344&q=lone'
    const answer = (await (await app.fetch(path)).json()) as Awaited<ReturnType<typeof list>>
    expect(answer.companies).toMatchObject([{ companyName: 'Lone Star Mobile RV', trusted: true }])
    expect(answer.place).toEqual({ name: null, coordinates: GOSHEN })
    const nowhere = await app.fetch('/api/companies?near[latitude]=&near[longitude]=1e1')
    expect(nowhere.status).toBe(400)
  })
})

describe('sorting by rating', () => {
  const rate = (companyName: string, ratingCount: number, ratingSum: number) =>
    app.database
      .updateTable('directory')
      .set({ ratingCount, ratingSum })
      .where('companyName', '=', companyName)
      .execute()
  beforeAll(async () => {
    await rate('Crab Apple RV', 1, 5)
    await rate('Bluebonnet RV', 23, 110)
    await rate('Pacific Coach Works', 40, 120)
    await rate('Far Islands RV', 1, 5)
  })

  test('puts many good reviews before a single best one, none last, and ties by id', async () => {
    const { companies } = await list({ sort: 'rating' })
    const ids = companies.map(({ companyUUID }) => companyUUID)
    const shown = companies.map(({ companyName, rating }) => [companyName, rating] as const)
    const one = { average: 5, count: 1 }
    expect(shown[0]).toEqual(['Bluebonnet RV', { average: 4.78, count: 23 }])
    expect(new Map(shown.slice(1, 3))).toEqual(
      new Map([
        ['Crab Apple RV', one],
        ['Far Islands RV', one],
      ]),
    )
    expect(shown[3]).toEqual(['Pacific Coach Works', { average: 3, count: 40 }])
    expect(new Map(shown.slice(4))).toEqual(
      new Map([
        ['Lone Star Mobile RV', null],
        ['Émile’s 100% RV_Shop', null],
      ]),
    )
    for (const equals of [ids.slice(1, 3), ids.slice(4)]) expect(equals).toEqual(equals.toSorted())
  })

  test.each<[Search, readonly string[]]>([
    [{ near: GOSHEN }, ['Bluebonnet RV', 'Crab Apple RV']],
    [{ near: { latitude: 41.6, longitude: -85.85 }, comesToYou: true }, ['Bluebonnet RV', 'Crab Apple RV']],
    [{ trusted: true }, ['Bluebonnet RV', 'Lone Star Mobile RV']],
    [{ verified: true }, ['Bluebonnet RV']],
    [{ openNow: true }, ['Bluebonnet RV', 'Pacific Coach Works']],
    [{ q: 'rv' }, ['Bluebonnet RV', 'Crab Apple RV']],
  ])('combines with %j', async (search, names) => {
    app.now = new Date('2025-11-21T18:00:00Z')
    const inOrder = await found({ ...search, sort: 'rating' })
    expect(inOrder.filter(name => names.includes(name))).toEqual(names)
    expect(inOrder.toSorted()).toEqual((await found(search)).toSorted())
  })

  test('shows distances with a location', async () => {
    const { companies } = await list({ sort: 'rating', near: GOSHEN })
    expect(companies.find(({ companyName }) => companyName === 'Crab Apple RV')?.miles).toBe(0)
  })
})

test.each<Search>([
  { near: GOSHEN },
  { near: GOSHEN, sort: 'name' },
  { q: 'rv' },
  { q: 'r', near: ELKHART_46516 },
  { trusted: false, near: GOSHEN },
  { sort: 'rating' },
  { q: 'r', near: GOSHEN, sort: 'rating' },
])('page by page, %j is the complete result, each company once and in order', async search => {
  const whole = await found(search)
  expect(whole.length).toBeGreaterThan(3)
  for (const limit of [1, 2]) {
    const names: string[] = []
    let after: string | undefined
    do {
      const page = await list({ ...search, limit, ...(after !== undefined && { after }) })
      names.push(...page.companies.map(({ companyName }) => companyName))
      after = page.next ?? undefined
    } while (after !== undefined && names.length < 50)
    expect(names).toEqual(whole)
  }
})

test.each(["emile's", 'EMILE’S', 'emiles', '555-0188 emile'])('%s finds Émile’s', async q => {
  expect(await found({ q })).toEqual(['Émile’s 100% RV_Shop'])
})

test.each(['+15745550199', '1-574-555-0199', '(574) 555–0199', '574 555', '5745550199 x3'])(
  '%s finds the company with that phone',
  async q => {
    await app.as('visitor').companies.register({
      companyName: `Ring ${q}`,
      email: `${randomUUID()}@mail.example`,
      password: 'gravel-and-pine-7',
      companyPhone: '1 (574) 555-0199 ext. 3',
    })
    expect(await found({ q })).toContain(`Ring ${q}`)
    expect(await found({ q: `${q} goshen` })).toEqual([])
  },
)

test('a changed company is found at once', async () => {
  const office = app.as('dana').companies
  expect(await found({ q: 'larkspur' })).toEqual([])
  await office.change({
    companyName: 'Larkspur RV',
    coordinates: { latitude: 35, longitude: -90 },
    mobileRange: 3,
  })
  expect(await found({ q: 'larkspur', near: { latitude: 35, longitude: -90 }, comesToYou: true })).toEqual([
    'Larkspur RV',
  ])
  await office.change({ mobileRange: null })
  expect(await found({ near: { latitude: 35, longitude: -90 }, comesToYou: true })).toEqual([])
})

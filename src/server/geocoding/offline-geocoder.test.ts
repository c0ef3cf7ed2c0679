import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { geocode, suggestOffline } from './offline-geocoder.ts'

const addresses = async (text: string, near: Parameters<typeof suggestOffline>[1] = null) =>
  (await suggestOffline(text, near, 6)).map(({ address }) => address)

test('a street and half a city suggest an address with the coordinates of a ZIP code, which is not guessed', async () => {
  const [first] = await suggestOffline('123 Main St, Elkh', null, 6)
  expect(first).toEqual({
    id: 'embedded 123 Main St, Elkhart, IN',
    label: '123 Main St, Elkhart, IN',
    detail: 'Elkhart County; add the ZIP code',
    address: '123 Main St, Elkhart, IN',
    coordinates: { latitude: 41.6763, longitude: -85.9621 },
    isApproximate: true,
    source: 'embedded',
  })
})

test.each([
  ['Elkhart, IN', 'Elkhart, IN 46516'],
  ['elkhart in', 'Elkhart, IN 46516'],
  ['Elkhart, Indiana', 'Elkhart, IN 46516'],
  ['Elkhart, Ind', 'Elkhart, IN 46516'],
  ['46516', 'Elkhart, IN 46516'],
  ['46516-1234', 'Elkhart, IN 46516-1234'],
  ['Elkhart, IN 465', 'Elkhart, IN 46516'],
  ['N2L', 'Waterloo, ON N2L'],
  ['n2l3g1', 'Waterloo, ON N2L 3G1'],
  ['400 Maple, South B', '400 Maple, South Bend, IN'],
  ['400 Maple, S Ben', '400 Maple, South Bend, IN'],
  ['123 Main St Elkhart', '123 Main St, Elkhart, IN'],
  ['123 N Main St Elkhart IN', '123 N Main St, Elkhart, IN 46516'],
  ['77 County Road 10 Goshen', '77 County Road 10, Goshen, IN'],
  ['5600 US Hwy 33 E, Goshen, IN', '5600 US Hwy 33 E, Goshen, IN 46526'],
  ['123 Main St, Elkhart, IN 46514', '123 Main St, Elkhart, IN 46514'],
  ['123 Main St Elkhart IN 46514', '123 Main St, Elkhart, IN 46514'],
  ['123 Main St, 46514', '123 Main St, Elkhart, IN 46514'],
  ['123 Main St, Apt 4, Elkhart, IN, USA', '123 Main St, Apt 4, Elkhart, IN 46516'],
  ['1 King St, Waterloo, ON N2L 3G1', '1 King St, Waterloo, ON N2L 3G1'],
  ['1 King St, Waterloo, ON', '1 King St, Waterloo, ON'],
  ['st. paul, mn', 'Saint Paul, MN'],
  ['1 rue X, Saint-Félic', '1 rue X, Saint-Félicien, QC'],
  ['Washington DC', 'Washington, DC'],
  ['  123   Main St ,, Elkhart,IN ', '123 Main St, Elkhart, IN 46516'],
])('%j is parsed as %j', async (text, address) => expect((await addresses(text))[0]).toBe(address))

test("a city with another name than its ZIP code's keeps the typed name", async () => {
  expect(await addresses('123 Main St, Dunlap, IN 46516')).toEqual(['123 Main St, Dunlap, IN 46516'])
})

test('a single matching city suggests all its ZIP codes, or none', async () => {
  expect(await addresses('2400 Cassopolis St, Elkhart, IN')).toEqual([
    '2400 Cassopolis St, Elkhart, IN 46516',
    '2400 Cassopolis St, Elkhart, IN 46514',
    '2400 Cassopolis St, Elkhart, IN 46517',
    '2400 Cassopolis St, Elkhart, IN 46515',
  ])
  expect(await addresses('Austin, TX')).toEqual(['Austin, TX'])
})

test('the beginning of a ZIP code suggests those that begin so', async () => {
  expect(await addresses('Elkhart, IN 4651')).toEqual(
    ['46516', '46514', '46517', '46515'].map(code => `Elkhart, IN ${code}`),
  )
})

test('several matching cities are suggested once each, the large before the small', async () => {
  const found = await addresses('Springf')
  expect(found).toHaveLength(6)
  expect(found[0]).toMatch(/^Springfield, /)
})

test('near cities come before large ones', async () => {
  const elkhart = { latitude: 41.68, longitude: -85.97 }
  expect((await addresses('Mid', null))[0]).not.toBe('Middlebury, IN 46540')
  expect((await addresses('Middleb', elkhart))[0]).toBe('Middlebury, IN 46540')
})

test.each(['123 Main St', '!!!', ',,,', '99999', 'zzzz', '1', '', 'Z9Z 9Z9'])(
  '%j suggests nothing',
  async text => expect(await addresses(text)).toEqual([]),
)

test('for any input, suggestions are a short list of distinct addresses', async () => {
  const piece = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom(
      '123',
      'Main',
      'St',
      ',',
      'Elk',
      'IN',
      '46516',
      '465',
      'N2L',
      '3G1',
      'South',
      'Canada',
      '.',
      '-',
    ),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async pieces => {
      const found = await addresses(pieces.join(' '))
      expect(found.length).toBeLessThanOrEqual(6)
      expect(new Set(found).size).toBe(found.length)
    }),
    { numRuns: 300 },
  )
})

describe('coordinates of an address', () => {
  test.each([
    ['2410 Cassopolis Street, Elkhart, IN 46514', 41.7101],
    ['2410 Cassopolis Street, Elkhart, IN, USA', 41.6763],
    ['200 University Ave W, Waterloo, ON N2L 3G1, Canada', 43.4529],
  ])('%s', async (address, latitude) => expect((await geocode(address))?.latitude).toBe(latitude))

  test('are not guessed without a postal code or a region', async () => {
    expect(await geocode('123 Main St, Elkhart')).toBeNull()
  })
})

import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { bundledFile } from '#server/lib/bundled-files.ts'
import { citiesOfCodes, citiesStarting, findPostalCode } from './gazetteer.ts'
import { normalizeCity } from './normalize-city.ts'
import { isCanadian, provinceOf, regionName } from './regions.ts'

test.each([
  ['46516', 'Elkhart', 'IN', 'Elkhart County', 41.6763, -85.9621],
  ['00501', 'Holtsville', 'NY', 'Suffolk County', 40.8154, -73.0451],
  ['99950', 'Ketchikan', 'AK', 'Ketchikan Gateway', 55.3422, -131.6478],
  ['70112', 'New Orleans', 'LA', 'Orleans Parish', 29.9605, -90.0753],
  ['20001', 'Washington', 'DC', 'District of Columbia', 38.9122, -77.0177],
  ['N2L', 'Waterloo', 'ON', '', 43.4529, -80.5281],
  ['H7W', 'Laval', 'QC', '', 45.549, -73.7641],
  ['G8K', 'Saint-Félicien', 'QC', '', 48.6556, -72.4469],
])('%s is in %s, %s', async (code, name, region, county, latitude, longitude) => {
  const city = await findPostalCode(code)
  expect(city).toEqual({ name, region, codes: [{ code, county, coordinates: { latitude, longitude } }] })
})

test.each(['00000', '99999', 'Z9Z', ''])('no location has %j', async code => {
  const city = await findPostalCode(code || 'zzz')
  expect(city).toBeNull()
})

test.each([
  ['09001', 'AE'],
  ['34002', 'AA'],
  ['96374', 'AP'],
])('a military post office has its region and no coordinates: %s, %s', async (code, region) => {
  const city = await findPostalCode(code)
  expect(city).toMatchObject({ region, codes: [{ code, coordinates: null }] })
})

test('a city is found by half its name and lists its codes, the principal one first', async () => {
  const found = await citiesStarting('elkhar')
  expect(found.map(({ name, region }) => `${name}, ${region}`)).toEqual([
    'Elkhart, IA',
    'Elkhart, IL',
    'Elkhart, IN',
    'Elkhart, KS',
    'Elkhart, TX',
    'Elkhart Lake, WI',
  ])
  expect(found[2]?.codes.map(({ code }) => code)).toEqual(['46516', '46514', '46517', '46515'])
})

test('the first and the last city of the file are found like any other', async () => {
  expect((await citiesStarting('zwol')).map(({ name }) => name)).toEqual(['Zwolle'])
  expect((await citiesStarting('aaronsb')).map(({ name }) => name)).toEqual(['Aaronsburg'])
  expect(await citiesStarting('zzz')).toEqual([])
})

test('half a code finds each city once', async () => {
  const names = (await citiesOfCodes('4651')).map(({ name }) => name)
  expect(names).toEqual(['Claypool', 'Culver', 'Donaldson', 'Elkhart'])
})

test('the whole file is consistent: every code once, in order, in North America', async () => {
  const codes = new Set<string>()
  const wrong: string[] = []
  let before = ''
  let areas = 0
  for await (const line of createInterface({ input: createReadStream(bundledFile('places/cities.tsv')) })) {
    const [name = '', region = '', , ...entries] = line.split('\t')
    const key = `${normalizeCity(name)}\t${region}`
    if (key <= before || regionName(region) === region || entries.length === 0) wrong.push(line)
    before = key
    for (const entry of entries) {
      const [code = '', latitude, longitude] = entry.split(' ')
      codes.add(code)
      if (isCanadian(region)) {
        areas += 1
        if (provinceOf(code) !== region) wrong.push(line)
      }
      if (latitude === '-') continue
      if (!(Number(latitude) > 6 && Number(latitude) < 84) || Number.isNaN(Number(longitude)))
        wrong.push(line)
    }
  }
  expect([codes.size, areas]).toEqual([43_108, 1620])
  let last = ''
  let count = 0
  for await (const line of createInterface({ input: createReadStream(bundledFile('places/codes.tsv')) })) {
    const [code = ''] = line.split('\t')
    if (code <= last || !codes.has(code)) wrong.push(line)
    last = code
    count += 1
  }
  expect(count).toBe(43_108)
  expect(wrong).toEqual([])
})

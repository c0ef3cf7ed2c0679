import { describe, expect, test } from 'vitest'
import { checkDigit } from '#domain/rigs/vin.ts'
import { customers, june } from '#server/seed/demo-accounts.ts'
import { matchPattern } from './match-pattern.ts'
import { openVinCatalog, type VinPattern } from './vin-catalog.ts'
import { createFakeVinDecoder, createVinDecoder } from './vin-decoder.ts'

const NOW = new Date('2026-03-12T12:00:00Z')
const NEWEST = 2027
const SIGNS = '0123456789ABCDEFGHJKLMNPRSTUVWXYZ'
const YEARS = 'ABCDEFGHJKLMNPRSTVWXY123456789'

const catalog = openVinCatalog()
const decoder = createVinDecoder(catalog)

const withCheckDigit = (vin: string): string => vin.slice(0, 8) + checkDigit(vin) + vin.slice(9)
const decode = (vin: string) => decoder.decode(withCheckDigit(vin), NOW)
const years = (vin: string) => decode(vin)?.candidates.map(({ year }) => year)

/** The manufacturers of the rigs that shops see: 26 and a few more. */
const MAKERS: Readonly<Record<string, RegExp>> = {
  '1UJ': /Jayco/,
  '4X4': /Forest River/,
  '5ZT': /Forest River/,
  '5NH': /Forest River/,
  '4YD': /Keystone/,
  '573': /Grand Design/,
  '5SF': /Heartland/,
  '4EZ': /K\. ?Z\./,
  '1NL': /Gulf Stream/,
  '5RX': /Cruiser/,
  '54C': /Winnebago/,
  '7M5': /Alliance/,
  '5VB': /Tiffin/,
  '5NC': /Newmar/,
  '1ST': /Airstream/,
  '56Y': /Lance/,
  '47C': /Dutchmen/,
  '58T': /Highland Ridge/,
  '1SA': /Starcraft/,
  '7T0': /Brinkley/,
  '7RV': /Ember/,
  '51W': /Outdoors RV/,
  '4N1': /Northwood/,
  '1F6': /Detroit Chassis/,
  '1FD': /Ford/,
  '4UZ': /Freightliner/,
  '4VZ': /Shyft/,
  '5B4': /Workhorse/,
  '54R': /REV/,
  WDA: /Mercedes-Benz/,
  W1W: /Mercedes-Benz/,
  '1Z9305': /Oliver/,
}

/** The same numbers on every run. */
function seededRandom(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type RandomBelow = ReturnType<typeof seededRandom>
type GeneratedVin = { readonly vin: string; readonly year: number; readonly pattern: VinPattern }

/** Fills the open positions of a VIN to match the key; leaves it unchanged on a conflict. */
function fill(signs: string[], keys: string, roll: RandomBelow): boolean {
  const wanted = new Map<number, string>()
  for (const [part, start] of [keys.split('|')[0] ?? '', keys.split('|')[1] ?? ''].map(
    (part, index) => [part, index === 0 ? 3 : 9] as const,
  )) {
    const marks = part.match(/\[[^\]]*\]|./g) ?? []
    for (const [offset, mark] of marks.entries()) {
      const place = start + offset
      const fitting = [...SIGNS].filter(sign => matchPattern(mark, `000${sign}`) >= 0)
      const known = signs[place] ?? '?'
      const sign = known === '?' ? fitting[roll(fitting.length)] : fitting.find(each => each === known)
      if (sign === undefined) return false
      if (mark !== '*') wanted.set(place, sign)
    }
  }
  for (const [place, sign] of wanted) signs[place] = sign
  return true
}

/** A VIN that a manufacturer could have used in that year: one complete pattern, with others that fit. */
function generateVin(
  wmi: string,
  year: number,
  patterns: readonly VinPattern[],
  roll: RandomBelow,
): GeneratedVin | null {
  const models = patterns.filter(({ attributes }) => attributes.some(([code]) => code === 'm'))
  const from = models.length > 0 ? models : patterns
  const pattern = from[roll(from.length)]
  if (pattern === undefined) return null
  const signs = [...wmi.slice(0, 3).padEnd(17, '?')]
  if (wmi.length > 3) signs.splice(11, 3, ...wmi.slice(3))
  signs[9] = YEARS[(year - 1980) % 30] ?? ''
  if (!fill(signs, pattern.keys, roll)) return null
  for (let more = 0; more < 12; more++) fill(signs, patterns[roll(patterns.length)]?.keys ?? '', roll)
  const vin = signs.map((sign, place) =>
    sign !== '?' ? sign : place >= 11 ? String(roll(10)) : SIGNS[roll(SIGNS.length)],
  )
  return { vin: withCheckDigit(vin.join('')), year, pattern }
}

function sample(seed: number): GeneratedVin[] {
  const roll = seededRandom(seed)
  return Object.keys(MAKERS).flatMap(wmi => {
    const maker = catalog.findManufacturer(wmi)
    if (maker === null) throw new Error(`${wmi} is not in the catalog`)
    return Array.from({ length: (NEWEST - 1980) * 6 }, (_, index) => {
      const year = 1981 + Math.floor(index / 6)
      return generateVin(wmi, year, catalog.patternsOf(maker, year), roll)
    }).filter(made => made !== null)
  })
}

const share = (part: readonly unknown[], whole: readonly unknown[]): number => part.length / whole.length
const percent = (fraction: number): string => `${(fraction * 100).toFixed(1)} %`

describe("on VINs generated from the manufacturers' patterns", () => {
  const made = sample(565).map(one => ({ ...one, decoded: decoder.decode(one.vin, NOW) }))
  const among = made.filter(({ year, decoded }) => decoded?.candidates.some(reading => reading.year === year))
  const first = made.filter(({ year, decoded }) => decoded?.candidates[0]?.year === year)
  const asked = made.filter(({ decoded }) => (decoded?.candidates.length ?? 0) > 1)
  const isNew = ({ year }: { year: number }) => year >= 2010
  const isOld = ({ year }: { year: number }) => year < 2010
  const print = (text: string) => process.stdout.write(`${text}\n`)

  test('both cycles are well represented', () => {
    expect(made.filter(isNew).length).toBeGreaterThan(2500)
    expect(made.filter(isOld).length).toBeGreaterThan(1000)
    print(`VINs made: ${made.filter(isNew).length} of 2010 and later, ${made.filter(isOld).length} older`)
  })

  test.each(Object.entries(MAKERS))('%s is decoded for every one', (wmi, name) => {
    const own = made.filter(({ vin }) => vin.slice(0, 3) + (wmi.length > 3 ? vin.slice(11, 14) : '') === wmi)
    expect(own.length).toBeGreaterThan(0)
    for (const { decoded } of own) expect(decoded?.manufacturer).toMatch(name)
  })

  test('the correct year is always among those offered', () => {
    print(`Year among those offered: ${percent(share(among, made))}; asked: ${percent(share(asked, made))}`)
    expect(among).toHaveLength(made.length)
  })

  test('the first year is correct for at least 99 % since 2010', () => {
    const right = share(first.filter(isNew), made.filter(isNew))
    print(`First year right since 2010: ${percent(right)}`)
    expect(right).toBeGreaterThanOrEqual(0.99)
  })

  test('before 2010 the first year is correct, or the user is asked', () => {
    const settled = made.filter(isOld).filter(one => first.includes(one) || asked.includes(one))
    const right = share(first.filter(isOld), made.filter(isOld))
    print(
      `Before 2010: first year right ${percent(right)}, right or asked ${percent(share(settled, made.filter(isOld)))}`,
    )
    expect(share(settled, made.filter(isOld))).toBeGreaterThanOrEqual(0.99)
    expect(right).toBeGreaterThanOrEqual(0.81)
  })

  test('in the correct year no VIN is decoded as another model', () => {
    const wrong = made.filter(({ year, pattern, decoded }) => {
      const wanted = pattern.attributes.find(([code]) => code === 'm')?.[1]
      const model = decoded?.candidates.find(reading => reading.year === year)?.model ?? null
      // A closer pattern may differ; a less close one may not.
      return (
        model !== null &&
        wanted !== undefined &&
        model !== wanted &&
        !isCloserThan(model, pattern, year, decoded?.vin)
      )
    })
    expect(wrong.map(({ vin }) => vin)).toEqual([])
  })

  function isCloserThan(model: string, pattern: VinPattern, year: number, vin = ''): boolean {
    const maker = catalog.findManufacturer(
      vin[2] === '9' ? vin.slice(0, 3) + vin.slice(11, 14) : vin.slice(0, 3),
    )
    const rivals = maker === null ? [] : catalog.patternsOf(maker, year)
    return rivals.some(
      ({ keys, attributes }) =>
        attributes.some(([code, text]) => code === 'm' && text === model) &&
        matchPattern(keys, vin) > matchPattern(pattern.keys, vin),
    )
  }
})

describe('the test rigs', () => {
  test("June's trailer is a Jayco of 2021 or 1991, and the user is asked", () => {
    const decoded = decoder.decode(june.customerRV.vin, NOW)
    expect(decoded).toMatchObject({ manufacturer: 'Jayco, Inc.', isChassis: false })
    expect(decoded?.candidates[0]).toEqual({
      year: 2021,
      make: 'Jayco',
      model: null,
      series: null,
      body: 'Trailer',
      plant: 'Middlebury, Indiana',
    })
    expect(decoded?.candidates.map(({ year }) => year)).toEqual([2021, 1991])
  })

  test.each(customers.map(({ customerRV }) => customerRV))(
    '$vin is a $make of $year',
    ({ vin, year, axleAmount }) => {
      const decoded = decoder.decode(vin, NOW)
      expect(decoded?.candidates[0]?.year).toBe(Number(year))
      expect(decoded?.isChassis).toBe(axleAmount.includes('Class') || axleAmount === 'Super B')
    },
  )
})

describe('the year', () => {
  test('of a trailer does not depend on position 7', () => {
    expect(years('573TE3126N119X055')).toEqual([2022])
    expect(years('5ZT2CXYBXNB9X0317')).toEqual([2022])
  })

  test('of a light truck depends on position 7', () => {
    expect(years('1FTFW1E50MF000042')).toEqual([2021])
    expect(years('1FTEF15N0TL000042')).toEqual([1996])
  })

  test('is not 30 years too old because the model is not in the catalog yet', () => {
    expect(years('573Z93990S119X055')).toEqual([2025])
  })

  test('is at most next year', () => {
    const asOf = (day: string) =>
      decoder.decode(june.customerRV.vin, new Date(day))?.candidates.map(({ year }) => year)
    expect(asOf('2020-01-01')).toEqual([2021, 1991])
    expect(asOf('2019-12-31')).toEqual([1991])
  })

  test('is unknown if position 10 is invalid', () => {
    expect(decode('54CTD2F20UL000042')).toMatchObject({
      manufacturer: 'Winnebago of Indiana, LLC',
      candidates: [],
    })
  })
})

test('a small manufacturer is identified by positions 12 to 14 as well', () => {
  expect(decode('1Z9AA21E0RM305042')?.manufacturer).toBe('Oliver Travel Trailers')
})

test('the floor plan is read from both parts of the key, not from the plant alone', () => {
  const jayco = catalog.findManufacturer('1UJ')
  const patterns = jayco === null ? [] : catalog.patternsOf(jayco, 2026)
  const floorPlans = patterns.filter(
    ({ keys, attributes }) => keys.includes('|') && attributes.some(([code]) => code === 's'),
  )
  const roll = seededRandom(264)
  expect(floorPlans.length).toBeGreaterThan(10)
  for (const pattern of floorPlans) {
    const made = generateVin('1UJ', 2026, [pattern], roll)
    const reading = decoder.decode(made?.vin ?? '', NOW)?.candidates.find(({ year }) => year === 2026)
    expect(pattern.attributes).toContainEqual(['s', reading?.series])
  }
})

describe('nothing is decoded from', () => {
  test.each([
    ['', 'nothing'],
    ['1UJBJ0BN8M17X004', 'a VIN that is too short'],
    ['1UJBJ0BN8M17XO042', 'a VIN with an O'],
    ['1UJBJ0BN9M17X0042', 'a wrong check digit'],
    [withCheckDigit('ZZZBJ0BN8M17X0042'), 'a maker that nobody registered'],
    [withCheckDigit('0009J0BN8M17X0042'), 'a maker before the first in the catalog'],
  ])('%s: %s', vin => {
    expect(decoder.decode(vin, NOW)).toBeNull()
  })
})

test('a missing or invalid catalog stops the start with a message', () => {
  expect(() => openVinCatalog('/nowhere/vin.bin')).toThrow(/no such file.*vin\.bin/)
  expect(() => openVinCatalog(import.meta.filename)).toThrow(/is not a VIN catalog/)
})

test('the fake decoder returns what it was given', () => {
  const decoded = { vin: 'A', manufacturer: 'B', makes: [], isChassis: false, candidates: [] }
  expect(createFakeVinDecoder([decoded]).decode('A', NOW)).toBe(decoded)
  expect(createFakeVinDecoder([decoded]).decode('C', NOW)).toBeNull()
})

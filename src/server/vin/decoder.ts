// What a VIN tells of itself, without asking anybody: from NHTSA's catalog, which knows makers well
// and models as far as they filed them. Whatever it says is an offer; the person at the rig knows better.

import { checkDigit, isCycleOfLightVehicle, modelYears } from '#domain/rigs/vin.ts'
import {
  type AttributeCode,
  openVinCatalog,
  VEHICLE_TYPES,
  type VinCatalog,
  type VinManufacturer,
} from './catalog.ts'
import { matchPattern } from './pattern.ts'

/** The VIN read as one model year. What the maker did not file is null. */
type VinReading = {
  readonly year: number
  readonly make: string | null
  readonly model: string | null
  /** The floor plan or line, as the maker filed it. */
  readonly series: string | null
  readonly body: string | null
  /** City, state, and country outside of the United States. */
  readonly plant: string | null
}

type DecodedVin = {
  readonly vin: string
  readonly manufacturer: string
  /** Every make that the manufacturer builds under this identifier. */
  readonly makes: readonly string[]
  /**
   * What the VIN names is, or may be, only the chassis under a motorhome: its make and model never
   * replace those of the coach.
   */
  readonly isChassis: boolean
  /** Likeliest first. Two when both 30-year cycles fit: ask. None when position 10 holds no year. */
  readonly readings: readonly VinReading[]
}

export type VinDecoder = {
  /**
   * Decodes a mended VIN of 17 characters with a right check digit, in under a millisecond once its
   * maker has been read. Null for any other VIN and for makers that nobody registered.
   */
  readonly decode: (vin: string, now: Date) => DecodedVin | null
}

type YearEvidence = {
  readonly year: number
  /** Whether the maker filed anything for that year. */
  readonly isFiled: boolean
  readonly best: ReadonlyMap<AttributeCode, string>
  /** Of model, body and plant: how many the maker filed for that year, of which none fits. */
  readonly failures: number
  readonly isModelKnown: boolean
}

const EXPECTED_ATTRIBUTES: readonly AttributeCode[] = ['m', 'b', 'c']

/** A maker of fewer than 1,000 a year shares its first three characters and is told by three more. */
function manufacturerOf(catalog: VinCatalog, vin: string): VinManufacturer | null {
  const wmi = vin.slice(0, 3)
  const small = vin[2] === '9' ? catalog.findManufacturer(wmi + vin.slice(11, 14)) : null
  return small ?? catalog.findManufacturer(wmi)
}

function collectEvidence(
  catalog: VinCatalog,
  manufacturer: VinManufacturer,
  vin: string,
  year: number,
): YearEvidence {
  const closest = new Map<AttributeCode, { text: string; how: number; isAlone: boolean }>()
  const filed = new Set<AttributeCode>()
  for (const { keys, attributes } of catalog.patternsOf(manufacturer, year)) {
    for (const [attribute] of attributes) filed.add(attribute)
    const how = matchPattern(keys, vin)
    if (how < 0) continue
    for (const [code, text] of attributes) {
      const known = closest.get(code)
      if (known === undefined || how > known.how) closest.set(code, { text, how, isAlone: true })
      else if (how === known.how && text !== known.text) closest.set(code, { ...known, isAlone: false })
    }
  }
  // Two equally close patterns that disagree are a guess, and a guess is not offered.
  const best = new Map([...closest].flatMap(([code, { text, isAlone }]) => (isAlone ? [[code, text]] : [])))
  const failures = EXPECTED_ATTRIBUTES.filter(code => filed.has(code) && !closest.has(code)).length
  return { year, isFiled: filed.size > 0, best, failures, isModelKnown: closest.has('m') }
}

const usesPositionSeven = ({ vehicleType }: VinManufacturer, { best }: YearEvidence): boolean =>
  (vehicleType === VEHICLE_TYPES.multipurpose || vehicleType === VEHICLE_TYPES.truck) &&
  best.get('w') === 'light'

/**
 * The years that the VIN may mean, likeliest first. A year in which the maker built nothing is out,
 * and so is one in which the model is unknown while another year knows it. The newest year is let
 * off: makers file late, and a rig whose model is not filed yet must not become 30 years older.
 */
function likelyYears(
  catalog: VinCatalog,
  manufacturer: VinManufacturer,
  vin: string,
  latest: number,
): YearEvidence[] {
  const all = modelYears(vin, latest).map(year => collectEvidence(catalog, manufacturer, vin, year))
  const [newest] = all
  const isAfterSnapshot = ({ year }: YearEvidence) => year > Number(catalog.snapshot.slice(0, 4))
  const filed = all.filter(evidence => evidence.isFiled || isAfterSnapshot(evidence))
  const possible = (filed.length > 0 ? filed : all).filter(
    evidence => !usesPositionSeven(manufacturer, evidence) || isCycleOfLightVehicle(vin, evidence.year),
  )
  const isExcused = (evidence: YearEvidence) => evidence === newest && evidence.failures <= 1
  const isAnyModelKnown = possible.some(({ isModelKnown }) => isModelKnown)
  return possible
    .filter(evidence => !isAnyModelKnown || evidence.isModelKnown || isExcused(evidence))
    .sort((one, other) => one.failures - other.failures || other.year - one.year)
}

const COMPANY_SUFFIX = /,? \b(inc|llc|corp|corporation|company|co|ltd)\.?$/i

/** Some makers filed their own name where the model belongs: that is no model. */
function modelOf(filed: string | null, make: string | null): string | null {
  if (filed === null || COMPANY_SUFFIX.test(filed)) return null
  return filed.toLowerCase() === make?.toLowerCase() ? null : filed
}

function toReading(manufacturer: VinManufacturer, { year, best }: YearEvidence): VinReading {
  const attributeText = (attribute: AttributeCode) => best.get(attribute) ?? null
  const [only] = manufacturer.makes
  const make = attributeText('k') ?? (manufacturer.makes.length === 1 && only ? only : null)
  const plant = [attributeText('c'), attributeText('t'), attributeText('n')].filter(Boolean).join(', ')
  return {
    year,
    make,
    model: modelOf(attributeText('m'), make),
    series: attributeText('s'),
    body: attributeText('b'),
    plant: plant === '' ? null : plant,
  }
}

/** Opens the catalog; throws an Error with one sentence when it is missing or broken. */
export function createVinDecoder(catalog: VinCatalog = openVinCatalog()): VinDecoder {
  return {
    decode(vin, now) {
      if (checkDigit(vin) === null || checkDigit(vin) !== vin[8]) return null
      const manufacturer = manufacturerOf(catalog, vin)
      if (manufacturer === null) return null
      const readings = likelyYears(catalog, manufacturer, vin, now.getUTCFullYear() + 1).map(evidence =>
        toReading(manufacturer, evidence),
      )
      const isFinished = readings.some(({ body }) => body === 'Motorhome')
      const isChassis = manufacturer.vehicleType !== VEHICLE_TYPES.trailer && !isFinished
      return { vin, manufacturer: manufacturer.manufacturer, makes: manufacturer.makes, isChassis, readings }
    },
  }
}

/** For tests of callers: knows what it was told, and nothing else. */
export const createFakeVinDecoder = (known: readonly DecodedVin[]): VinDecoder => ({
  decode: wanted => known.find(({ vin }) => vin === wanted) ?? null,
})

// Decodes VINs with NHTSA's catalog, which knows manufacturers well, and models as far as they were filed. Results
// are only suggestions for the person at the rig.

import { checkDigit, isCycleOfLightVehicle, modelYears } from '#domain/rigs/vin.ts'
import { matchPattern } from './match-pattern.ts'
import {
  type AttributeCode,
  openVinCatalog,
  VEHICLE_TYPES,
  type VinCatalog,
  type VinManufacturer,
} from './vin-catalog.ts'

/** The VIN decoded for one model year. What was not filed is null. */
type VinReading = {
  readonly year: number
  readonly make: string | null
  readonly model: string | null
  /** The floor plan or line, as filed. */
  readonly series: string | null
  readonly body: string | null
  /** City and state, and the country outside the United States. */
  readonly plant: string | null
}

type DecodedVin = {
  readonly vin: string
  readonly manufacturer: string
  /** Every make that the manufacturer builds under this WMI. */
  readonly makes: readonly string[]
  /** The VIN names, or may name, only the chassis of a motorhome: its make and model never replace the coach's. */
  readonly isChassis: boolean
  /** Likeliest first. Two if both 30-year cycles fit: ask. None if position 10 has no year. */
  readonly candidates: readonly VinReading[]
}

export type VinDecoder = {
  /**
   * Decodes a normalized VIN of 17 characters with a correct check digit, in under a millisecond once its
   * manufacturer is cached. Null for any other VIN and for unknown manufacturers.
   */
  readonly decode: (vin: string, now: Date) => DecodedVin | null
}

type YearEvidence = {
  readonly year: number
  /** Whether anything was filed for that year. */
  readonly isFiled: boolean
  readonly best: ReadonlyMap<AttributeCode, string>
  /** How many of model, body and plant were filed for that year without a match. */
  readonly failures: number
  readonly isModelKnown: boolean
}

const EXPECTED_ATTRIBUTES: readonly AttributeCode[] = ['m', 'b', 'c']

/** A manufacturer of fewer than 1,000 a year shares its first three characters and is identified by three more. */
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
  const closest = new Map<AttributeCode, { text: string; score: number; isAlone: boolean }>()
  const filed = new Set<AttributeCode>()
  for (const { keys, attributes } of catalog.patternsOf(manufacturer, year)) {
    for (const [attribute] of attributes) filed.add(attribute)
    const score = matchPattern(keys, vin)
    if (score < 0) continue
    for (const [code, text] of attributes) {
      const known = closest.get(code)
      if (known === undefined || score > known.score) closest.set(code, { text, score, isAlone: true })
      else if (score === known.score && text !== known.text) closest.set(code, { ...known, isAlone: false })
    }
  }
  // Two equally close patterns that disagree give nothing: guesses are not offered.
  const best = new Map([...closest].flatMap(([code, { text, isAlone }]) => (isAlone ? [[code, text]] : [])))
  const failures = EXPECTED_ATTRIBUTES.filter(code => filed.has(code) && !closest.has(code)).length
  return { year, isFiled: filed.size > 0, best, failures, isModelKnown: closest.has('m') }
}

const usesPositionSeven = ({ vehicleType }: VinManufacturer, { best }: YearEvidence): boolean =>
  (vehicleType === VEHICLE_TYPES.multipurpose || vehicleType === VEHICLE_TYPES.truck) &&
  best.get('w') === 'light'

/**
 * The possible years of the VIN, likeliest first. A year without any production is excluded, and so is one in which
 * the model is unknown while another year knows it. The newest year is exempt: models are filed late, and a new rig
 * must not become 30 years older.
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

/** Some manufacturers filed their own name as the model. */
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

/** Opens the catalog; throws an Error with one sentence if it is missing or invalid. */
export function createVinDecoder(catalog: VinCatalog = openVinCatalog()): VinDecoder {
  return {
    decode(vin, now) {
      if (checkDigit(vin) === null || checkDigit(vin) !== vin[8]) return null
      const manufacturer = manufacturerOf(catalog, vin)
      if (manufacturer === null) return null
      const candidates = likelyYears(catalog, manufacturer, vin, now.getUTCFullYear() + 1).map(evidence =>
        toReading(manufacturer, evidence),
      )
      const isFinished = candidates.some(({ body }) => body === 'Motorhome')
      const isChassis = manufacturer.vehicleType !== VEHICLE_TYPES.trailer && !isFinished
      return {
        vin,
        manufacturer: manufacturer.manufacturer,
        makes: manufacturer.makes,
        isChassis,
        candidates,
      }
    },
  }
}

/** For tests of callers: returns what it was given, and nothing else. */
export const createFakeVinDecoder = (known: readonly DecodedVin[]): VinDecoder => ({
  decode: wanted => known.find(({ vin }) => vin === wanted) ?? null,
})

// What a VIN tells of itself, without asking anybody: from NHTSA's catalog, which knows makers well
// and models as far as they filed them. Whatever it says is an offer; the person at the rig knows better.

import { checkDigit, isCycleOfLightVehicle, modelYears } from '#domain/rigs/vin.ts'
import { type Letter, type Maker, openVinCatalog, VEHICLE_TYPES, type VinCatalog } from './catalog.ts'
import { closeness } from './pattern.ts'

/** The VIN read as one model year. What the maker did not file is null. */
export type VinReading = {
  readonly year: number
  readonly make: string | null
  readonly model: string | null
  /** The floor plan or line, as the maker filed it. */
  readonly series: string | null
  readonly body: string | null
  /** City, state, and country outside of the United States. */
  readonly plant: string | null
}

export type DecodedVin = {
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

type Evidence = {
  readonly year: number
  /** Whether the maker filed anything for that year. */
  readonly isFiled: boolean
  readonly best: ReadonlyMap<Letter, string>
  /** Of model, body and plant: how many the maker filed for that year, of which none fits. */
  readonly failures: number
  readonly isModelKnown: boolean
}

const EXPECTED: readonly Letter[] = ['m', 'b', 'c']

/** A maker of fewer than 1,000 a year shares its first three characters and is told by three more. */
function makerOf(catalog: VinCatalog, vin: string): Maker | null {
  const wmi = vin.slice(0, 3)
  const small = vin[2] === '9' ? catalog.findMaker(wmi + vin.slice(11, 14)) : null
  return small ?? catalog.findMaker(wmi)
}

function evidenceFor(catalog: VinCatalog, maker: Maker, vin: string, year: number): Evidence {
  const closest = new Map<Letter, { text: string; how: number; isAlone: boolean }>()
  const filed = new Set<Letter>()
  for (const { keys, tells } of catalog.patternsOf(maker, year)) {
    for (const [letter] of tells) filed.add(letter)
    const how = closeness(keys, vin)
    if (how < 0) continue
    for (const [letter, text] of tells) {
      const known = closest.get(letter)
      if (known === undefined || how > known.how) closest.set(letter, { text, how, isAlone: true })
      else if (how === known.how && text !== known.text) closest.set(letter, { ...known, isAlone: false })
    }
  }
  // Two equally close patterns that disagree are a guess, and a guess is not offered.
  const best = new Map(
    [...closest].flatMap(([letter, { text, isAlone }]) => (isAlone ? [[letter, text]] : [])),
  )
  const failures = EXPECTED.filter(letter => filed.has(letter) && !closest.has(letter)).length
  return { year, isFiled: filed.size > 0, best, failures, isModelKnown: closest.has('m') }
}

const isBoundByPositionSeven = ({ vehicleType }: Maker, { best }: Evidence): boolean =>
  (vehicleType === VEHICLE_TYPES.multipurpose || vehicleType === VEHICLE_TYPES.truck) &&
  best.get('w') === 'light'

/**
 * The years that the VIN may mean, likeliest first. A year in which the maker built nothing is out,
 * and so is one in which the model is unknown while another year knows it. The newest year is let
 * off: makers file late, and a rig whose model is not filed yet must not become 30 years older.
 */
function likelyYears(catalog: VinCatalog, maker: Maker, vin: string, latest: number): Evidence[] {
  const all = modelYears(vin, latest).map(year => evidenceFor(catalog, maker, vin, year))
  const [newest] = all
  const isAfterSnapshot = ({ year }: Evidence) => year > Number(catalog.snapshot.slice(0, 4))
  const filed = all.filter(evidence => evidence.isFiled || isAfterSnapshot(evidence))
  const possible = (filed.length > 0 ? filed : all).filter(
    evidence => !isBoundByPositionSeven(maker, evidence) || isCycleOfLightVehicle(vin, evidence.year),
  )
  const isLetOff = (evidence: Evidence) => evidence === newest && evidence.failures <= 1
  const isAnyModelKnown = possible.some(({ isModelKnown }) => isModelKnown)
  return possible
    .filter(evidence => !isAnyModelKnown || evidence.isModelKnown || isLetOff(evidence))
    .sort((one, other) => one.failures - other.failures || other.year - one.year)
}

const COMPANY_FORM = /,? \b(inc|llc|corp|corporation|company|co|ltd)\.?$/i

/** Some makers filed their own name where the model belongs: that is no model. */
function modelOf(filed: string | null, make: string | null): string | null {
  if (filed === null || COMPANY_FORM.test(filed)) return null
  return filed.toLowerCase() === make?.toLowerCase() ? null : filed
}

function readingOf(maker: Maker, { year, best }: Evidence): VinReading {
  const told = (letter: Letter) => best.get(letter) ?? null
  const [only] = maker.makes
  const make = told('k') ?? (maker.makes.length === 1 && only ? only : null)
  const plant = [told('c'), told('t'), told('n')].filter(Boolean).join(', ')
  return {
    year,
    make,
    model: modelOf(told('m'), make),
    series: told('s'),
    body: told('b'),
    plant: plant === '' ? null : plant,
  }
}

/** Opens the catalog; throws an Error with one sentence when it is missing or broken. */
export function openVinDecoder(catalog: VinCatalog = openVinCatalog()): VinDecoder {
  return {
    decode(vin, now) {
      if (checkDigit(vin) === null || checkDigit(vin) !== vin[8]) return null
      const maker = makerOf(catalog, vin)
      if (maker === null) return null
      const readings = likelyYears(catalog, maker, vin, now.getUTCFullYear() + 1).map(evidence =>
        readingOf(maker, evidence),
      )
      const isFinished = readings.some(({ body }) => body === 'Motorhome')
      const isChassis = maker.vehicleType !== VEHICLE_TYPES.trailer && !isFinished
      return { vin, manufacturer: maker.manufacturer, makes: maker.makes, isChassis, readings }
    },
  }
}

/** For tests of callers: knows what it was told, and nothing else. */
export const pretendVinDecoder = (known: readonly DecodedVin[]): VinDecoder => ({
  decode: wanted => known.find(({ vin }) => vin === wanted) ?? null,
})

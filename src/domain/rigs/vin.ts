// VINs. The VIN identifies a rig for life, so a mistyped character puts a repair into another rig's history. The desk
// is warned, and stopped only by a word for "none": old and home-built rigs have no valid VIN.

import { cleanTyped } from '#domain/lib/typed-text.ts'

/** Typed text as stored and searched: upper case, without white space, and without the stars that begin and end Code 39. */
export const normalizeVin = (typed: string): string =>
  cleanTyped(typed)
    .replace(/\s+/gu, '')
    .replace(/^\*+|\*+$/g, '')
    .toUpperCase()

/** Whether a normalized VIN can be stored: 1 to 17 of A-Z, 0-9 and hyphen. */
export const isStorableVin = (vin: string): boolean => /^[A-Z0-9-]{1,17}$/.test(vin)

/** 49 CFR 565.13 and ISO 3779: 17 characters without I, O and Q. */
const VIN_ALPHABET = /^[A-HJ-NPR-Z0-9]{17}$/

/** No vehicle has fewer different characters; a row of zeros or of one digit has. */
const MIN_DIFFERENT_CHARACTERS = 5

/**
 * Whether a normalized text names one rig for all companies: 17 characters of the VIN's alphabet, at least five of them
 * different. Any other text (a serial number, a license plate) is a rig of one customer of one company. The check
 * digit does not count: European rigs have none.
 */
export const isSharedVin = (vin: string): boolean =>
  VIN_ALPHABET.test(vin) && new Set(vin).size >= MIN_DIFFERENT_CHARACTERS

/** What people type into a VIN field to say that they have no VIN, without spaces and punctuation. */
const WORDS_FOR_NO_VIN: ReadonlySet<string> = new Set([
  ...['ASK', 'ASKCUSTOMER', 'BLANK', 'CANTREAD', 'DONTKNOW', 'EMPTY', 'IDK', 'ILLEGIBLE', 'MISSING'],
  ...['NA', 'NIL', 'NO', 'NONE', 'NONUMBER', 'NOSERIAL', 'NOSERIALNUMBER', 'NOTAPPLICABLE', 'NOTAVAILABLE'],
  ...['NOTFOUND', 'NOTGIVEN', 'NOTKNOWN', 'NOTLISTED', 'NOTONFILE', 'NOTPROVIDED', 'NOTSURE', 'NOVIN'],
  ...['NOVINNUMBER', 'NOVINONFILE', 'NULL', 'PENDING', 'SERIALNUMBER', 'TBA', 'TBD', 'TOBEDETERMINED'],
  ...['UNAVAILABLE', 'UNDEFINED', 'UNK', 'UNKN', 'UNKNOW', 'UNKNOWN', 'UNKNOWNVIN', 'UNREADABLE', 'VIN'],
  ...['VINNUMBER', 'VINUNKNOWN'],
])

/** A whole VIN of zeros is stored like any other text of a company: programs fill the field with them. */
const FILLER = /^(0{1,16}|X{1,16})$/

/** What a field for a VIN says to a word for "none". */
export const NO_VIN_SENTENCE = 'Enter the serial number or license plate instead.'

/** Whether a normalized text only says that there is no VIN: `UNKNOWN`, `N/A`, `NO VIN`, `XXXX`, `0000`, `---`. */
export function isWordForNoVin(vin: string): boolean {
  if (vin === '') return false
  const letters = vin.replace(/[^\p{L}\p{N}]/gu, '')
  return letters === '' || FILLER.test(letters) || WORDS_FOR_NO_VIN.has(letters)
}

// 49 CFR 565.15(c), tables IV and V: the value of each letter and the weight of each position.
const LETTER_VALUES: Readonly<Record<string, number>> = {
  A: 1,
  B: 2,
  C: 3,
  D: 4,
  E: 5,
  F: 6,
  G: 7,
  H: 8,
  J: 1,
  K: 2,
  L: 3,
  M: 4,
  N: 5,
  P: 7,
  R: 9,
  S: 2,
  T: 3,
  U: 4,
  V: 5,
  W: 6,
  X: 7,
  Y: 8,
  Z: 9,
}
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]

/**
 * The check digit (position 9) of a 17-character VIN: `0` to `9` or `X`. Source: 49 CFR 565.15(c). Null if the text
 * is not 17 characters without I, O and Q.
 */
export function checkDigit(vin: string): string | null {
  if (!VIN_ALPHABET.test(vin)) return null
  const total = [...vin].reduce(
    (sum, character, index) => sum + (LETTER_VALUES[character] ?? Number(character)) * (WEIGHTS[index] ?? 0),
    0,
  )
  return total % 11 === 10 ? 'X' : String(total % 11)
}

/** A warning about a normalized VIN, in one sentence; null if it looks right. */
export function vinWarning(vin: string): string | null {
  if (vin === '') return null
  const letters = [...new Set(vin.match(/[IOQ]/g) ?? [])]
  if (letters.length > 0) return `A VIN never has the letter ${letters.join(' or ')}. Is it a 1 or a 0?`
  if (vin.includes('-')) return 'VINs have no hyphens. Keep it only if the VIN plate shows one.'
  if (vin.length !== 17) return `VINs since 1981 have 17 characters. You entered ${vin.length}.`
  if (checkDigit(vin) !== vin[8]) return 'This VIN looks wrong. Double-check it against the VIN plate.'
  return null
}

const FIRST_YEAR = 1980
const YEAR_LETTERS = 'ABCDEFGHJKLMNPRSTVWXY123456789'
const YEAR_CYCLE_LENGTH = YEAR_LETTERS.length

/**
 * The model years of position 10, newest first and none after `latest`: letters repeat every 30 years, so `R` is 1994
 * and 2024. Empty if position 10 has no year (0, U or Z). Source: 49 CFR 565.15(d)(1), table VII.
 */
export function modelYears(vin: string, latest: number): readonly number[] {
  const index = YEAR_LETTERS.indexOf(vin[9] ?? ' ')
  if (index < 0) return []
  const years: number[] = []
  for (let year = FIRST_YEAR + index; year <= latest; year += YEAR_CYCLE_LENGTH) years.unshift(year)
  return years
}

/**
 * Whether `year` is in the cycle given by position 7: a digit until 2009, a letter from 2010. This applies to cars,
 * and to trucks and multipurpose vehicles up to 10,000 lb GVWR; on trailers and heavy chassis position 7 is the
 * manufacturer's own. Source: 49 CFR 565.15(b).
 */
export const isCycleOfLightVehicle = (vin: string, year: number): boolean =>
  /[A-Z]/.test(vin[6] ?? '') === year >= FIRST_YEAR + YEAR_CYCLE_LENGTH

// The two-letter codes of states, provinces and territories.

import { normalizeCity } from './normalize-city.ts'

const US: Readonly<Record<string, string>> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
  MH: 'Marshall Islands',
  AA: 'Armed Forces Americas',
  AE: 'Armed Forces Europe',
  AP: 'Armed Forces Pacific',
}

const CANADA: Readonly<Record<string, string>> = {
  AB: 'Alberta',
  BC: 'British Columbia',
  MB: 'Manitoba',
  NB: 'New Brunswick',
  NL: 'Newfoundland and Labrador',
  NS: 'Nova Scotia',
  NT: 'Northwest Territories',
  NU: 'Nunavut',
  ON: 'Ontario',
  PE: 'Prince Edward Island',
  QC: 'Quebec',
  SK: 'Saskatchewan',
  YT: 'Yukon',
}

const NAMES: Readonly<Record<string, string>> = { ...US, ...CANADA }
const FOLDED = Object.entries(NAMES).map(([code, name]) => ({ code, name: normalizeCity(name) }))

export const isCanadian = (region: string): boolean => region in CANADA

export const regionName = (code: string): string => NAMES[code] ?? code

/** The two-letter code of a region given by code or name; null for neither. */
export function regionCode(text: string): string | null {
  const code = text.replaceAll('.', '').trim().toUpperCase()
  if (code in NAMES) return code
  const folded = normalizeCity(text)
  if (folded === 'washington dc') return 'DC'
  return FOLDED.find(({ name }) => name === folded)?.code ?? null
}

/** Every region that an incomplete text may mean, an exact match first. */
export function regionsStarting(text: string): readonly string[] {
  const folded = normalizeCity(text)
  if (folded === '') return []
  const exact = regionCode(text)
  const named = FOLDED.filter(({ code, name }) => code.toLowerCase() === folded || name.startsWith(folded))
  const byInitial =
    folded.length === 1 ? FOLDED.filter(({ code }) => code.startsWith(folded.toUpperCase())) : []
  const codes = [...named, ...byInitial].map(({ code }) => code)
  return [...new Set(exact === null ? codes : [exact, ...codes])]
}

const BY_LETTER: Readonly<Record<string, string>> = {
  A: 'NL',
  B: 'NS',
  C: 'PE',
  E: 'NB',
  G: 'QC',
  H: 'QC',
  J: 'QC',
  K: 'ON',
  L: 'ON',
  M: 'ON',
  N: 'ON',
  P: 'ON',
  R: 'MB',
  S: 'SK',
  T: 'AB',
  V: 'BC',
  Y: 'YT',
}

/** The province of a Canadian forward sortation area (`N2L` is in ON), by its first letter. */
export function provinceOf(area: string): string | null {
  if (area.startsWith('X')) return /^X0[ABC]/.test(area) ? 'NU' : 'NT'
  return BY_LETTER[area.charAt(0)] ?? null
}

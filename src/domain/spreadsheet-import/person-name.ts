// Names of people and companies as lists write them.

import type { CellReader } from './sheet-columns.ts'

/** What is a company's, not a person's: `LLC`, `Inc.` */
const COMPANY_SUFFIX = /^(llc|inc|incorporated|company|co|corp|corporation|ltd|limited|lp|llp|pllc)$/i
/** What belongs to a last name. */
const GENERATION = /^(jr|sr|ii|iii|iv|2nd|3rd|4th|esq)\.?$/i

type PersonName = { readonly firstName: string; readonly lastName: string }

/** `Annie Co` is a person; `Rose RV Co` and `Rose Co.` are none. */
function isCompany(words: readonly string[]): boolean {
  const end = words.at(-1) ?? ''
  return COMPANY_SUFFIX.test(end.replaceAll('.', '')) && !(words.length === 2 && end.toLowerCase() === 'co')
}

const isGeneration = (word = ''): boolean => GENERATION.test(word)

/**
 * A name as people write it: `Park, June` or `June Park`, with `Jr.` at the last name wherever it is written. A single
 * word is a last name, and so is a company's name, which is kept as it is written: `Desert Rose Campground, LLC`.
 */
function splitPerson(name: string): PersonName {
  const words = name.split(/\s+/)
  if (isCompany(words)) return { firstName: '', lastName: name }
  const parts = name.split(/\s*,\s*/)
  const generations = parts.slice(1).filter(isGeneration)
  const [last = '', ...first] = parts.filter((part, index) => index === 0 || !isGeneration(part))
  const withGeneration = (lastName: string) => [lastName, ...generations].join(' ')
  if (first.length > 0) return { firstName: first.join(', '), lastName: withGeneration(last) }
  const rest = last.split(/\s+/)
  const length = rest.length > 1 && isGeneration(rest.at(-1)) ? 2 : 1
  return {
    firstName: rest.slice(0, -length).join(' '),
    lastName: withGeneration(rest.slice(-length).join(' ')),
  }
}

/** The customer and what QuickBooks keeps below them: `Desert Rose Campground, LLC:Unit 12`. */
function splitName(name: string): PersonName {
  const [customer = '', ...below] = name.split(/\s*:\s*/).filter(part => part !== '')
  const { firstName, lastName } = splitPerson(customer)
  return { firstName, lastName: [lastName, ...below].join(': ') }
}

/** The name in columns of its own, or in one. */
export function readName(cell: CellReader<'firstName' | 'lastName' | 'fullName' | 'suffix'>): PersonName {
  const [firstName, lastName] = [cell('firstName'), cell('lastName')]
  const name = firstName === '' && lastName === '' ? splitName(cell('fullName')) : { firstName, lastName }
  const suffix = cell('suffix')
  return suffix === '' || name.lastName === '' || name.lastName.toLowerCase().endsWith(suffix.toLowerCase())
    ? name
    : { ...name, lastName: `${name.lastName} ${suffix}` }
}

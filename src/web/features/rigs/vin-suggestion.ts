// A VIN tells a good deal of its rig, and the person beside the rig knows better: what it tells is
// offered, fills only what is still empty, and never replaces a word.

import { rigName } from '#domain/rigs/rig.ts'
import type { DecodedVin } from './vin-lookup.ts'

export type Described = { readonly make: string; readonly model: string; readonly year: string }

type Choice = {
  /** What the button says. */
  readonly label: string
  /** Only the empty fields, with what goes into them. */
  readonly fills: Partial<Described>
}

export type VinOffer = {
  /** What the VIN tells: `From the VIN: 2021 Jayco Jay Flight`, or the question `2021 or 1991?`. */
  readonly words: string
  /** None when there is nothing left to fill. */
  readonly choices: readonly Choice[]
}

const FIELDS = ['make', 'model', 'year'] as const

function fillsOf(told: Described, typed: Described): Partial<Described> {
  const empty = FIELDS.filter(field => typed[field].trim() === '' && told[field] !== '')
  return Object.fromEntries(empty.map(field => [field, told[field]]))
}

const isAnything = ({ fills }: Choice): boolean => Object.keys(fills).length > 0

function toldBy({ make, model, year }: DecodedVin['readings'][number]): Described {
  return { make: make ?? '', model: model ?? '', year: String(year) }
}

function wordsOf({ isChassis, manufacturer }: DecodedVin, told: Described): string {
  const named = { ...told, make: told.make || manufacturer }
  if (!isChassis) return `From the VIN: ${rigName(named)}`
  return `Chassis: ${[rigName({ ...named, year: '' }), told.year].filter(Boolean).join(', ')}`
}

/** What to offer beside the fields as they are typed now. */
export function offerOf(decoded: DecodedVin, typed: Described): VinOffer {
  const { readings, makes, manufacturer, isChassis } = decoded
  // A year that the person typed is the answer to the question which one it is.
  const answered = readings.filter(({ year }) => String(year) === typed.year.trim())
  const possible = (answered.length > 0 ? answered : readings).map(toldBy)
  if (possible.length > 1) {
    const years = possible.map(({ year }) => year)
    const choices = possible.map(told => ({ label: told.year, fills: fillsOf(told, typed) }))
    return {
      words: `From the VIN: ${years.join(' or ')}?`,
      choices: typed.year.trim() === '' ? choices : [],
    }
  }
  const [only = ''] = makes.length === 1 && !isChassis ? makes : []
  const [told = { make: only, model: '', year: '' }] = possible
  const words = possible.length === 0 ? `From the VIN: ${manufacturer}` : wordsOf(decoded, told)
  return { words, choices: [{ label: 'Use these', fills: fillsOf(told, typed) }].filter(isAnything) }
}

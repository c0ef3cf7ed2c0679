// Suggestions from a decoded VIN: they fill only empty fields, and never replace typed text.

import { rigName } from '#domain/rigs/rig.ts'
import type { DecodedVin } from './use-decoded-vin.ts'

type RigDescription = { readonly make: string; readonly model: string; readonly year: string }

type VinChoice = {
  /** The button's label. */
  readonly label: string
  /** Only the empty fields, with their values. */
  readonly fills: Partial<RigDescription>
}

type VinSuggestion = {
  /** The decoded details: `From the VIN: 2021 Jayco Jay Flight`, or the question `2021 or 1991?`. */
  readonly text: string
  /** None if nothing is left to fill. */
  readonly choices: readonly VinChoice[]
}

const FIELDS = ['make', 'model', 'year'] as const

function fieldsToFill(decoded: RigDescription, typed: RigDescription): Partial<RigDescription> {
  const empty = FIELDS.filter(field => typed[field].trim() === '' && decoded[field] !== '')
  return Object.fromEntries(empty.map(field => [field, decoded[field]]))
}

const hasFields = ({ fills }: VinChoice): boolean => Object.keys(fills).length > 0

function descriptionOf({ make, model, year }: DecodedVin['candidates'][number]): RigDescription {
  return { make: make ?? '', model: model ?? '', year: String(year) }
}

function describeVin({ isChassis, manufacturer }: DecodedVin, description: RigDescription): string {
  const named = { ...description, make: description.make || manufacturer }
  if (!isChassis) return `From the VIN: ${rigName(named)}`
  return `Chassis: ${[rigName({ ...named, year: '' }), description.year].filter(Boolean).join(', ')}`
}

/** The suggestion for the fields as typed now. */
export function suggestFromVin(decoded: DecodedVin, typed: RigDescription): VinSuggestion {
  const { candidates, makes, manufacturer, isChassis } = decoded
  // A typed year answers the question.
  const answered = candidates.filter(({ year }) => String(year) === typed.year.trim())
  const possible = (answered.length > 0 ? answered : candidates).map(descriptionOf)
  if (possible.length > 1) {
    const years = possible.map(({ year }) => year)
    const choices = possible.map(description => ({
      label: description.year,
      fills: fieldsToFill(description, typed),
    }))
    return {
      text: `From the VIN: ${years.join(' or ')}?`,
      choices: typed.year.trim() === '' ? choices : [],
    }
  }
  const [singleMake = ''] = makes.length === 1 && !isChassis ? makes : []
  const [vehicle = { make: singleMake, model: '', year: '' }] = possible
  const text = possible.length === 0 ? `From the VIN: ${manufacturer}` : describeVin(decoded, vehicle)
  return {
    text,
    choices: [{ label: 'Use this info', fills: fieldsToFill(vehicle, typed) }].filter(hasFields),
  }
}

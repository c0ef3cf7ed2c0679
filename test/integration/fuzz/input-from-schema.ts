// Plausible input for a procedure, generated from its schema, sometimes at its limits. Whether all of it is accepted
// is for the product to decide.

import fc from 'fast-check'
import type * as z from 'zod'
import { formatOf } from './text-fields.ts'

/** Existing values, by field name. */
export type KnownIds = Readonly<Record<string, readonly unknown[]>>

type Any = z.core.$ZodType
type Def = z.core.$ZodTypes['_zod']['def']

const WORDS = ['Roof leak', 'Díaz', 'x', '  spaced  ', 'two\nlines', '🚐', 'O’Brien', '0', '']

const FORMATS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  uuid: fc.uuid(),
  email: fc.nat(99_999).map(number => `fuzz${number}@mail.example`),
  date: fc
    .date({ min: new Date('2025-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })
    .map(at => at.toISOString().slice(0, 10)),
  datetime: fc
    .date({ min: new Date('2025-01-01'), max: new Date('2025-12-01'), noInvalidDate: true })
    .map(at => at.toISOString()),
}

type Bag = {
  readonly minimum?: number
  readonly maximum?: number
  readonly multipleOf?: number
  readonly format?: string
}

function textOf({ maximum = 60, format = '' }: Bag): fc.Arbitrary<unknown> {
  const edge = fc
    .constantFrom(maximum - 1, maximum, maximum + 1)
    .map(length => 'a'.repeat(Math.max(0, length)))
  return (
    FORMATS[format] ??
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...WORDS) },
      { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: Math.min(maximum, 40) }) },
      { weight: 1, arbitrary: edge },
    )
  )
}

function numberOf({ minimum = 0, maximum = 1000, multipleOf = 0.25 }: Bag): fc.Arbitrary<number> {
  const lowest = Math.max(minimum, -1000)
  const highest = Math.min(maximum, 1000)
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc.integer({
        min: Math.ceil(lowest),
        max: Math.max(Math.ceil(lowest), Math.floor(highest)),
      }),
    },
    { weight: 2, arbitrary: fc.nat(400).map(steps => lowest + steps * multipleOf) },
    { weight: 1, arbitrary: fc.constantFrom(minimum, maximum, minimum - 1, maximum + 1) },
  )
}

/** An arbitrary for `schema`. `name` is its field. */
export function arbitraryOf(schema: Any, atlas: KnownIds, name = ''): fc.Arbitrary<unknown> {
  const known = atlas[name]
  const made = buildArbitrary(schema, atlas, name)
  if (known === undefined || known.length === 0) return made
  return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: made })
}

function buildArbitrary(schema: Any, atlas: KnownIds, name: string): fc.Arbitrary<unknown> {
  const def = schema._zod.def as Def
  const bag = schema._zod.bag as Bag
  const below = (inner: Any) => arbitraryOf(inner, atlas, name)
  switch (def.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(def.shape).map(([field, inner]) => [field, arbitraryOf(inner, atlas, field)]),
        ),
        { requiredKeys: Object.keys(def.shape).filter(field => def.shape[field]?._zod.optin !== 'optional') },
      )
    case 'optional':
    case 'default':
    case 'prefault':
      return fc.option(below(def.innerType), { nil: undefined, freq: 4 })
    case 'nullable':
      return fc.option(below(def.innerType), { nil: null, freq: 4 })
    case 'pipe':
      return below(def.in._zod.def.type === 'transform' ? def.out : def.in)
    case 'union':
      return fc.oneof(...def.options.map(below))
    case 'array':
      return fc.array(below(def.element), { maxLength: 4 })
    case 'tuple':
      return fc.tuple(...def.items.map(below))
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries))
    case 'literal':
      return fc.constantFrom(...def.values)
    case 'boolean':
      return fc.boolean()
    case 'date':
      return fc.date({ min: new Date('2025-01-01'), max: new Date('2025-12-01'), noInvalidDate: true })
    case 'string':
      return textOf({ ...bag, format: formatOf(schema) })
    case 'number':
      return numberOf(bag)
    default:
      throw new Error(`no input is made yet for a schema of ${def.type}`)
  }
}

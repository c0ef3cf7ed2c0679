// Money is cents in the contract, and dollars in REST and in files: both are converted by the contract's schemas.

import { getEventIteratorSchemaDetails } from '@orpc/contract'
import type { $ZodType, $ZodTypes } from 'zod/v4/core'
import { moneySchemas } from '#contract/shared-schemas.ts'
import { typedCents } from '#domain/lib/typed-money.ts'

type Convert = (value: unknown) => unknown

/** Input is what a schema accepts, output what it returns. */
type Side = 'input' | 'output'

const dollars: Convert = amount => (typeof amount === 'number' ? amount / 100 : amount)
const AMOUNT: Readonly<Record<Side, Convert>> = { input: typedCents, output: dollars }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function convertFields(schemas: readonly (readonly [string, $ZodType])[], side: Side): Convert | null {
  const fields = schemas.flatMap(([key, schema]) => {
    const convert = conversionOf(schema, side)
    return convert === null ? [] : [[key, convert] as const]
  })
  if (fields.length === 0) return null
  return value => {
    if (!isRecord(value)) return value
    const converted = { ...value }
    for (const [key, convert] of fields) if (Object.hasOwn(value, key)) converted[key] = convert(value[key])
    return converted
  }
}

const convertEach = (convert: Convert | null): Convert | null =>
  convert && (value => (Array.isArray(value) ? value.map(convert) : value))

const convertValues = (convert: Convert | null): Convert | null =>
  convert &&
  (value =>
    isRecord(value)
      ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, convert(each)]))
      : value)

/** Throws where the schema does not say which values are money. */
const withoutMoney = (type: string, schemas: readonly $ZodType[], side: Side): null => {
  if (schemas.some(schema => conversionOf(schema, side) !== null))
    throw new Error(`Money in a schema of ${type}`)
  return null
}

const WRAPPERS: readonly string[] = 'optional nullable default prefault nonoptional readonly catch'.split(' ')
const WITHOUT_PARTS: readonly string[] =
  'any boolean custom date enum file literal never null number string transform undefined unknown void'.split(
    ' ',
  )

function convert(schema: $ZodType, side: Side): Convert | null {
  if (moneySchemas.get(schema) !== undefined) return AMOUNT[side]
  const { def } = (schema as $ZodTypes)._zod
  if ('innerType' in def && WRAPPERS.includes(def.type)) return conversionOf(def.innerType, side)
  switch (def.type) {
    case 'object':
      withoutMoney('other fields', def.catchall === undefined ? [] : [def.catchall], side)
      return convertFields(Object.entries(def.shape), side)
    case 'array':
      return convertEach(conversionOf(def.element, side))
    case 'record':
      return convertValues(conversionOf(def.valueType, side))
    case 'pipe': {
      // What goes in and what comes out; a transform between has a form that no schema describes.
      const [near, far] = side === 'input' ? [def.in, def.out] : [def.out, def.in]
      if (near._zod.def.type !== 'transform') return conversionOf(near, side)
      return withoutMoney('a transform', [far], side)
    }
    case 'union':
      return withoutMoney('a union', def.options, side)
    case 'intersection':
      return withoutMoney('an intersection', [def.left, def.right], side)
    case 'tuple':
      return withoutMoney('a tuple', def.rest === null ? def.items : [...def.items, def.rest], side)
    default:
      if (WITHOUT_PARTS.includes(def.type)) return null
      throw new Error(`The conversion of money does not know ${def.type}`)
  }
}

const known = { input: new WeakMap<object, Convert | null>(), output: new WeakMap<object, Convert | null>() }

/** How the amounts of a schema are converted: dollars to cents for input, to dollars for output; null without amounts. */
function conversionOf(schema: $ZodType, side: Side): Convert | null {
  const found = known[side].get(schema)
  if (found !== undefined) return found
  const made = convert(schema, side)
  known[side].set(schema, made)
  return made
}

const convertBy = (schema: unknown, side: Side, value: unknown): unknown => {
  if (typeof schema !== 'object' || schema === null) return value
  const events = getEventIteratorSchemaDetails(schema as never)
  if (events !== undefined) {
    withoutMoney('a stream', [events.yields as unknown as $ZodType], side)
    return value
  }
  return (conversionOf(schema as $ZodType, side) ?? (same => same))(value)
}

/** Input of this schema, its dollars as cents. What is no number stays for the schema to refuse. */
export const inputInCents = (schema: unknown, input: unknown): unknown => convertBy(schema, 'input', input)

/** Output of this schema, its cents as dollars. */
export const outputInDollars = (schema: unknown, output: unknown): unknown =>
  convertBy(schema, 'output', output)

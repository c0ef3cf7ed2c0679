import { type AnyContractProcedure, isContractProcedure } from '@orpc/contract'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { newBooking } from '../bookings.ts'
import { contract } from '../index.ts'
import { strictInput } from './strict-inputs.ts'

type Schema = z.core.$ZodTypes

const inputsIn = (branch: object, path: readonly string[] = []): [string, z.ZodType][] =>
  Object.entries(branch).flatMap(([name, below]: [string, object]): [string, z.ZodType][] => {
    if (!isContractProcedure(below)) return inputsIn(below, [...path, name])
    const { inputSchema } = (below as AnyContractProcedure)['~orpc']
    return [[[...path, name].join('.'), inputSchema as z.ZodType]]
  })

const INPUTS = inputsIn(contract)

/** Every schema in `schema`, with its path. */
function* schemasIn(schema: Schema, path = ''): Generator<readonly [string, Schema]> {
  yield [path, schema]
  const { def } = schema._zod
  if (def.type === 'object')
    for (const [name, field] of Object.entries(def.shape))
      yield* schemasIn(field as Schema, `${path}.${name}`)
  else if ('innerType' in def) yield* schemasIn(def.innerType as Schema, path)
  else if (def.type === 'array') yield* schemasIn(def.element as Schema, `${path}.0`)
  else if (def.type === 'pipe') yield* schemasIn(def.in as Schema, path)
}

const TYPE_SENTENCES = {
  string: [7, 'Enter text.'],
  number: ['seven', 'Enter a number.'],
  boolean: ['yes', 'Enter true or false.'],
  array: ['seven', 'Send a list.'],
  tuple: ['seven', 'Send a list.'],
  object: [7, 'Send an object.'],
} as const

describe('every input', () => {
  test.each(INPUTS)('of %s refuses what it does not declare, however deep', (_, input) => {
    for (const [path, schema] of schemasIn(input as unknown as Schema)) {
      const { def } = schema._zod
      if (def.type === 'object') expect(def.catchall?._zod.def.type, path).toBe('never')
    }
  })

  test.each(INPUTS)('of %s says which type a value must have', (_, input) => {
    for (const [path, schema] of schemasIn(input as unknown as Schema)) {
      const { type } = schema._zod.def
      if (!(type in TYPE_SENTENCES)) continue
      const [wrong, sentence] = TYPE_SENTENCES[type as keyof typeof TYPE_SENTENCES]
      const parsed = z.safeParse(schema as z.core.$ZodType, wrong)
      expect(parsed.error?.issues[0]?.message, path).toBe(sentence)
    }
  })
})

test('checks of an object stay: a booking without a VIN needs the rig described', () => {
  const strictBooking = strictInput(newBooking)
  const issuesOf = (schema: z.ZodType) =>
    schema.safeParse({ customerRV: { vin: '' } }).error?.issues.map(({ path, message }) => [path, message])
  expect(issuesOf(strictBooking)).toEqual(issuesOf(newBooking))
})

describe('the validator’s own English is replaced', () => {
  const CASES: readonly [string, z.ZodType, unknown, string][] = [
    ['nothing', z.boolean(), undefined, 'Required.'],
    ['null', z.string(), null, 'Required.'],
    ['a fraction', z.int(), 1.5, 'Enter a whole number.'],
    ['too small a number', z.number().min(3), 2, 'Enter 3 or more.'],
    ['too large a number', z.number().max(3000), 3001, 'Enter 3,000 or less.'],
    ['too short a text', z.string().min(1), '', 'Required.'],
    ['too long a text', z.string().max(3), 'abcd', 'Use at most 3 characters.'],
    ['too many items', z.array(z.int()).max(1), [1, 2], 'Send at most 1 items.'],
    ['another option', z.enum(['mine', 'all']), 'ours', 'Choose one of: mine, all.'],
    ['another step', z.number().multipleOf(0.25), 0.3, 'Enter a multiple of 0.25.'],
    ['another form', z.string().regex(/^a$/), 'b', 'Not valid.'],
    ['no id', z.uuid(), 'x', 'Not a valid id.'],
    ['no date', z.iso.date(), 'x', 'Enter a date.'],
    ['none of a union', z.union([z.int(), z.boolean()]), 'x', 'Not valid.'],
    ['an unknown field', z.strictObject({}), { nick: 1 }, 'There is no field “nick”.'],
  ]
  test.each(CASES)('for %s', (_, schema, value, sentence) => {
    expect(schema.safeParse(value).error?.issues[0]?.message).toBe(sentence)
  })
})

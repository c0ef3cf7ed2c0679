import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { PROCEDURES } from '#contract/index.ts'
import { amount, money, moneyOut } from '#contract/shared-schemas.ts'
import { inputInCents, outputInDollars } from './dollars.ts'

const line = z.object({ name: z.string(), amount })

test.each<[string, z.ZodType, unknown, unknown]>([
  ['an amount', money, 12.34, 12_34],
  ['a binary fraction', money, 0.1 + 0.2, 30],
  ['an object', line, { name: 'Fee', amount: 5, other: 5 }, { name: 'Fee', amount: 5_00, other: 5 }],
  ['a list', z.array(line), [{ name: 'Fee', amount: 5 }], [{ name: 'Fee', amount: 5_00 }]],
  ['a record', z.record(z.string(), money), { today: 5 }, { today: 5_00 }],
  ['a default', z.object({ fee: money.nullable().default(null).optional() }), { fee: 5 }, { fee: 5_00 }],
  [
    'what a transform follows',
    line.transform(value => JSON.stringify(value)),
    { amount: 5 },
    { amount: 5_00 },
  ],
  [
    'what is read only and refined',
    z.array(line.refine(() => true)).readonly(),
    [{ amount: 5 }],
    [{ amount: 5_00 }],
  ],
])('%s is in cents', (_, schema, dollars, cents) => {
  expect(inputInCents(schema, dollars)).toEqual(cents)
})

test('cents are dollars in an answer', () => {
  const schema = z.object({ totals: z.record(z.string(), moneyOut), due: moneyOut.nullable() })
  expect(outputInDollars(schema, { totals: { a: 12_34, b: -1 }, due: null })).toEqual({
    totals: { a: 12.34, b: -0.01 },
    due: null,
  })
})

test.each([[null], [undefined], ['12'], [[12]], [Number.NaN], [{ amount: 'ten' }], [7]])(
  '%j in place of an object stays for the schema to refuse',
  value => {
    expect(inputInCents(line, value)).toEqual(value)
  },
)

test('what has no amounts is not copied', () => {
  const value = { name: 'Fee' }
  expect(inputInCents(z.object({ name: z.string() }), value)).toBe(value)
})

describe('money where the schema does not say which values are money', () => {
  test.each<[string, z.ZodType]>([
    ['a union', z.union([money, z.string()])],
    ['a tuple', z.tuple([money])],
    ['other fields', z.object({}).catchall(money)],
    ['an intersection', z.intersection(line, z.object({ count: z.number() }))],
    ['a transform', z.preprocess(value => value, money)],
  ])('in %s is an error', (kind, schema) => {
    expect(() => inputInCents(schema, {})).toThrow(`Money in a schema of ${kind}`)
  })

  test('in a schema of an unknown kind is an error', () => {
    expect(() => inputInCents(z.map(z.string(), money), new Map())).toThrow(/does not know map/)
  })
})

test.each(Object.entries(PROCEDURES))(
  'every amount of %s is found',
  (_, { '~orpc': { inputSchema, outputSchema } }) => {
    expect(() => [inputInCents(inputSchema, {}), outputInDollars(outputSchema, {})]).not.toThrow()
  },
)

// Malformed input: values of wrong type and size, and broken JSON.

import fc from 'fast-check'

/** A placeholder for what JSON.stringify cannot write; replaced in the text. */
const RAW = 'raw token '

/** JSON tokens, and others that only look like them. */
const TOKENS = ['1e400', '-1e400', '-0', '1e-400', 'NaN', 'Infinity', '-Infinity', '01', '0x10', 'undefined']

let deep: unknown = 'x'
for (let level = 0; level < 500; level += 1) deep = level % 2 === 0 ? [deep] : { a: deep }

const HOSTILE: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  5e-324,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e21,
  1e5,
  '',
  ' ',
  'NaN',
  'Infinity',
  'null',
  'true',
  '1e5',
  '0x10',
  '١٢٣',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\u202e',
  '\ufeff',
  '\uffff',
  'ﷺ'.repeat(50),
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢',
  '👩‍👩‍👧‍👦',
  '𝒳',
  "'; drop table ticket; --",
  '#{7*7}',
  '{{7*7}}',
  '%s%n',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '=HYPERLINK("x")',
  'x'.repeat(5000),
  'x'.repeat(100_000),
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '10000-01-01',
  '-271821-04-20',
  '2025-02-30',
  '2025-13-01',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '2025-01-01T24:00:00Z',
  '2025-01-01T00:00:00+99:99',
  new Date(8.64e15),
  new Date(-8.64e15),
  new Date('0000-01-01'),
  new Date('9999-12-31T23:59:59Z'),
  new Date('2000-01-01'),
  [],
  {},
  [[]],
  [null],
  Array(10_000).fill(0),
  Array.from({ length: 10_000 }, () => ({})),
  deep,
  { toString: 1 },
  { valueOf: null },
  { length: 1e9 },
  { constructor: { prototype: {} } },
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'not-a-uuid',
  'W10',
  'WzEsMl0',
  Buffer.from('["\\u0000","00000000-0000-4000-8000-000000000000"]').toString('base64url'),
  ...[
    ['0000-01-01T00:00:00Z', 412_873],
    ['9999-12-31T23:59:59Z', 999_999],
    [2 ** 53 - 1, 2 ** 31 - 1, '0000-01-01T00:00:00Z'],
    [-(2 ** 53) + 1, -(2 ** 31), '9999-12-31T23:59:59Z'],
    ['\ud800', '00000000-0000-4000-8000-000000000000'],
  ].map(place => Buffer.from(JSON.stringify(place)).toString('base64url')),
  ...TOKENS.map(token => RAW + token),
]

const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'companyId',
  'state',
  '',
  'a.b',
  '0',
  '\0',
  'x'.repeat(300),
]

/** One mutation: `at` picks a position in the value. */
type Mutation = { readonly at: number } & (
  | { readonly kind: 'put'; readonly value: unknown }
  | { readonly kind: 'drop' }
  | { readonly kind: 'wrap' }
  | { readonly kind: 'key'; readonly key: string; readonly value: unknown }
)

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ at: fc.nat(60), kind: fc.constant('put'), value: fc.constantFrom(...HOSTILE) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ at: fc.nat(60), kind: fc.constantFrom('drop' as const, 'wrap' as const) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      at: fc.nat(60),
      kind: fc.constant('key'),
      key: fc.constantFrom(...KEYS),
      value: fc.constantFrom(...HOSTILE),
    }),
  },
)

/** A call's mutations: often none, mostly few. */
export const mutations = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Mutation[]>([]) },
  { weight: 5, arbitrary: fc.array(mutation, { minLength: 1, maxLength: 3 }) },
)

type Container = Record<string, unknown>
type ValueLocation = readonly [Container, string]

const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null && !(value instanceof Date)

function locationsIn(holder: Container, most = 60): ValueLocation[] {
  const places: ValueLocation[] = []
  for (const [key, value] of Object.entries(holder)) {
    places.push([holder, key])
    if (isContainer(value) && places.length < most) places.push(...locationsIn(value, most - places.length))
  }
  return places
}

/** The value after its mutations; the original stays unchanged. */
export function mutate(value: unknown, all: readonly Mutation[]): unknown {
  const root: Container = { value: structuredClone(value) }
  for (const one of all) {
    const places = locationsIn(root)
    // The first position is the root itself, which is mutated rarely.
    const [holder, key] = places[one.at % places.length] ?? [root, 'value']
    if (one.kind === 'put') holder[key] = structuredClone(one.value)
    else if (one.kind === 'drop') delete holder[key]
    else if (one.kind === 'wrap') holder[key] = [holder[key]]
    else {
      const inner = isContainer(holder[key]) ? holder[key] : holder
      Object.defineProperty(inner, one.key, {
        value: structuredClone(one.value),
        enumerable: true,
        configurable: true,
        writable: true,
      })
    }
  }
  return root.value
}

/** As JSON, with the placeholders replaced. */
export const jsonOf = (value: unknown): string =>
  (JSON.stringify(value) ?? '').replaceAll(new RegExp(`"${RAW}([^"]*)"`, 'g'), '$1')

const BYTES = [0x00, 0x80, 0xc0, 0xed, 0xf5, 0xff, 0x22, 0x5c, 0x7b, 0x7d]

type BodyCorruption = (text: string) => Buffer

/** Corruption of the text: mostly none. */
export const corruption: fc.Arbitrary<BodyCorruption> = fc.oneof(
  { weight: 12, arbitrary: fc.constant<BodyCorruption>(text => Buffer.from(text)) },
  {
    weight: 1,
    arbitrary: fc.nat(400).map(
      (at): BodyCorruption =>
        text =>
          Buffer.from(text).subarray(0, at),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.nat(400), fc.constantFrom(...BYTES)).map(
      ([at, byte]): BodyCorruption =>
        text => {
          const bytes = Buffer.from(text)
          if (bytes.length > 0) bytes[at % bytes.length] = byte
          return bytes
        },
    ),
  },
  // Every key twice: the parser takes the last, and nothing may use the first.
  {
    weight: 1,
    arbitrary: fc.constantFrom('null', '7', '"x"', '{}').map(
      (twin): BodyCorruption =>
        text =>
          Buffer.from(text.replace(/("\w+"):/g, `$1:${twin},$1:`)),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<BodyCorruption[]>(
      text => Buffer.from(`\ufeff${text}`),
      text => Buffer.from(text, 'utf16le'),
      text => Buffer.from(`${text}${text}`),
      text => Buffer.from(`/**/${text}`),
      () => Buffer.from('['.repeat(50_000)),
      () => Buffer.from(`{"a":${'{"a":'.repeat(20_000)}`),
    ),
  },
)

/** Path segments that are not ids. */
export const PATH_PIECES = [
  '..',
  '.',
  '%2e%2e',
  '%2F',
  '..%2f..%2f',
  '%00',
  '%',
  '%zz',
  '%E0%A4%A',
  '%ff',
  '%C0%AF',
  '-1',
  '0',
  '1e5',
  '1E5',
  '100000.5',
  '0x186A0',
  ' 100000',
  '%20100000',
  '+100000',
  '9'.repeat(400),
  'a'.repeat(3000),
  '__proto__',
  'constructor',
  'null',
  'NaN',
  'Infinity',
  '*',
  ';',
  '%0d%0a',
  '2147483648',
  '9007199254740991',
  "'",
  '%27%20or%201=1',
  '%F0%9F%9A%90',
]

/** Query strings that no form sends. */
export const QUERIES = [
  '%',
  '%zz=%',
  'a=b&a=c',
  'limit=1&limit=2',
  'limit[]=1',
  'limit[a]=1',
  'q[0][b]=c',
  'q=%00',
  'q=%ED%A0%80',
  'q=%FF',
  '__proto__[x]=1',
  'constructor[prototype][x]=1',
  '=',
  '&&&',
  '[]=1',
  ']=1',
  `q=${'a'.repeat(3000)}`,
  'days=1e1',
  'days=0x7',
  'after=%F0',
  'after=bnVsbA',
  'from=0000-01-01',
  'from=9999-12-31&days=42',
  'date=9999-12-31',
  'whose=all&whose=mine',
  'data=%7B',
  'data=null',
  'a='.repeat(600),
  Array.from({ length: 500 }, (_, index) => `q[${index}]=1`).join('&'),
  'q[99999999]=1',
  'limit=200&after=W10',
]

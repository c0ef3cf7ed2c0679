// A procedure call as a request: plausible input, its mutations, REST or RPC, and its sender.

import type { AnyContractProcedure } from '@orpc/contract'
import fc from 'fast-check'
import type * as z from 'zod'
import { RPC_HEADERS } from '../../support/test-app.ts'
import { arbitraryOf, type KnownIds } from './input-from-schema.ts'
import { corruption, jsonOf, mutate, mutations, PATH_PIECES, QUERIES } from './malformed-input.ts'
import type { RawRequest } from './raw-http.ts'

export type Procedure = {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly input: z.ZodType | undefined
}

export const procedureOf = (name: string, procedure: AnyContractProcedure): Procedure => {
  const { route, inputSchema } = procedure['~orpc']
  return {
    name,
    method: route.method ?? 'POST',
    path: route.path ?? '',
    input: inputSchema as z.ZodType | undefined,
  }
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE']
const TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=b',
  'application/json; charset=utf-16',
  'application/octet-stream',
  'application/json;;',
  '',
]

/** One time in `often`. */
const withOutliers = <T>(value: fc.Arbitrary<T>, often: number): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: often - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value })

/** RPC marks dates by path. */
function datesIn(value: unknown, path: readonly (string | number)[] = []): (string | number)[][] {
  if (value instanceof Date) return [[1, ...path]]
  if (!isPlain(value) || path.length > 5) return []
  return Object.entries(value).flatMap(([key, inner]) => datesIn(inner, [...path, key]))
}

const META = [
  [[0, 'ticketId']],
  [[5]],
  [[6]],
  [[7]],
  [[4, 'q']],
  [[1]],
  [[1, 'x', 'y', 'z']],
  [[99, 'x']],
  [[1, '__proto__']],
  'x',
  {},
  [[5, 'q']],
  [[2]],
  [[3]],
  [[6, 'jobs']],
  [[7, 'customerDetails']],
  [[]],
  [null],
  [
    [0, 'limit'],
    [0, 'limit'],
  ],
]

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

const textOf = (value: unknown): string =>
  value instanceof Date
    ? Number.isNaN(value.getTime())
      ? 'x'
      : value.toISOString()
    : typeof value === 'string'
      ? value
      : jsonOf(value)

// In a path or a query: any text, escaped as by a browser.
const escaped = (value: unknown): string => encodeURIComponent(textOf(value).toWellFormed())

const CONTENT = { 'Content-Type': 'application/json' }

/** A request of this procedure over REST or RPC; `keys` are possible idempotency keys. */
export function requestOf(
  procedure: Procedure,
  atlas: KnownIds,
  keys: readonly string[],
): fc.Arbitrary<RawRequest> {
  const { name, method, path, input } = procedure
  return fc
    .record({
      value: input === undefined ? fc.constantFrom(undefined, {}, null) : arbitraryOf(input, atlas),
      blows: mutations,
      tear: corruption,
      face: fc.constantFrom('REST', 'REST', 'REST', 'RPC', 'RPC', method === 'GET' ? 'RPC by GET' : 'RPC'),
      piece: withOutliers(fc.constantFrom(...PATH_PIECES), 8),
      query: withOutliers(fc.constantFrom(...QUERIES), 8),
      wrongMethod: withOutliers(fc.constantFrom(...METHODS), 40),
      wrongType: withOutliers(fc.constantFrom(...TYPES), 20),
      meta: withOutliers(fc.constantFrom<unknown[]>(...META), 10),
      key: withOutliers(fc.constantFrom(...keys, 'x', '', 'ffffffff-ffff-ffff-ffff-ffffffffffff'), 5),
    })
    .map(({ value, blows, tear, face, piece, query, wrongMethod, wrongType, meta, key }) => {
      const sent = mutate(value, blows)
      const headers = {
        ...RPC_HEADERS,
        ...(key === null ? {} : { 'Idempotency-Key': key }),
        ...(wrongType === null ? CONTENT : { 'Content-Type': wrongType }),
      }
      const rpc = jsonOf({ json: sent, meta: meta ?? datesIn(sent) })
      if (face === 'RPC') {
        const asked = query === null ? '' : `?${query}`
        return {
          method: wrongMethod ?? 'POST',
          path: `/rpc/${name.replaceAll('.', '/')}${asked}`,
          headers,
          body: tear(rpc),
        }
      }
      if (face === 'RPC by GET') {
        const data = encodeURIComponent(tear(rpc.slice(0, 3000)).toString())
        return {
          method: wrongMethod ?? 'GET',
          path: `/rpc/${name.replaceAll('.', '/')}?${query ?? `data=${data}`}`,
          headers,
          body: null,
        }
      }
      const { at, rest } = split(path, sent, piece)
      if (method === 'GET') {
        const asked =
          query ??
          (isPlain(rest)
            ? Object.entries(rest)
                .map(pair => pair.map(escaped).join('='))
                .join('&')
            : escaped(rest))
        return { method: wrongMethod ?? method, path: `${at}?${asked.slice(0, 6000)}`, headers, body: null }
      }
      return {
        method: wrongMethod ?? method,
        path: at + (query === null ? '' : `?${query}`),
        headers,
        body: tear(jsonOf(rest)),
      }
    })
}

/** The path with its parameters filled in, and the rest for the body or the query. */
function split(path: string, sent: unknown, piece: string | null) {
  const rest: unknown = isPlain(sent) ? { ...sent } : sent
  let isFirst = true
  const at = path.replace(/\{(\w+)\}/g, (_, hole: string) => {
    const value = isPlain(rest) ? rest[hole] : undefined
    if (isPlain(rest)) delete rest[hole]
    const wanted = isFirst && piece !== null ? piece : escaped(value).slice(0, 3000)
    isFirst = false
    return wanted.replace(/[^\x21-\x7e]/g, '%20')
  })
  return { at: `/api${at}`, rest }
}

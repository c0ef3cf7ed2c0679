// Every path and method of the OpenAPI document, from the features' examples: who may see its responses, and a request
// with which Bluebonnet's users succeed.

import { AUTH_ENDPOINTS } from '#contract/auth-endpoints.ts'
import { PROCEDURES, ROUTES } from '#contract/index.ts'
import { liveRoutes } from '#contract/live-changes.ts'
import { byHand, type Call, type Example, open } from './example.ts'
import { EXAMPLES } from './examples.ts'
import type { SecretFixtures } from './secret-fixtures.ts'

export type EndpointRequest = {
  /** The path parameters. */
  readonly at?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string>>
  readonly json?: object
} & Omit<Call, 'input'>

type EndpointCase = Pick<Example, 'kind' | 'insider'> & {
  readonly prepare: (shop: SecretFixtures) => Promise<() => Promise<EndpointRequest>>
}

/** What is not in the path is the query, or JSON. */
function toRequest(name: string, { input, ...sent }: Call): EndpointRequest {
  const entries = Object.entries(input)
  const at = Object.fromEntries(
    entries.filter(([field]) => name.includes(`{${field}}`)).map(([field, value]) => [field, String(value)]),
  )
  const rest = Object.fromEntries(entries.filter(([field]) => !(field in at)))
  if (entries.length === Object.keys(at).length) return { at, ...sent }
  const isQuery = name.startsWith('GET ') || sent.form !== undefined || sent.bytes !== undefined
  return { at, ...sent, ...(isQuery ? { query: rest as Record<string, string> } : { json: rest }) }
}

const caseOf = (name: string, { kind, insider, prepare }: Example): [string, EndpointCase] => [
  name,
  {
    kind,
    insider,
    prepare: async shop => {
      const call = await prepare(shop)
      return async () => toRequest(name, await call())
    },
  },
]

const addressOf = (example: string): string => {
  const { method, path } =
    example in ROUTES
      ? ROUTES[example as keyof typeof ROUTES]
      : PROCEDURES[example as keyof typeof PROCEDURES]['~orpc'].route
  return `${method} ${path}`
}

const CALLED_BY_HAND = [
  ...Object.values(liveRoutes).map(({ path }) => `GET ${path}`),
  ...Object.entries(AUTH_ENDPOINTS).map(([path, { method }]) => `${method} /auth${path}`),
]

export const ENDPOINT_CASES: Readonly<Record<string, EndpointCase>> = Object.fromEntries([
  ...Object.entries(EXAMPLES).map(([example, declared]) => caseOf(addressOf(example), declared)),
  ...CALLED_BY_HAND.map(name => caseOf(name, byHand([]))),
  ...['GET /health', 'GET /openapi.json', 'GET /docs'].map(name => caseOf(name, open())),
])

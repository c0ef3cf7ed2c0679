import { expect, test } from 'vitest'
import { AUTH_ENDPOINTS } from '#contract/auth-endpoints.ts'
import { type AppServices, createApp } from '#server/app/routes.ts'
import type { ExchangeContexts } from '#server/http/exchange-context.ts'
import { ENDPOINT_CASES } from '../../support/examples/endpoint-cases.ts'

// Routes besides the OpenAPI document: the same for everyone, without private data.
const BESIDES = ['/files/rigwright.apk']

function* emptyIterator() {}

/** Any access works, but the map has no tiles, and as a list it is empty: no route is ever called. */
const anything: unknown = new Proxy(() => anything, {
  get: (_, name) => (name === Symbol.iterator ? emptyIterator : name === 'tiles' ? null : anything),
  apply: () => anything,
})

test('every route of the app is in the OpenAPI document, or is known to reveal nothing', () => {
  const { routes } = createApp(anything as AppServices, anything as ExchangeContexts)
  const named = routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  expect(named.length).toBeGreaterThan(20)
  const declared = new Set([
    ...BESIDES.map(path => `GET ${path}`),
    ...Object.keys(ENDPOINT_CASES).map(name => name.replace(' ', ' /api')),
    // Only for what Stripe signed: `src/server/features/billing/cards-online.test.ts`.
    'POST /api/stripe/webhook',
    // Tested one by one in `auth-endpoints.test.ts`.
    ...Object.entries(AUTH_ENDPOINTS).map(([path, { method }]) => `${method} /api/auth${path}`),
  ])
  expect([...new Set(named)].filter(name => !declared.has(name))).toEqual([])
})

// A path that test/integration/tenancy leaves out, called by an allowed user.

import { ENDPOINT_CASES, type EndpointRequest } from '../../support/examples/endpoint-cases.ts'
import type { SecretFixtures } from '../../support/examples/secret-fixtures.ts'
import { type RequestIdentity, send } from '../../support/examples/send-request.ts'

export type Scenario = {
  /** Sets up the state in which the path works; returns the call. */
  readonly prepare: (shop: SecretFixtures, name: string) => Promise<() => Promise<Response>>
  /** The statements expected on a complete call. */
  readonly signs: readonly RegExp[]
}

type Request = readonly [EndpointRequest, RequestIdentity]

export const scenario = (sign: RegExp, prepare: (shop: SecretFixtures) => Promise<Request>): Scenario => ({
  signs: [sign],
  prepare: async (shop, name) => {
    const [ask, who] = await prepare(shop)
    return () => send(shop.app, name, ask, who)
  },
})

export const sessionHeaders = (...cookies: readonly string[]): RequestIdentity => ({
  headers: { cookie: cookies.filter(cookie => cookie !== '').join('; ') },
})

/** The example's own request. */
export const exampleScenario = (name: string, sign: RegExp): Scenario =>
  scenario(sign, async shop => {
    const example = ENDPOINT_CASES[name]
    const ask = await (await example?.prepare(shop))?.()
    return [ask ?? {}, { as: example?.insider ?? 'dana' }]
  })

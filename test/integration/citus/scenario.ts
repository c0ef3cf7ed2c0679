// A path that test/integration/tenancy leaves to tests of their own, walked by whoever it is for.

import type { EndpointRequest } from '../tenancy/paths.ts'
import type { SecretFixtures } from '../tenancy/secret-fixtures.ts'
import { type RequestIdentity, send } from '../tenancy/send.ts'

export type Scenario = {
  /** Brings everything to where the path can be walked; answers with the way along it. */
  readonly prepare: (shop: SecretFixtures, name: string) => Promise<() => Promise<Response>>
  /** What is asked on the way, if it is walked to its end. */
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

// A path that test/walls leaves to tests of their own, walked by whoever it is for.

import type { Ask } from '../tenancy/paths.ts'
import type { Shop } from '../tenancy/secret-fixtures.ts'
import { send, type Who } from '../tenancy/send.ts'

export type Walk = {
  /** Brings everything to where the path can be walked; answers with the way along it. */
  readonly prepare: (shop: Shop, name: string) => Promise<() => Promise<Response>>
  /** What is asked on the way, if it is walked to its end. */
  readonly signs: readonly RegExp[]
}

type Request = readonly [Ask, Who]

export const walking = (sign: RegExp, prepare: (shop: Shop) => Promise<Request>): Walk => ({
  signs: [sign],
  prepare: async (shop, name) => {
    const [ask, who] = await prepare(shop)
    return () => send(shop.world, name, ask, who)
  },
})

export const holding = (...cookies: readonly string[]): Who => ({
  headers: { cookie: cookies.filter(cookie => cookie !== '').join('; ') },
})

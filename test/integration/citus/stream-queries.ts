// What is asked for whoever keeps a stream open.

import { linkedTicket } from '../../support/customer-fixtures.ts'
import { openWorld, type World } from '../../support/test-app.ts'
import type { Ask } from '../tenancy/paths.ts'
import type { Shop } from '../tenancy/secret-fixtures.ts'
import { send } from '../tenancy/send.ts'
import type { Walk } from './scenario.ts'

type Watching = {
  readonly at?: Ask['at']
  readonly cookie?: string
  readonly change: (there: World) => unknown
}

/** Reads on in a stream until `sign` has come. */
function readerOf(stream: Response): { until: (sign: string) => Promise<void>; end: () => Promise<void> } {
  const reader = (stream.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  return {
    until: async sign => {
      while (!heard.includes(sign)) {
        const { done, value } = await reader.read()
        if (done) throw new Error(`The stream ended before ${sign}: ${heard}`)
        heard += value
      }
      heard = ''
    },
    end: () => reader.cancel(),
  }
}

/**
 * Opens a stream, resuming from long ago, and lets `change` happen at another server on the same database: this one
 * has to read of it. Answers once the stream has told of it.
 */
const watching = (
  told: string,
  signs: readonly RegExp[],
  prepare: (shop: Shop) => Promise<Watching>,
): Walk => ({
  signs,
  prepare: async (shop, name) => {
    const { at = {}, cookie = '', change } = await prepare(shop)
    const there = await openWorld({ connection: shop.world.connection })
    return async () => {
      const stream = await send(shop.world, name, { at }, { headers: { cookie, 'Last-Event-ID': '0' } })
      const { until, end } = readerOf(stream)
      try {
        await until('event: ready')
        await change(there)
        await until(told)
      } finally {
        await end()
        await there.close()
      }
      return stream
    }
  },
})

/** Path by path. */
export const STREAMS: Readonly<Record<string, Walk>> = {
  'GET /live': watching(
    '"kind":"company"',
    [/company_versions/, /FROM change/, /session_holder\(asked\.token/],
    async ({ world }) => ({
      cookie: await world.signIn('dana@bluebonnet.example'),
      change: there => there.as('dana').companies.change({ mobileRange: 41 }),
    }),
  ),
  'GET /live/directory': watching(
    '555-0143',
    [/from "directory_version"/, /from "directory" where "version" >/],
    async () => ({
      change: there => there.as('dana').companies.change({ companyPhone: '(574) 555-0143' }),
    }),
  ),
  'GET /live/follow/{token}': watching(
    '"kind":"changed"',
    [/company_versions/, /FROM change/, /from "ticket_link"/],
    async ({ world }) => {
      const { ticketId, token, cookie } = await linkedTicket(world)
      const change = (there: World) => there.as('dana').messages.say({ ticketId, text: 'Tomorrow.' })
      return { at: { token }, cookie, change }
    },
  ),
}

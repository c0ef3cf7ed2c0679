// Queries for open streams.

import { createLinkedTicket } from '../../support/customer-fixtures.ts'
import type { EndpointRequest } from '../../support/examples/endpoint-cases.ts'
import type { SecretFixtures } from '../../support/examples/secret-fixtures.ts'
import { send } from '../../support/examples/send-request.ts'
import { claimRigOf, createRigOwner } from '../../support/rig-owner-fixtures.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import type { Scenario } from './scenario.ts'

type StreamScenario = {
  readonly at?: EndpointRequest['at']
  readonly cookie?: string
  readonly change: (there: TestApp) => unknown
}

/** Reads a stream until `sign` has arrived. */
function createReader(stream: Response): {
  until: (sign: string) => Promise<void>
  end: () => Promise<void>
} {
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
 * Opens a stream, resuming from long ago, and lets `change` happen on another server with the same database: this one
 * has to read it. Resolves once the stream has sent it.
 */
const streamScenario = (
  expectedText: string,
  signs: readonly RegExp[],
  prepare: (shop: SecretFixtures) => Promise<StreamScenario>,
): Scenario => ({
  signs,
  prepare: async (shop, name) => {
    const { at = {}, cookie = '', change } = await prepare(shop)
    const there = await createTestApp({ connection: shop.app.connection })
    return async () => {
      const stream = await send(shop.app, name, { at }, { headers: { cookie, 'Last-Event-ID': '0' } })
      const { until, end } = createReader(stream)
      try {
        await until('event: ready')
        await change(there)
        await until(expectedText)
      } finally {
        await end()
        await there.close()
      }
      return stream
    }
  },
})

/** Path by path. */
export const STREAM_SCENARIOS: Readonly<Record<string, Scenario>> = {
  'GET /live': streamScenario(
    '"kind":"company"',
    [/company_versions/, /FROM change_log/, /find_session\(asked\.token/],
    async ({ app }) => ({
      cookie: await app.signIn('dana@bluebonnet.example'),
      change: there => there.as('dana').companies.change({ mobileRange: 41 }),
    }),
  ),
  'GET /live/directory': streamScenario(
    '555-0143',
    [/from "directory_version"/, /from "directory" where "version" >/],
    async () => ({
      change: there => there.as('dana').companies.change({ companyPhone: '(574) 555-0143' }),
    }),
  ),
  'GET /live/account': streamScenario('"kind":"changed"', [/rig_claim_ended_at/], async ({ app }) => {
    const { vin } = await claimRigOf(app)
    const { code } = await app.as('june').rigClaims.createTransfer({ vin })
    const buyer = await createRigOwner(app)
    const change = async (there: TestApp) =>
      there.withCookie(await there.signIn(buyer.email)).rigClaims.claim({ vin, code })
    return { cookie: await app.signIn('june.park@mail.example'), change }
  }),
  'GET /live/follow/{token}': streamScenario(
    '"kind":"changed"',
    [/company_versions/, /FROM change_log/, /from "ticket_link"/],
    async ({ app }) => {
      const { ticketId, token, cookie } = await createLinkedTicket(app)
      const change = (there: TestApp) => there.as('dana').messages.post({ ticketId, text: 'Tomorrow.' })
      return { at: { token }, cookie, change }
    },
  ),
}

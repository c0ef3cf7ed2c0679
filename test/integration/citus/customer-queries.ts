// What customers ask: by the link of a ticket, and with an account of their own.

import { randomUUID } from 'node:crypto'
import { PASSWORD } from '#server/seed/demo-accounts.ts'
import {
  answering,
  DIGITS,
  doneTicket,
  linkedTicket,
  reviewed,
  tokenIn,
} from '../../support/customer-fixtures.ts'
import { phoneAt, saidBy } from '../../support/push-service.ts'
import { newOwner, visited } from '../../support/rig-owner-fixtures.ts'
import { joinTokenFor, newOwner as newcomer } from '../../support/signup.ts'
import { type Ask, claimOf } from '../tenancy/paths.ts'
import type { Shop } from '../tenancy/secret-fixtures.ts'
import { holding, type Walk, walking } from './scenario.ts'

type Linked = Awaited<ReturnType<typeof linkedTicket>>

/** By the answered link of a ticket of June's, once `before` was done. */
const byLink = (
  sign: RegExp,
  before: (linked: Linked, shop: Shop) => Promise<Ask> = async () => ({}),
): Walk =>
  walking(sign, async shop => {
    const linked = await linkedTicket(shop.world)
    const { at, ...ask } = await before(linked, shop)
    return [{ ...ask, at: { token: linked.token, ...at } }, { headers: { cookie: linked.cookie } }]
  })

/** The same once the work is done. */
const byDoneLink = (sign: RegExp, json?: object): Walk =>
  walking(sign, async ({ world }) => {
    const { token } = await doneTicket(world)
    const { cookie } = await answering(world, token)
    return [{ at: { token }, ...(json && { json }) }, { headers: { cookie } }]
  })

async function questionOf({ ticketId, token, client }: Linked, { world }: Shop) {
  await world.as('dana').approvals.ask({ ticketId, jobNumbers: [1] })
  const [line] = (await client.follow.questions({ token })).lines
  if (line === undefined) throw new Error('Nothing is asked.')
  return line
}

const phone = () => saidBy(phoneAt('https://push.example'))

/** The report of a rig that June holds, with a photo in it. */
async function reportOf(shop: Shop) {
  const vin = `REPORT-${randomUUID().slice(0, 8)}`.toUpperCase()
  const ticketId = await shop.ticket(vin)
  const photoId = await shop.photo(ticketId)
  await claimOf(shop, vin, ticketId)
  const { report } = await shop.world.as('june').myRigs.share({ vin })
  return { token: tokenIn(report.path), companyUUID: shop.world.ids.dana, photoId, size: 'small' }
}

/** Path by path. */
export const CUSTOMERS: Readonly<Record<string, Walk>> = {
  'GET /follow/{token}': byLink(/from "ticket_link"/),
  'POST /follow/{token}/answer': byLink(/from "ticket_link" .* for update/, async () => ({
    json: { digits: DIGITS },
  })),
  'GET /follow/{token}/ticket': byLink(/from "ticket_waiting"/),
  'GET /follow/{token}/messages': byLink(/from "ticket_message"/),
  'POST /follow/{token}/messages': byLink(/insert into "ticket_message"/, async () => ({
    json: { text: 'When will it be done?' },
  })),
  'POST /follow/{token}/phones': byLink(/insert into "push_subscription"/, async () => ({ json: phone() })),
  'POST /follow/{token}/phones/stop': byLink(/delete from "push_subscription"/, async ({ token, client }) => {
    const json = phone()
    await client.follow.tellPhone({ token, ...json })
    return { json }
  }),
  'GET /follow/{token}/questions': byLink(/from "approval_line"/, async (linked, shop) => {
    await questionOf(linked, shop)
    return {}
  }),
  'POST /follow/{token}/questions/{requestId}/{jobNumber}': byLink(
    /update "approval_line"/,
    async (linked, shop) => {
      const { requestId, jobNumber, version } = await questionOf(linked, shop)
      return { at: { requestId, jobNumber }, json: { version, answer: 'approved' } }
    },
  ),
  'GET /follow/{token}/review': byDoneLink(/from "review"/),
  'POST /follow/{token}/review': byDoneLink(/insert into "review"/, { stars: 5, words: 'Dry again.' }),
  'GET /follow/{token}/paper.pdf': byDoneLink(/ended_papers/),
  'GET /pictures/follow/{token}/photos/{photoId}': byLink(/from "photo"/, async ({ ticketId }, shop) => ({
    at: { photoId: await shop.photo(ticketId) },
  })),
  'GET /companies/{companyId}/reviews': walking(/"review"/, async ({ world }) => {
    await reviewed(world)
    return [{ at: { companyId: world.ids.dana } }, {}]
  }),
  'PUT /tickets/{ticketId}/review/answer': walking(/update "review"/, async ({ world }) => [
    { at: { ticketId: await reviewed(world) }, json: { words: 'Thank you.' } },
    { as: 'dana' },
  ]),

  'POST /my/join/{token}': walking(/create_joined_account/, async ({ world }) => [
    { at: { token: await joinTokenFor(world) }, json: newcomer },
    {},
  ]),
  'POST /my/rigs': walking(/insert into "rig_claim"/, async ({ world }) => {
    const { vin, code } = await visited(world, { vin: 'BY-HAND-1' })
    return [{ json: { vin, code } }, { as: 'june' }]
  }),
  'POST /my/leave': walking(/delete_own_account/, async ({ world }) => {
    const { email, client } = await newOwner(world)
    const { vin, code } = await visited(world, { vin: 'BY-HAND-2', customer: { email } })
    await client.myRigs.claim({ vin, code })
    return [{ json: { password: PASSWORD } }, holding(await world.signIn(email))]
  }),
  'GET /rig-reports/{token}': walking(/rig_record/, async shop => [{ at: await reportOf(shop) }, {}]),
  'GET /rig-reports/{token}/photos/{companyUUID}/{photoId}/{size}': walking(/rig_photo/, async shop => [
    { at: await reportOf(shop) },
    {},
  ]),
}

// Customers' queries: by a ticket's link, and with an RV owner's account.

import { randomUUID } from 'node:crypto'
import { PASSWORD } from '#server/seed/demo-accounts.ts'
import { nextMonday } from '../../support/booking-fixtures.ts'
import {
  createAppointment,
  createCompletedTicket,
  createLinkedTicket,
  createReview,
  customerOfLink,
  DIGITS,
  tokenIn,
} from '../../support/customer-fixtures.ts'
import type { EndpointRequest } from '../../support/examples/endpoint-cases.ts'
import { claimOf } from '../../support/examples/example.ts'
import type { SecretFixtures } from '../../support/examples/secret-fixtures.ts'
import { createTestBrowser, subscriptionOf } from '../../support/push-service.ts'
import { createRigOwner, createVisit } from '../../support/rig-owner-fixtures.ts'
import { sharedVin } from '../../support/shared-vin.ts'
import {
  emailReleaseToken,
  newOwnerDetails as newcomer,
  signupTokenFor,
  unconfirmedCompany,
} from '../../support/signup.ts'
import { type Scenario, scenario, sessionHeaders } from './scenario.ts'

type Linked = Awaited<ReturnType<typeof createLinkedTicket>>

/** By the answered link of a ticket of June's, after `before`. */
const linkScenario = (
  sign: RegExp,
  before: (linked: Linked, shop: SecretFixtures) => Promise<EndpointRequest> = async () => ({}),
): Scenario =>
  scenario(sign, async shop => {
    const linked = await createLinkedTicket(shop.app)
    const { at, ...ask } = await before(linked, shop)
    return [{ ...ask, at: { token: linked.token, ...at } }, { headers: { cookie: linked.cookie } }]
  })

/** The same once the work is completed. */
const completedLinkScenario = (sign: RegExp, json?: object): Scenario =>
  scenario(sign, async ({ app }) => {
    const { token } = await createCompletedTicket(app)
    const { cookie } = await customerOfLink(app, token)
    return [{ at: { token }, ...(json && { json }) }, { headers: { cookie } }]
  })

/** By the answered link of an accepted appointment. */
const appointmentScenario = (sign: RegExp, requestOf?: (shop: SecretFixtures) => EndpointRequest): Scenario =>
  scenario(sign, async shop => {
    const { token, cookie } = await createAppointment(shop.app)
    return [{ at: { token }, ...requestOf?.(shop) }, { headers: { cookie } }]
  })

async function questionOf({ ticketId, token, client }: Linked, { app }: SecretFixtures) {
  await app.as('dana').approvals.request({ ticketId, jobNumbers: [1] })
  const [line] = (await client.customerView.listApprovals({ token })).lines
  if (line === undefined) throw new Error('Nothing is asked.')
  return line
}

const phone = () => subscriptionOf(createTestBrowser('https://push.example'))

/** The report of June's rig, with a photo in it. */
async function reportOf(shop: SecretFixtures) {
  const vin = sharedVin(`REPORT-${randomUUID().slice(0, 8)}`)
  const ticketId = await shop.ticket(vin)
  const photoId = await shop.photo(ticketId)
  await claimOf(shop, vin, ticketId)
  const { report } = await shop.app.as('june').rigClaims.createReport({ vin })
  return { token: tokenIn(report.path), companyUUID: shop.app.ids.dana, photoId, size: 'small' }
}

/** Path by path. */
export const CUSTOMER_SCENARIOS: Readonly<Record<string, Scenario>> = {
  'GET /follow/{token}': linkScenario(/from "ticket_link"/),
  'POST /follow/{token}/answer': linkScenario(/from "ticket_link"/, async () => ({
    json: { digits: DIGITS },
  })),
  'GET /follow/{token}/ticket': linkScenario(/from "ticket_hold"/),
  'GET /follow/{token}/messages': linkScenario(/from "ticket_message"/),
  'POST /follow/{token}/messages': linkScenario(/insert into "ticket_message"/, async () => ({
    json: { text: 'When will it be done?' },
  })),
  'POST /follow/{token}/messages/read': linkScenario(/update "ticket_message"/),
  'POST /follow/{token}/push-subscriptions': linkScenario(/insert into "push_subscription"/, async () => ({
    json: phone(),
  })),
  'POST /follow/{token}/push-subscriptions/remove': linkScenario(
    /delete from "push_subscription"/,
    async ({ token, client }) => {
      const json = phone()
      await client.customerView.subscribePush({ token, ...json })
      return { json: { endpoint: json.endpoint } }
    },
  ),
  'GET /follow/{token}/approvals': linkScenario(/from "approval_line"/, async (linked, shop) => {
    await questionOf(linked, shop)
    return {}
  }),
  'POST /follow/{token}/approvals/{requestId}/{jobNumber}': linkScenario(
    /update "approval_line"/,
    async (linked, shop) => {
      const { requestId, jobNumber, version } = await questionOf(linked, shop)
      return { at: { requestId, jobNumber }, json: { version, answer: 'approved', typedName: 'June Park' } }
    },
  ),
  'POST /follow/{token}/signatures': linkScenario(/insert into "signature"/, async (linked, shop) => {
    await questionOf(linked, shop)
    await shop.app.as('dana').preferences.change({ asksForSignatures: true })
    const { toSign } = await linked.client.customerView.get({ token: linked.token })
    return { json: { version: toSign?.version, typedName: 'June Park', strokes: null } }
  }),
  'GET /follow/{token}/review': completedLinkScenario(/from "review"/),
  'POST /follow/{token}/review': completedLinkScenario(/insert into "review"/, {
    stars: 5,
    words: 'Dry again.',
  }),
  'GET /follow/{token}/document.pdf': completedLinkScenario(/revoked_claim_codes/),
  'GET /follow/{token}/invoices/{invoiceId}/document.pdf': linkScenario(
    /from "invoice"/,
    async ({ ticketId }, { app }) => {
      const desk = app.as('dana')
      await desk.billing.turnOn()
      await desk.tickets.finalize({ ticketId })
      const expectedTotal = (await desk.tickets.get({ ticketId })).totals?.totalBalance ?? 0
      const { invoiceId } = await desk.billing.issueInvoice({ ticketId, expectedTotal })
      return { at: { invoiceId } }
    },
  ),
  'GET /follow/{token}/payments/{entryId}/document.pdf': linkScenario(
    /from "ledger_entry"/,
    async ({ ticketId }, { app }) => {
      const { billing } = app.as('dana')
      await billing.turnOn()
      const { entryId } = await billing.recordDeposit({ ticketId, amount: 5, method: 'cash', received: 0 })
      return { at: { entryId } }
    },
  ),
  'GET /follow/{token}/appointment.ics': appointmentScenario(/from "booking"/),
  'GET /follow/{token}/appointment/times': appointmentScenario(/from "booking_limit"/, ({ app }) => ({
    query: { day: nextMonday(app.now).day },
  })),
  'POST /follow/{token}/appointment': appointmentScenario(/update "booking"/, ({ app }) => ({
    json: { wanted: { ...nextMonday(app.now), time: '11:00' } },
  })),
  'POST /follow/{token}/appointment/cancel': appointmentScenario(/update "ticket"/),
  'GET /images/follow/{token}/photos/{photoId}': linkScenario(/from "photo"/, async ({ ticketId }, shop) => ({
    at: { photoId: await shop.photo(ticketId) },
  })),
  'GET /follow/{token}/photos.zip': linkScenario(/from "photo"/, async ({ ticketId }, shop) => {
    await shop.photo(ticketId)
    return {}
  }),
  'GET /companies/{companyId}/reviews': scenario(/"review"/, async ({ app }) => {
    await createReview(app)
    return [{ at: { companyId: app.ids.dana } }, {}]
  }),
  'PUT /tickets/{ticketId}/review/answer': scenario(/update "review"/, async ({ app }) => [
    { at: { ticketId: await createReview(app) }, json: { words: 'Thank you.' } },
    { as: 'dana' },
  ]),

  'POST /my/signup/{token}': scenario(/complete_signup/, async ({ app }) => [
    { at: { token: await signupTokenFor(app) }, json: newcomer },
    {},
  ]),
  'POST /confirm-email/{token}': scenario(/confirm_owner_email/, async ({ app }) => [
    { at: { token: (await unconfirmedCompany(app)).token } },
    {},
  ]),
  'POST /release-email/{token}': scenario(/release_email/, async ({ app }) => [
    { at: { token: await emailReleaseToken(app) } },
    {},
  ]),
  'POST /my/rigs': scenario(/insert into "rig_claim"/, async ({ app }) => {
    const { vin, code } = await createVisit(app, { vin: sharedVin('BY-HAND-1') })
    return [{ json: { vin, code } }, { as: 'june' }]
  }),
  'POST /my/delete-account': scenario(/delete_own_account/, async ({ app }) => {
    const { email, client } = await createRigOwner(app)
    const { vin, code } = await createVisit(app, { vin: sharedVin('BY-HAND-2'), customer: { email } })
    await client.rigClaims.claim({ vin, code })
    return [{ json: { password: PASSWORD } }, sessionHeaders(await app.signIn(email))]
  }),
  'GET /rig-reports/{token}': scenario(/rig_record/, async shop => [{ at: await reportOf(shop) }, {}]),
  'GET /rig-reports/{token}/photos/{companyUUID}/{photoId}/{size}': scenario(/rig_photo/, async shop => [
    { at: await reportOf(shop) },
    {},
  ]),
}

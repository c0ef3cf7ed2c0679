// A ticket's customer, for tests: by its link, with the question answered.

import { customers, june } from '#server/seed/demo-accounts.ts'
import type { Client, TestApp } from './test-app.ts'

export const tokenIn = (path: string): string => path.split('/').at(-1) ?? ''

/** Creates the link of a ticket of June's, or returns the existing one's token. */
export async function createLinkFor(app: TestApp, ticketId: number): Promise<string> {
  const { link } = await app.as('dana').customerLinks.create({ ticketId })
  return tokenIn(link.path)
}

/** The digits that June's links ask for. */
export const DIGITS = june.customerDetails.phone.slice(-4)

/** Where June is, which is not where the company is; to an app that trusts the proxy at this machine's address. */
const JUNES_NETWORK = { 'x-forwarded-for': '198.51.100.7' }

export const verifyLink = (
  app: TestApp,
  token: string,
  digits: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  app.fetch(`/api/follow/${token}/answer`, { method: 'POST', json: { digits }, headers })

/** A browser that has answered the question of June's link. */
export async function customerOfLink(
  app: TestApp,
  token: string,
  digits = DIGITS,
  headers: Readonly<Record<string, string>> = JUNES_NETWORK,
): Promise<{ cookie: string; client: Client }> {
  const response = await verifyLink(app, token, digits, headers)
  if (!response.ok) throw new Error(`the link does not open: ${response.status} ${await response.text()}`)
  const cookie = response.headers
    .getSetCookie()
    .map(each => each.split(';')[0])
    .join('; ')
  return { cookie, client: app.withCookie(cookie, headers) }
}

/** Rosa's ticket with its customer, who has answered. */
export async function createLinkedTicket(app: TestApp) {
  const ticketId = await app.createTicket('rosa')
  const token = await createLinkFor(app, ticketId)
  return { ticketId, token, ...(await customerOfLink(app, token)) }
}

/** A completed ticket of June's, with its link. */
export async function createCompletedTicket(app: TestApp): Promise<{ ticketId: number; token: string }> {
  const ticketId = await app.createTicket('rosa')
  const token = await createLinkFor(app, ticketId)
  await app.as('dana').tickets.finalize({ ticketId })
  await app.as('dana').tickets.complete({ ticketId })
  return { ticketId, token }
}

/** A completed ticket with its review; returns its number. */
export async function createReview(app: TestApp, stars = 5): Promise<number> {
  const { ticketId, token } = await createCompletedTicket(app)
  const { client } = await customerOfLink(app, token)
  await client.reviews.create({ token, stars, words: 'Dry again, and they called before they came.' })
  return ticketId
}

/** Lucille's accepted appointment at Bluebonnet, four days from now, with its customer, who has answered. */
export async function createAppointment(app: TestApp) {
  const ticketId = await app.createBooking()
  await app.as('dana').tickets.accept({ ticketId })
  const token = await createLinkFor(app, ticketId)
  const digits = customers[5].customerDetails.phone.slice(-4)
  return { ticketId, token, ...(await customerOfLink(app, token, digits)) }
}

/** The same as a visit of Rosa's, for now. */
export async function createVisitToday(app: TestApp) {
  const appointment = await createAppointment(app)
  const { ticketId } = appointment
  await app.as('dana').tickets.assign({ ticketId, employeeId: app.ids.rosa })
  await app.database
    .updateTable('booking')
    .set({ wantedAt: app.now })
    .where('ticketId', '=', ticketId)
    .execute()
  return appointment
}

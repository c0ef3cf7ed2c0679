// Somebody who came by a ticket's link and answered its question: no account, a cookie of their browser.

import { june } from '#server/cast/people.ts'
import type { Client, World } from './world.ts'

/** The digits that June's links ask for. */
export const DIGITS = june.customerDetails.phone.slice(-4)

export const tokenIn = (path: string): string => path.split('/').at(-1) ?? ''

export const answerLink = (world: World, token: string, digits: string): Promise<Response> =>
  world.fetch(`/api/follow/${token}/answer`, { method: 'POST', json: { digits } })

/** A browser that has answered the link's question. */
export async function customerOf(
  world: World,
  token: string,
  digits = DIGITS,
): Promise<{ readonly cookie: string; readonly client: Client }> {
  const answered = await answerLink(world, token, digits)
  if (!answered.ok) throw new Error(`The link's question was not answered: ${answered.status}`)
  const cookie = answered.headers
    .getSetCookie()
    .map(each => each.split(';')[0])
    .join('; ')
  return { cookie, client: world.withCookie(cookie) }
}

/** Rosa's ticket with its customer, who has answered. */
export async function linkedTicket(world: World) {
  const ticketId = await world.ticket('rosa')
  const { link } = await world.as('dana').links.make({ ticketId })
  const token = tokenIn(link.path)
  return { ticketId, token, ...(await customerOf(world, token)) }
}

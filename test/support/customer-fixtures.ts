// A ticket's customer, for tests: by its link, with the question answered.

import { june } from '#server/seed/demo-accounts.ts'
import type { Client, World } from './test-app.ts'

export const tokenIn = (path: string): string => path.split('/').at(-1) ?? ''

/** Makes the link of a ticket of June's, or takes the one there is; answers with its words. */
export async function linkOf(world: World, ticketId: number): Promise<string> {
  const { link } = await world.as('dana').links.make({ ticketId })
  return tokenIn(link.path)
}

/** The digits that June's links ask for. */
export const DIGITS = june.customerDetails.phone.slice(-4)

export const answerLink = (world: World, token: string, digits: string): Promise<Response> =>
  world.fetch(`/api/follow/${token}/answer`, { method: 'POST', json: { digits } })

/** A browser that has answered the question of June's link. */
export async function answering(
  world: World,
  token: string,
  digits = DIGITS,
): Promise<{ cookie: string; client: Client }> {
  const answered = await answerLink(world, token, digits)
  if (!answered.ok) throw new Error(`the link does not open: ${answered.status} ${await answered.text()}`)
  const cookie = answered.headers
    .getSetCookie()
    .map(each => each.split(';')[0])
    .join('; ')
  return { cookie, client: world.withCookie(cookie) }
}

/** Rosa's ticket with its customer, who has answered. */
export async function linkedTicket(world: World) {
  const ticketId = await world.ticket('rosa')
  const token = await linkOf(world, ticketId)
  return { ticketId, token, ...(await answering(world, token)) }
}

/** A ticket of June's that is done, with its link. */
export async function doneTicket(world: World): Promise<{ ticketId: number; token: string }> {
  const ticketId = await world.ticket('rosa')
  const token = await linkOf(world, ticketId)
  await world.as('dana').tickets.finalize({ ticketId })
  await world.as('dana').tickets.complete({ ticketId })
  return { ticketId, token }
}

/** A ticket that is done and has its review; answers with its number. */
export async function reviewed(world: World, stars = 5): Promise<number> {
  const { ticketId, token } = await doneTicket(world)
  const { client } = await answering(world, token)
  await client.reviews.write({ token, stars, words: 'Dry again, and they called before they came.' })
  return ticketId
}

// The ticket that every client creates: a customer, a new rig and two job lines.

import type { Agent } from 'node:http'
import { sendRequest } from './send-request.ts'

const VIN_CHARACTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'

const anyVin = (): string =>
  Array.from({ length: 17 }, () => VIN_CHARACTERS[Math.floor(Math.random() * VIN_CHARACTERS.length)]).join('')

/** `marker` is the customer's first name, so that the card can be found. */
export const newTicketBody = (marker: string): string =>
  JSON.stringify({
    customerDetails: {
      firstName: marker,
      lastName: 'Whitcomb',
      email: 'harold.whitcomb@mail.example',
      phone: '(574) 555-0202',
      address: '77 County Road 10, Goshen, IN 46526',
    },
    customerRV: {
      vin: anyVin(),
      make: 'Coachmen',
      model: 'Catalina 293QBCK',
      year: '2022',
      axleAmount: '2',
    },
    jobs: [
      { problem: 'Slide-out stops halfway', estimatedTime: 1.5 },
      { problem: 'Grinds on the left side', estimatedTime: 0.75, estimate: true },
    ],
  })

/** Creates one on the product, and returns its id. */
export async function createTicket(
  url: string,
  headers: Readonly<Record<string, string>>,
  agent?: Agent,
): Promise<number> {
  const request = { method: 'POST', url: `${url}/api/tickets`, headers, body: newTicketBody('Harold') }
  const { body } = await sendRequest(request, agent)
  return JSON.parse(body.toString()).ticketId
}

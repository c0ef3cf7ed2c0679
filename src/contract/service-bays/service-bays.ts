// The bays of a shop, by name, and which tickets are in them.

import * as z from 'zod'
import { MAX_SERVICE_BAY_NAME_LENGTH } from '#domain/service-bays/service-bay.ts'
import { proceduresTagged } from '../procedure/procedure.ts'
import { done, requiredLine, serviceBayNote, ticketId, uuid } from '../shared-schemas.ts'

const procedure = proceduresTagged('Companies')
const ofTickets = proceduresTagged('Tickets')

export const newServiceBay = z.object({ name: requiredLine(MAX_SERVICE_BAY_NAME_LENGTH) })

export const serviceBays = {
  list: procedure({ permission: 'ticket.assign', rateLimit: 'none' })
    .route({ method: 'GET', path: '/company/service-bays', summary: 'List the bays of your shop, by name' })
    .output(z.array(z.object({ id: uuid, name: z.string() })).readonly()),
  add: procedure({ permission: 'company.change', rateLimit: 'none' })
    .route({ method: 'POST', path: '/company/service-bays', successStatus: 201, summary: 'Add a bay' })
    .input(newServiceBay)
    .output(z.object({ serviceBayId: uuid })),
  rename: procedure({ permission: 'company.change', rateLimit: 'none' })
    .route({ method: 'PATCH', path: '/company/service-bays/{serviceBayId}', summary: 'Rename a bay' })
    .input(newServiceBay.extend({ serviceBayId: uuid }))
    .output(done),
  remove: procedure({ permission: 'company.change', rateLimit: 'none' })
    .route({
      method: 'DELETE',
      path: '/company/service-bays/{serviceBayId}',
      summary: 'Remove a bay that has no open tickets',
    })
    .input(z.object({ serviceBayId: uuid }))
    .output(done),
  moveTicket: ofTickets({ permission: 'ticket.assign', rateLimit: 'none' })
    .route({
      method: 'PUT',
      path: '/tickets/{ticketId}/service-bay',
      summary: 'Put a ticket in a bay, or take it out',
    })
    .input(
      z.object({
        ticketId,
        /** Null: in none. */
        serviceBayId: z.uuid({ error: 'Select a bay.' }).nullable(),
      }),
    )
    .output(z.object({ serviceBayNote })),
}

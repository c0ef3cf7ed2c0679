// The bays of a shop: its owner lists them, and the desk puts tickets in them.

import { randomUUID } from 'node:crypto'
import {
  MAX_SERVICE_BAYS,
  serviceBayNameProblem,
  serviceBayRemovalProblem,
  TOO_MANY_SERVICE_BAYS,
} from '#domain/service-bays/service-bay.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { lockCompany } from '#server/features/companies/store.ts'
import { getTicket, listTickets, lockTickets, saveCardColumns } from '#server/features/tickets/store.ts'
import { invalid, notFound } from '#server/lib/api-errors.ts'
import { command, query } from '#server/rpc/procedures.ts'
import { listServiceBays, listTicketsIn, lockServiceBay, moveToServiceBay } from './store.ts'

export const listOwnServiceBays = query.serviceBays.list.handler(({ context: { work } }) =>
  listServiceBays(work),
)

const recordChange = (work: UnitOfWork, verb: 'add' | 'rename' | 'remove'): void =>
  work.recordChange({
    ...{ kind: 'company', id: work.companyId, verb: `company.${verb}-service-bay`, card: null },
  })

export const addServiceBay = command.serviceBays.add.handler(
  async ({ input: { name }, context: { work } }) => {
    // Of two who add the same name, one is second.
    await lockCompany(work)
    const others = await listServiceBays(work)
    const problem =
      serviceBayNameProblem(name, others) ??
      (others.length >= MAX_SERVICE_BAYS ? TOO_MANY_SERVICE_BAYS : null)
    if (problem !== null) throw invalid({ name: problem })
    const serviceBayId = randomUUID()
    work.insert('serviceBay', { serviceBayId, name, addedAt: work.now })
    recordChange(work, 'add')
    return { serviceBayId }
  },
)

const REMOVED_ALREADY = 'This bay was removed already.'

export const renameServiceBay = command.serviceBays.rename.handler(
  async ({ input: { serviceBayId, name }, context: { work } }) => {
    await lockCompany(work)
    const serviceBay = await lockServiceBay(work, serviceBayId)
    if (serviceBay === null) throw notFound(REMOVED_ALREADY)
    const others = (await listServiceBays(work)).filter(({ id }) => id !== serviceBayId)
    const problem = serviceBayNameProblem(name, others)
    if (problem !== null) throw invalid({ name: problem })
    if (name === serviceBay.name) return { done: true }
    work.save('serviceBay', { serviceBayId }, { name })
    const ticketIds = await listTicketsIn(work, serviceBayId)
    if (ticketIds.length > 0) lockTickets(work, ticketIds)
    for (const ticket of await listTickets(work, ticketIds)) saveCardColumns(work, ticket)
    recordChange(work, 'rename')
    return { done: true }
  },
)

export const removeServiceBay = command.serviceBays.remove.handler(
  async ({ input: { serviceBayId }, context: { work } }) => {
    const serviceBay = await lockServiceBay(work, serviceBayId)
    if (serviceBay === null) throw notFound(REMOVED_ALREADY)
    const { length } = await listTicketsIn(work, serviceBayId)
    const problem = serviceBayRemovalProblem(serviceBay.name, length)
    if (problem !== null) throw invalid({ serviceBayId: problem })
    await work.remove('serviceBay').where('serviceBayId', '=', serviceBayId).execute()
    recordChange(work, 'remove')
    return { done: true }
  },
)

export const moveTicketToServiceBay = command.serviceBays.moveTicket.handler(
  async ({ input: { ticketId, serviceBayId }, context: { work } }) => ({
    serviceBayNote: await moveToServiceBay(work, await getTicket(work, ticketId), serviceBayId),
  }),
)

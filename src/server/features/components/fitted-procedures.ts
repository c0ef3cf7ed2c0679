import { may } from '#domain/account/permission.ts'
import { makerModelKey } from '#domain/components/line-component.ts'
import { authorize } from '#server/db/unit-of-work.ts'
import { getTicket } from '#server/features/tickets/store.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { query } from '#server/rpc/procedures.ts'
import { listFittedParts } from './fitted-store.ts'
import { listIfOn } from './line-store.ts'

export const listFittedPartsOfComponent = query.components.listFittedParts.handler(
  async ({ input: { ticketId, componentId }, context: { work } }) => {
    const ticket = await getTicket(work, ticketId)
    authorize(work, 'component.see', ticket)
    const component = (await listIfOn(work, ticket)).find(each => each.componentId === componentId)
    if (component === undefined) throw notFound()
    const parts = await listFittedParts(work, [makerModelKey(component)], [ticketId])
    const seesPrices = may(work.actor, 'money.see', ticket)
    return { parts: seesPrices ? parts : parts.map(part => ({ ...part, perPartAmount: null })) }
  },
)

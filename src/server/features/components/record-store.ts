// What is on record of the RV of a ticket, opened to enter more of it.

import { isInstalled, MAX_COMPONENT_ENTRIES, type RigComponent } from '#domain/components/component.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { assertNoBlockers, Refusal } from '#domain/refusals/refusal.ts'
import { assertInWork } from '#domain/tickets/ticket.ts'
import { authorize, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { getPreferences } from '#server/features/preferences/store.ts'
import { getTicket } from '#server/features/tickets/store.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { listComponents } from './store.ts'

const NOT_IN_RV = 'This component is no longer in the RV.'

/** The ticket and what is known of its RV, for entering something. Throws if the person or the ticket may not. */
export async function openRecord(work: UnitOfWork, ticketId: number) {
  const ticket = await getTicket(work, ticketId)
  authorize(work, 'component.write', ticket)
  assertInWork(ticket)
  if (!(await getPreferences(work)).listsComponents) throw new Refusal([{ code: 'component.off' }])
  if (ticket.customerRV.vin === '') throw new Refusal([{ code: 'component.no-vin' }])
  const components = await listComponents(work, ticket)
  // What owners entered takes no room of companies'.
  const entries = components.flatMap(component => component.entries).filter(({ isByOwner }) => !isByOwner)
  assertNoBlockers(
    entries.length < MAX_COMPONENT_ENTRIES
      ? []
      : [{ code: 'component.too-many', most: MAX_COMPONENT_ENTRIES }],
  )
  return { ticket, components, today: dayOf(work.now, work.timeZone) }
}

/** One that is in the RV; NOT_FOUND otherwise. */
export function getInstalled<Component extends RigComponent>(
  components: readonly Component[],
  componentId: string,
): Component {
  const component = components.find(each => each.componentId === componentId)
  if (component === undefined || !isInstalled(component)) throw notFound(NOT_IN_RV)
  return component
}

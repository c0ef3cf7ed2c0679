// What the RV of a ticket is made of: read and entered by those who work on the ticket.

import { randomUUID } from 'node:crypto'
import {
  type ComponentDetails,
  type ComponentFacts,
  componentLabel,
  correctedFacts,
  endDayProblem,
  isInstalled,
  ownSerialOf,
} from '#domain/components/component.ts'
import { warrantyProblem } from '#domain/components/component-age.ts'
import { componentErrors } from '#domain/components/component-errors.ts'
import { makerModelKey } from '#domain/components/line-component.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import { authorize, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { getPreferences } from '#server/features/preferences/store.ts'
import { assertNoErrors } from '#server/features/rigs/store.ts'
import { getTicket, recordActivity } from '#server/features/tickets/store.ts'
import { toPlateDto } from '#server/files/file-keys.ts'
import { command, query } from '#server/rpc/procedures.ts'
import { saveModel } from './line-store.ts'
import { getInstalled, openRecord } from './record-store.ts'
import { addEntry, findOtherVin, listComponents } from './store.ts'

const plateOf = ({ ticketId }: Ticket, photoId: string | null) =>
  photoId === null ? null : toPlateDto(ticketId, photoId)

export const listTicketComponents = query.components.list.handler(async ({ input, context: { work } }) => {
  const ticket = await getTicket(work, input.ticketId)
  authorize(work, 'component.see', ticket)
  const { listsComponents: isOn } = await getPreferences(work)
  const components = isOn ? await listComponents(work, ticket) : []
  return {
    ...{ isOn, timeZone: work.timeZone },
    components: components.map(({ platePhoto, ...component }) => ({
      ...component,
      isInstalled: isInstalled(component),
      endedOn: component.endedOn ?? null,
      plate: plateOf(ticket, platePhoto),
      entries: component.entries.map(entry => ({ ...entry, plate: plateOf(ticket, entry.platePhoto) })),
    })),
  }
})

type Named = Omit<ComponentDetails, 'serial'>
type Typed = Named & ComponentFacts

/** The error of each field of what was typed. */
export const componentErrorsOf = (
  work: UnitOfWork,
  typed: Named,
  dayProblem: string | null,
): Record<string, string> => ({
  ...componentErrors(typed, work.now),
  ...(dayProblem !== null && { day: dayProblem }),
})

/** The same with the end of its warranty. */
function errorsOf(work: UnitOfWork, typed: Typed, dayProblem: string | null): Record<string, string> {
  const warranty = warrantyProblem(typed.warrantyUntil, typed.day, dayOf(work.now, work.timeZone))
  return {
    ...componentErrorsOf(work, typed, dayProblem),
    ...(warranty !== null && { warrantyUntil: warranty }),
  }
}

/** What it is by what was typed: a name is only of what is none of the usual kinds. */
export const detailsOf = ({ kind, name, place, maker, model, modelYear }: Named) => ({
  ...{ kind, place, maker, model, modelYear },
  name: kind === 'other' ? name : '',
})

const OF_ANOTHER = 'The owner shares this serial number. Type the right one instead.'

/** Adds what was typed, and says what may be wrong with it. */
async function enter(
  work: UnitOfWork,
  ticket: Ticket,
  typed: Typed,
  {
    componentId,
    how,
    replaces,
  }: { componentId: string; how: 'entered' | 'corrected'; replaces?: string | undefined },
) {
  const { serial, day, warrantyUntil } = typed
  const entry = { ...detailsOf(typed), componentId, serial, day, warrantyUntil }
  addEntry(work, ticket, { ...entry, how, replaces })
  const verb = how === 'corrected' ? 'correct-component' : 'add-component'
  recordActivity(work, ticket, verb, { component: componentLabel(entry) })
  const otherVin = await findOtherVin(work, serial, ticket.customerRV.vin)
  const note =
    otherVin === null ? null : `Your company also entered this serial number for VIN ${otherVin}. Check both.`
  return { componentId, note }
}

export const addComponent = command.components.add.handler(async ({ input, context: { work } }) => {
  const { ticketId, replaces, componentId = randomUUID(), ...typed } = input
  const { ticket, components, today } = await openRecord(work, ticketId)
  if (components.some(component => component.componentId === componentId))
    throw new Refusal([{ code: 'component.known' }])
  const replaced = replaces === undefined ? null : getInstalled(components, replaces)
  const dayProblem = endDayProblem(replaced ?? { installedOn: null }, typed.day, today)
  assertNoErrors(errorsOf(work, typed, dayProblem))
  return enter(work, ticket, typed, { componentId, how: 'entered', replaces })
})

export const correctComponent = command.components.correct.handler(async ({ input, context: { work } }) => {
  const { ticketId, componentId, ...typed } = input
  const { ticket, components, today } = await openRecord(work, ticketId)
  const component = getInstalled(components, componentId)
  const { entered, cleared } = correctedFacts(component, typed)
  const day = typed.day === undefined ? component.installedOn : typed.day
  const dayProblem = endDayProblem({ installedOn: null }, entered.day, today)
  assertNoErrors({
    ...errorsOf(work, { ...typed, ...entered, day }, dayProblem),
    ...(typed.serial === '' && component.isShared && { serial: OF_ANOTHER }),
  })
  saveModel(work, component, makerModelKey(typed))
  if (cleared !== null)
    addEntry(work, ticket, { ...detailsOf(typed), ...cleared, componentId, how: 'cleared' })
  return enter(work, ticket, { ...typed, ...entered }, { componentId, how: 'corrected' })
})

export const removeComponent = command.components.remove.handler(async ({ input, context: { work } }) => {
  const { ticketId, componentId, day } = input
  const { ticket, components, today } = await openRecord(work, ticketId)
  const component = getInstalled(components, componentId)
  const problem = endDayProblem(component, day, today)
  assertNoErrors(problem === null ? {} : { day: problem })
  const { kind, name, place, maker, model, modelYear } = component
  addEntry(work, ticket, {
    ...{ componentId, kind, name, place, maker, model, modelYear, day },
    ...{ how: 'removed', warrantyUntil: null, serial: ownSerialOf(component) },
  })
  recordActivity(work, ticket, 'remove-component', { component: componentLabel(component) })
  return { done: true }
})

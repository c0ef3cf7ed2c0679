// Components that were entered in the bay, until the server has them.

import { componentLabel } from '#domain/components/component.ts'
import type { client } from '#web/api/client.ts'
import type { ComponentOfTicket, TicketView, UnsentTap } from '#web/features/tickets/ticket-view.ts'

export type ComponentInputs = {
  addComponent: Parameters<typeof client.components.add>[0] & { readonly componentId: string }
  correctComponent: Parameters<typeof client.components.correct>[0]
}

type TypedComponent = ComponentInputs[keyof ComponentInputs]

/** The fields of a component, with their labels. */
export const COMPONENT_LABELS = Object.entries({
  ...{ kind: 'Component', name: 'Name', maker: 'Maker', model: 'Model', serial: 'Serial Number' },
  ...{ modelYear: 'Year', place: 'Place', day: 'Installed', warrantyUntil: 'Maker’s Warranty Until' },
})

const detailsOf = ({
  kind,
  name = '',
  place = '',
  maker = '',
  model = '',
  modelYear = '',
}: TypedComponent) => ({
  ...{ kind, name, place, maker, model, modelYear },
})

/** `Furnace · Suburban SF-30F · serial number 0912 44521` */
export function textOfComponent(typed: TypedComponent): string {
  const { serial = '' } = typed
  const label = componentLabel(detailsOf(typed))
  return serial === '' ? label : `${label} · serial number ${serial}`
}

/** The ticket with a component as it was typed. */
export function componentEntered(ticket: TicketView, typed: TypedComponent, tap: UnsentTap): TicketView {
  const { components } = ticket
  if (components === null) return ticket
  const { componentId, serial, day, warrantyUntil } = typed
  const known = components.find(component => component.componentId === componentId)
  const entered: ComponentOfTicket = {
    ...detailsOf(typed),
    ...{ componentId, plate: known?.plate ?? null, unsent: tap },
    // What is left out stays, as on the server.
    serial: serial ?? known?.serial ?? '',
    installedOn: day === undefined ? (known?.installedOn ?? null) : day,
    warrantyUntil: warrantyUntil === undefined ? (known?.warrantyUntil ?? null) : warrantyUntil,
  }
  const isKnown = known !== undefined
  return {
    ...ticket,
    components: isKnown
      ? components.map(component => (component === known ? entered : component))
      : [...components, entered],
  }
}

/** With the photo of a component's plate that has arrived: what the server answered. */
export const plateArrived = (
  components: TicketView['components'],
  { componentId }: { readonly componentId: string },
  answer: unknown,
): TicketView['components'] =>
  components?.map(component =>
    component.componentId === componentId
      ? { ...component, plate: answer as ComponentOfTicket['plate'] }
      : component,
  ) ?? null

// The component of the RV that a job line is on: which one, and by what parts for the same model are found. Its maker, model
// and serial number are read from the component, so a correction of it shows on its lines.

import {
  type ComponentDetails,
  componentLabel,
  isInstalled,
  modelKey,
  type RigComponent,
} from './component.ts'

export type LineComponent = {
  readonly componentId: string
  /** As from `makerModelKey` when the line was put on it, or when its company corrected it. */
  readonly model: string
  readonly at: Date
}

/** A maker and model as they are compared; empty without a model: a maker alone says nothing of what fits. */
export const makerModelKey = ({ maker, model }: Pick<ComponentDetails, 'maker' | 'model'>): string =>
  modelKey(model) === '' ? '' : `${modelKey(maker)} ${modelKey(model)}`

/** A job line put on a component at `now`. */
export const toLineComponent = (component: RigComponent, now: Date): LineComponent => ({
  componentId: component.componentId,
  model: makerModelKey(component),
  at: now,
})

/** `Furnace · Suburban SF-30F · bedroom · serial 0912 44521`: what is known of a component; null or '' is left out. */
export const describeComponent = (
  details: Pick<ComponentDetails, 'kind' | 'name' | 'maker' | 'model' | 'place' | 'serial'>,
): string =>
  [componentLabel(details), details.place, details.serial ? `serial ${details.serial}` : '']
    .filter(text => text !== '')
    .join(' · ')

export type PrintedDetails = Pick<ComponentDetails, 'kind' | 'name' | 'maker' | 'model' | 'serial'>

/** What papers say of a line's component, without where it is in the RV; empty without one. */
export const printedComponent = (component: PrintedDetails | null): string =>
  component === null ? '' : describeComponent({ ...component, place: '' })

/** What a line shows of the component that it is on; null without one, or if it is no longer on record. */
export function viewLineComponent(
  { component }: { readonly component: LineComponent | null },
  components: readonly RigComponent[],
) {
  const known = components.find(({ componentId }) => componentId === component?.componentId)
  return known === undefined ? null : { ...known, isInstalled: isInstalled(known) }
}

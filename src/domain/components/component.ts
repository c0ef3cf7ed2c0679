// What an RV is made of. Everything about a component is an entry that stays: a correction, a replacement and a removal are
// entries of their own, and what is true now is read off them. A correction that leaves a serial number, a day or the end of
// the warranty empty adds two: `cleared` holds what is no longer so.

/** The usual kinds, in the order of a list; anything else is `other` and has a name. */
export const COMPONENT_KINDS = {
  refrigerator: 'Refrigerator',
  furnace: 'Furnace',
  'water-heater': 'Water heater',
  'air-conditioner': 'Air conditioner',
  range: 'Range',
  converter: 'Converter',
  inverter: 'Inverter',
  generator: 'Generator',
  solar: 'Solar',
  batteries: 'Batteries',
  awning: 'Awning',
  'slide-out': 'Slide-out',
  axles: 'Axles and brakes',
  tires: 'Tires',
  leveling: 'Jacks and leveling',
  toilet: 'Toilet',
  pump: 'Water pump',
  roof: 'Roof',
  windows: 'Windows and vents',
  antenna: 'TV and antenna',
  other: 'Other',
} as const

export type ComponentKind = keyof typeof COMPONENT_KINDS

export const COMPONENT_KIND_LIST = Object.keys(COMPONENT_KINDS) as readonly ComponentKind[]

export const MAX_COMPONENT_TEXT_LENGTH = 80
/** Of entries under one VIN that are read. */
export const MAX_COMPONENT_ENTRIES = 500

/** What is typed of a component; text may be empty. */
export type ComponentDetails = {
  readonly kind: ComponentKind
  /** What it is, if it is none of the usual kinds. */
  readonly name: string
  /** Where it is in the RV: `bedroom`. */
  readonly place: string
  readonly maker: string
  readonly model: string
  /** Null: another company's, which this one does not read. */
  readonly serial: string | null
  /** Four digits. */
  readonly modelYear: string
}

export type ComponentEntry = ComponentDetails & {
  readonly entryId: string
  readonly componentId: string
  readonly how: 'entered' | 'corrected' | 'cleared' | 'removed'
  /** When it was installed or removed, `YYYY-MM-DD`; null if unknown. */
  readonly day: string | null
  /** The last day of the maker's warranty, `YYYY-MM-DD`; null if unknown, or if another company entered it. */
  readonly warrantyUntil: string | null
  /** The component in whose place it came. */
  readonly replaces: string | null
  readonly enteredAt: Date
  /** Of the company's own entries: on which ticket and by whom. */
  readonly ticketId: number | null
  readonly enteredByName: string | null
  /** The id of a photo of its plate, of the company's own entries; null without one. */
  readonly platePhoto: string | null
  /** Whether an owner of the RV entered it. */
  readonly isByOwner: boolean
  /** Whether its serial number is read because the RV's owner shares it. */
  readonly isShared: boolean
  /** What an owner disputes of it; null for nothing, and of another company's. */
  readonly dispute: string | null
}

export type RigComponent<Entry extends ComponentEntry = ComponentEntry> = ComponentDetails & {
  readonly componentId: string
  /** Whether its serial number is read because the RV's owner shares it. */
  readonly isShared: boolean
  /** When it was installed; null if unknown. */
  readonly installedOn: string | null
  /** The last day of the maker's warranty; null if unknown. */
  readonly warrantyUntil: string | null
  /** When it was replaced or removed; undefined while it is in the RV, null if the day is unknown. */
  readonly endedOn: string | null | undefined
  /** The one that came in its place. */
  readonly replacedBy: string | null
  /** The id of the newest photo of its plate; null without one. */
  readonly platePhoto: string | null
  /** All that was entered about it, oldest first. */
  readonly entries: readonly Entry[]
}

/** `Furnace`, or the name of what is none of the usual kinds. */
export const componentKindLabel = ({ kind, name }: Pick<ComponentDetails, 'kind' | 'name'>): string =>
  kind === 'other' ? name : COMPONENT_KINDS[kind]

/** `Furnace · Suburban SF-30`. */
export function componentLabel(details: Pick<ComponentDetails, 'kind' | 'name' | 'maker' | 'model'>): string {
  const model = [details.maker, details.model].filter(text => text !== '').join(' ')
  return [componentKindLabel(details), model].filter(text => text !== '').join(' · ')
}

/** A maker or model for comparing, its letters and digits alone: `SF-30F` and `sf 30f` are one. */
export const modelKey = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Whether it is of this maker, and its model begins so. */
export const isOfModel = (
  component: Pick<ComponentDetails, 'maker' | 'model'>,
  { maker, model }: Pick<ComponentDetails, 'maker' | 'model'>,
): boolean =>
  modelKey(component.maker) === modelKey(maker) && modelKey(component.model).startsWith(modelKey(model))

/** What a correction may clear. */
export type ComponentFacts = Pick<ComponentEntry, 'day' | 'warrantyUntil'> & { readonly serial: string }

/** The serial number that an entry of the company repeats: one that it only reads because the owner shares it is none of its own. */
export const ownSerialOf = ({ serial, isShared }: Pick<RigComponent, 'serial' | 'isShared'>): string =>
  isShared ? '' : (serial ?? '')

/**
 * What a correction enters of a component's facts, and what it clears; `cleared` is null for nothing. What was not typed stays
 * as it is, what was typed empty is cleared.
 */
export function correctedFacts(
  component: RigComponent,
  typed: { readonly [Fact in keyof ComponentFacts]?: ComponentFacts[Fact] | undefined },
): { readonly entered: ComponentFacts; readonly cleared: ComponentFacts | null } {
  const { serial = component.serial } = typed
  const cleared = {
    serial: serial === '' ? ownSerialOf(component) : '',
    day: typed.day === null ? component.installedOn : null,
    warrantyUntil: typed.warrantyUntil === null ? component.warrantyUntil : null,
  }
  const isNothing = cleared.serial === '' && cleared.day === null && cleared.warrantyUntil === null
  return {
    entered: {
      serial: serial === component.serial ? ownSerialOf(component) : (serial ?? ''),
      day: typed.day ?? null,
      warrantyUntil: typed.warrantyUntil ?? null,
    },
    cleared: isNothing ? null : cleared,
  }
}

/** The last entry that says something of a fact; undefined if none does, or if it was cleared. */
function lastOf<Entry extends ComponentEntry>(
  entries: readonly Entry[],
  fact: keyof ComponentFacts,
): Entry | undefined {
  const last = entries.findLast(entry => entry[fact] !== null && entry[fact] !== '')
  return last?.how === 'cleared' ? undefined : last
}

/** What is true of a component by all that was entered about it: the last entry counts, and the last known serial number. */
function readComponent<Entry extends ComponentEntry>(
  entries: readonly [Entry, ...Entry[]],
): RigComponent<Entry> {
  const known = entries.filter(({ how }) => how !== 'removed')
  const last = known.findLast(({ how }) => how !== 'cleared') ?? entries[0]
  const { kind, name, place, maker, model, modelYear } = last
  const withSerial = lastOf(known, 'serial')
  const [first] = entries
  return {
    ...{ componentId: first.componentId, kind, name, place, maker, model, modelYear },
    serial: withSerial === undefined && last.serial !== null ? '' : (withSerial ?? last).serial,
    isShared: (withSerial ?? last).isShared,
    installedOn: lastOf(known, 'day')?.day ?? null,
    warrantyUntil: lastOf(known, 'warrantyUntil')?.warrantyUntil ?? null,
    endedOn: entries.findLast(({ how }) => how === 'removed')?.day,
    replacedBy: null,
    platePhoto: entries.findLast(({ platePhoto }) => platePhoto !== null)?.platePhoto ?? null,
    entries,
  }
}

const orderOf = ({ kind }: RigComponent): number => COMPONENT_KIND_LIST.indexOf(kind)

/**
 * The components of a rig by what was entered about it, oldest first: by kind, then by place. One that another replaced ended
 * on the day when that was installed.
 */
export function readComponents<Entry extends ComponentEntry>(
  entries: readonly Entry[],
): RigComponent<Entry>[] {
  const byComponent = new Map<string, [Entry, ...Entry[]]>()
  for (const entry of entries) {
    const known = byComponent.get(entry.componentId)
    if (known === undefined) byComponent.set(entry.componentId, [entry])
    else known.push(entry)
  }
  const components = [...byComponent.values()].map(known => readComponent(known))
  const replacements = new Map(
    components.flatMap(component =>
      component.entries.flatMap(({ replaces }) =>
        replaces === null ? [] : [[replaces, component] as const],
      ),
    ),
  )
  return components
    .map(component => {
      const replacement = replacements.get(component.componentId)
      if (replacement === undefined) return component
      return {
        ...component,
        endedOn: component.endedOn ?? replacement.installedOn,
        replacedBy: replacement.componentId,
      }
    })
    .sort((one, other) => orderOf(one) - orderOf(other) || one.place.localeCompare(other.place))
}

/** Whether it is in the RV. */
export const isInstalled = ({ endedOn }: Pick<RigComponent, 'endedOn'>): boolean => endedOn === undefined

/** Why a component cannot end on this day, `today` by the company's calendar; null if it can. */
export function endDayProblem(
  { installedOn }: Pick<RigComponent, 'installedOn'>,
  day: string | null,
  today: string,
): string | null {
  if (day === null) return null
  if (day > today) return 'Enter today or an earlier date.'
  return installedOn !== null && day < installedOn ? 'Enter the day it was installed or a later one.' : null
}

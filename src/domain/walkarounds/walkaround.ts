// What an RV was like when it came in: what the shop and its customer go back to when something is broken later. Odometer,
// generator hours, keys and where it stands are the ticket's own.

import { formatDateTime } from '#domain/lib/company-time.ts'
import { rigVisitFacts } from '#domain/tickets/rig-visit.ts'
import type { RigVisit } from '#domain/tickets/rig-visit-fields.ts'

export const PROPANE_LEVELS = ['empty', 'quarter', 'half', 'three-quarters', 'full'] as const
type PropaneLevel = (typeof PROPANE_LEVELS)[number]

/** As gauges have them. */
export const PROPANE_LABELS: Readonly<Record<PropaneLevel, string>> = {
  empty: 'Empty',
  quarter: '¼',
  half: '½',
  'three-quarters': '¾',
  full: 'Full',
}

/** Volts: banks of house batteries have 12 to 48. */
export const MAX_BATTERY_VOLTS = 100
export const MAX_DAMAGES = 30
export const MAX_DAMAGE_LENGTH = 200

export type Walkaround = {
  readonly propane: PropaneLevel | null
  /** Volts of the house batteries, with one decimal at most. */
  readonly batteryVolts: number | null
  /** What was broken or worn before the shop touched it, each a line of text. */
  readonly damage: readonly string[]
}

export type RecordedWalkaround = Walkaround & { readonly recordedAt: Date }

/** `12.6 volts` */
const formatVolts = (volts: number): string => `${volts} ${volts === 1 ? 'volt' : 'volts'}`

/** What was entered, as on screen and paper: `Propane`, `½`. The damage is one value, `Rear bumper scratched; …`. */
export const walkaroundFacts = ({
  propane,
  batteryVolts,
  damage,
}: Walkaround): { readonly label: string; readonly value: string }[] => [
  ...(propane === null ? [] : [{ label: 'Propane', value: PROPANE_LABELS[propane] }]),
  ...(batteryVolts === null ? [] : [{ label: 'Battery', value: formatVolts(batteryVolts) }]),
  ...(damage.length === 0 ? [] : [{ label: 'Damage', value: damage.join('; ') }]),
]

/** Above a walkaround, on screen and paper. */
export const CONDITION_TITLE = 'Condition at check in'

/** The same with when it was noted, in the company's time zone, as customers read it. */
export const printedWalkaround = (walkaround: RecordedWalkaround, timeZone: string) => [
  ...walkaroundFacts(walkaround),
  { label: 'As of', value: formatDateTime(walkaround.recordedAt, timeZone) },
]

const METERS: readonly (keyof RigVisit)[] = ['odometer', 'generatorHours']

/**
 * The condition that a customer signs at drop-off, with the rig's meters: `Condition: Odometer 45,210 miles; Propane ½`.
 * Null without a walkaround.
 */
export function signedCondition(walkaround: Walkaround | null, rigVisit: RigVisit): string | null {
  if (walkaround === null) return null
  const meters = rigVisitFacts(rigVisit).filter(({ field }) => METERS.includes(field))
  const facts = [...meters, ...walkaroundFacts(walkaround)].map(({ label, value }) => `${label} ${value}`)
  return `Condition: ${facts.join('; ')}`
}

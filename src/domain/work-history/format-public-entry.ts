// A public work history entry: when, by whom and for how much. It does not import ticket code, so that the most
// visited page stays small.

import { formatDayWithYear, formatStamp } from '#domain/lib/company-time.ts'
import { type Cents, formatMoney } from '#domain/lib/money.ts'
import { NO_TECHNICIAN } from '#domain/tickets/assignment.ts'

/** The public part of an entry; null for what was not recorded. */
export type PublicEntry = {
  readonly completedTimestamp: Date | null
  /** The company's, for its timestamp. */
  readonly timeZone: string
  readonly technician: string
  readonly totalBalance: Cents | null
  /** Who brought the visit along from another system, and on which date; null for work done here. */
  readonly imported?: { readonly by: string; readonly on: string } | null
}

/** Specification 8's fallback for a timestamp or a balance. */
const NOT_AVAILABLE = 'N/A'

/** An entry as text, for screens, documents and CSV: `20-11-2025 2:14 PM`, `Rosa Díaz`, `$181.25`, and a note. */
export const formatPublicEntry = ({
  completedTimestamp,
  timeZone,
  technician,
  totalBalance,
  imported = null,
}: PublicEntry) => ({
  completed: completedTimestamp === null ? NOT_AVAILABLE : formatStamp(completedTimestamp, timeZone),
  technician: technician === '' ? NO_TECHNICIAN : technician,
  totalBalance: totalBalance === null ? NOT_AVAILABLE : formatMoney(totalBalance),
  note: imported === null ? '' : `Imported by ${imported.by} on ${formatDayWithYear(imported.on)}`,
})

/** A rig of the list: all of a VIN, or one of those under another text. */
export type RigEntries<E> = {
  /** `Bluebonnet RV`, or `Bluebonnet RV, RV 2` if that company has several; null for a VIN. */
  readonly heading: string | null
  readonly entries: readonly E[]
}

export type OwnRigEntry = {
  readonly ownRig: { readonly rigId: string; readonly companyName: string | null } | null
}

const FORMER_COMPANY = 'A former company'

/** Entries by rig, in the order of their first one. Those of a company without a name are told apart like others. */
export function groupByRig<E extends OwnRigEntry>(entries: readonly E[]): RigEntries<E>[] {
  const groups = new Map<string | null, E[]>()
  for (const entry of entries) {
    const rigId = entry.ownRig?.rigId ?? null
    groups.set(rigId, [...(groups.get(rigId) ?? []), entry])
  }
  const nameOf = ([first]: readonly E[]): string | null =>
    first?.ownRig ? (first.ownRig.companyName ?? FORMER_COMPANY) : null
  const all = [...groups.values()]
  return all.map((group, index) => {
    const name = nameOf(group)
    const sameName = all.filter(other => nameOf(other) === name)
    const number = all.slice(0, index + 1).filter(other => nameOf(other) === name).length
    return { heading: name !== null && sameName.length > 1 ? `${name}, RV ${number}` : name, entries: group }
  })
}

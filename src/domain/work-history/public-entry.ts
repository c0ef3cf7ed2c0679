// The work history of a rig as anyone may read it: when, by whom and for how much. It knows nothing of tickets,
// so that the page which is opened most often has little to fetch.

import { formatStamp } from '#domain/lib/company-time.ts'
import { type Cents, formatMoney } from '#domain/lib/money.ts'
import { NO_TECHNICIAN } from '#domain/tickets/assignment.ts'

/** As much of an entry as anyone may see; null is what nobody wrote down. */
type PublicEntry = {
  readonly completedTimestamp: Date | null
  /** The company's: the stamp is what its own clock showed. */
  readonly timeZone: string
  readonly technician: string
  readonly totalBalance: Cents | null
}

/** Specification 8's fallback for a timestamp or a balance. */
const NOT_AVAILABLE = 'N/A'

/** An entry in words, on screen, on paper and in a table: `20-11-2025 2:14 PM`, `Rosa Díaz`, `$181.25`. */
export const formatEntry = ({ completedTimestamp, timeZone, technician, totalBalance }: PublicEntry) => ({
  completed: completedTimestamp === null ? NOT_AVAILABLE : formatStamp(completedTimestamp, timeZone),
  technician: technician === '' ? NO_TECHNICIAN : technician,
  totalBalance: totalBalance === null ? NOT_AVAILABLE : formatMoney(totalBalance),
})

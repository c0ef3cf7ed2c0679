// What a day of an RV's visit can go to.

export const DAY_CAUSES = [
  'work',
  'part',
  'customer',
  'authorization',
  'weather',
  'bay',
  'technician',
  'pickup',
  'none',
] as const
/** `none`: in the shop, and nothing was noted. `bay`: only the desk can say so, as nothing is noted of an RV that waits for one. */
export type DayCause = (typeof DAY_CAUSES)[number]

const DESK_LABELS: Readonly<Record<DayCause, string>> = {
  work: 'Work',
  part: 'Waiting for a part',
  customer: 'Waiting for the customer',
  authorization: 'Waiting for approval',
  weather: 'Waiting for better weather',
  bay: 'Waiting for a bay',
  technician: 'Waiting for a technician',
  pickup: 'Ready for pickup',
  none: 'In the shop',
}

export const dayCauseLabel = (cause: DayCause): string => DESK_LABELS[cause]

// The rig on a ticket, and the record that all companies share. The shared record has what is on the VIN plate, and
// nothing about the owner: only companies that served them know who that is.

/** Specification 3, in its order. */
export const AXLE_AMOUNTS = [
  '1',
  '2',
  '3',
  'Class C',
  'Class A (Gas)',
  'Class A (Diesel)',
  'Super B',
] as const

export type AxleAmount = (typeof AXLE_AMOUNTS)[number]

export type CustomerRV = {
  readonly make: string
  readonly model: string
  readonly year: string
  /** Normalized; empty if a booking had none. */
  readonly vin: string
  readonly axleAmount: AxleAmount | null
  readonly rvImage: string | null
}

/** `2021 Jayco Jay Flight 264BH`, as far as known. */
export const rigName = ({ year, make, model }: Pick<CustomerRV, 'make' | 'model' | 'year'>): string =>
  [year, make, model].filter(word => word !== '').join(' ') || 'RV'

const FIRST_MODEL_YEAR = 1900

/**
 * Why a typed year, four digits, cannot be a rig's at the time `now`; null if it can. Next year's models are sold this
 * year. No year passes: whether one is required depends on the VIN.
 */
export function modelYearError(year: string, now: Date): string | null {
  const latest = now.getUTCFullYear() + 1
  const isYear = /^\d{4}$/.test(year) && Number(year) >= FIRST_MODEL_YEAR && Number(year) <= latest
  return year === '' || isYear ? null : `Enter a year from ${FIRST_MODEL_YEAR} to ${latest}.`
}

/** Suggestions start after this many typed characters, and are at most `MAX_SUGGESTIONS`. */
export const SUGGESTION_THRESHOLD = 2
export const MAX_SUGGESTIONS = 5

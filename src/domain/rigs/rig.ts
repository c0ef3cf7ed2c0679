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

/** Shown if none was chosen. */
export const SELECT_AXLE_AMOUNT = 'Select an option.'

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

/** Suggestions start after this many typed characters, and are at most `MAX_SUGGESTIONS`. */
export const SUGGESTION_THRESHOLD = 2
export const MAX_SUGGESTIONS = 5

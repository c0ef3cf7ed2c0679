// The rig on the ticket, and its entry in the pool that all companies share. The pool knows what
// stands on the plate and nothing of its owner: that stays with the companies who served them.

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
  /** Mended; empty when a booking came without one. */
  readonly vin: string
  readonly axleAmount: AxleAmount | null
  readonly rvImage: string | null
}

/** `2021 Jayco Jay Flight 264BH`, with whatever of it is known. */
export const rigName = ({ year, make, model }: Pick<CustomerRV, 'make' | 'model' | 'year'>): string =>
  [year, make, model].filter(word => word !== '').join(' ') || 'RV'

/** The pool's suggestions begin after this many typed characters, and are at most `SUGGESTION_CAP`. */
export const SUGGESTION_THRESHOLD = 2
export const MAX_SUGGESTIONS = 5

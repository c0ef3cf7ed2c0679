/** What is typed of a rig, in the order in which it is listed. */
export const RIG_FIELDS = ['vin', 'make', 'model', 'year', 'axleAmount'] as const

export type RigField = (typeof RIG_FIELDS)[number]

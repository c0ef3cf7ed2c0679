// What a ticket has of its rig's visit. Apart from what is done with it, which most pages have no need of.

export type RigVisit = {
  /** Miles. */
  readonly odometer: number | null
  /** With one decimal at most, as the meter shows them. */
  readonly generatorHours: number | null
  /** Both on the company's calendar, `YYYY-MM-DD`. */
  readonly arrivedOn: string | null
  readonly departedOn: string | null
}

export const RIG_VISIT_FIELDS = ['odometer', 'generatorHours', 'arrivedOn', 'departedOn'] as const

export const NO_RIG_VISIT: RigVisit = {
  odometer: null,
  generatorHours: null,
  arrivedOn: null,
  departedOn: null,
}

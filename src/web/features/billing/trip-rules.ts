// Trip rules as they are sent: dollars and percent become cents and scaled percentages.

import { fromDollars } from '#domain/lib/money.ts'
import { PERCENTAGE_SCALE } from '#domain/lib/percentage.ts'
import { describeTrip, type TripRules } from '#domain/pricing/trip.ts'
import type { BillingSettingsView } from './billing-views.ts'

export type TripRulesView = NonNullable<BillingSettingsView['tripRules']>

/** The rules as the domain computes with them. */
export const tripRulesOf = (rules: TripRulesView): TripRules => ({
  ...rules,
  perMile: fromDollars(rules.perMile),
  bands: rules.bands.map(({ upTo, amount }) => ({ upTo, amount: fromDollars(amount) })),
  minimum: fromDollars(rules.minimum),
  returnPercentage: Math.round(rules.returnPercentage * PERCENTAGE_SCALE),
  afterHours: fromDollars(rules.afterHours),
})

export const describeTripView = (rules: TripRulesView): string => describeTrip(tripRulesOf(rules))

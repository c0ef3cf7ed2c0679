// Trip rules as they are sent: percent become scaled percentages.

import { PERCENTAGE_SCALE } from '#domain/lib/percentage.ts'
import { describeTrip, type TripRules } from '#domain/pricing/trip.ts'
import type { BillingSettingsView } from './billing-views.ts'

export type TripRulesView = NonNullable<BillingSettingsView['tripRules']>

/** The rules as the domain computes with them. */
export const tripRulesOf = (rules: TripRulesView): TripRules => ({
  ...rules,
  returnPercentage: Math.round(rules.returnPercentage * PERCENTAGE_SCALE),
})

export const describeTripView = (rules: TripRulesView): string => describeTrip(tripRulesOf(rules))

import { milesBetween } from '#domain/lib/distance.ts'
import { formatMoney } from '#domain/lib/money.ts'
import { roundMiles, tripFeeOf } from '#domain/pricing/trip.ts'
import { describeTripView, tripRulesOf } from '#web/features/billing/trip-rules.ts'
import { FieldNote } from '#web/ui/forms/field-note.tsx'
import { TextWithAmounts } from '#web/ui/numbers.tsx'
import type { BookingForm, CompanyProfile } from './booking-form.ts'

type TripFeeProps = { company: CompanyProfile; site: BookingForm['values']['where']['coordinates'] }

/** What the company charges for coming to the RV, and about how much that is for the address. */
export function TripFee({ company: { coordinates, tripRules }, site }: TripFeeProps) {
  if (tripRules === null) return null
  const miles = coordinates === null || site === null ? null : roundMiles(milesBetween(coordinates, site))
  const visit = { isReturn: false, isAfterHours: false }
  const fee = miles === null ? null : tripFeeOf(tripRulesOf(tripRules), { miles, ...visit })
  return (
    <FieldNote>
      <TextWithAmounts
        text={`Trip fee: ${describeTripView(tripRules)}${
          fee === null
            ? ''
            : ` For your address about ${formatMoney(fee)}: ${miles} miles in a straight line. The shop confirms it.`
        }`}
      />
    </FieldNote>
  )
}

import {
  BOOKING_PAYMENT_LABELS,
  type BookingPayment,
  describeBookingPayment,
} from '#domain/billing/booking-payment.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TextWithAmounts } from '#web/ui/numbers.tsx'

/** What a visitor pays when booking, and when it goes back; nothing for a company that asks for none. */
export function BookingPaymentNote({ terms }: { terms: BookingPayment | null }) {
  if (terms === null) return null
  return (
    <Panel title={BOOKING_PAYMENT_LABELS[terms.kind]}>
      {describeBookingPayment(terms).map(sentence => (
        <p key={sentence}>
          <TextWithAmounts text={sentence} />
        </p>
      ))}
      <p>You pay it by card after you send the booking.</p>
    </Panel>
  )
}

import { Anchor } from '@mantine/core'
import { formatAppointment } from '#domain/bookings/appointment.ts'
import { formatSite } from '#domain/bookings/booking.ts'
import { formatTime } from '#domain/lib/company-time.ts'
import { formatMiles } from '#domain/lib/distance.ts'
import { telOf } from '#domain/lib/phone.ts'
import type { api } from '#web/api/client.ts'
import { mailtoOf } from '#web/ui/feedback/mail-links.tsx'
import { type KeyValue, KeyValues } from '#web/ui/layout/key-values.tsx'
import { TextWithAmounts } from '#web/ui/numbers.tsx'

type Booking = Awaited<ReturnType<typeof api.bookings.get.call>>

type BookingDetailsProps = {
  booking: Booking
  /** In a card: labels above values, and contact details, which are nowhere else there. */
  inCard?: boolean
}

/** When and where the customer wants their RV serviced. */
export function BookingDetails({ booking, inCard = false }: BookingDetailsProps) {
  const { wantedAt, timeZone, emailConfirmedAt, isByShop, customerDetails } = booking
  const rows: KeyValue[] = [
    { label: inCard ? 'Requested time' : 'Appointment', value: formatAppointment(wantedAt, timeZone) },
    { label: 'Service location', value: describeLocation(booking) },
  ]
  if (booking.arrivingAt !== null)
    rows.push({ label: 'On the way', value: `Expected about ${formatTime(booking.arrivingAt, timeZone)}` })
  if (booking.conflict !== null) rows.push({ label: 'Check the time', value: booking.conflict })
  if (booking.payment !== null)
    rows.push({ label: 'Payment at booking', value: <TextWithAmounts text={booking.payment} /> })
  if (inCard) {
    if (booking.vin !== '') rows.push({ label: 'VIN', value: booking.vin })
    const { phone } = customerDetails
    rows.push({ label: 'Phone', value: <Anchor href={telOf(phone)}>{phone}</Anchor> })
  }
  if (customerDetails.email !== '')
    rows.push({
      label: 'Email',
      value: (
        <>
          <Anchor href={mailtoOf(customerDetails.email)}>{customerDetails.email}</Anchor>
          {emailConfirmedAt === null && !isByShop && ' (email not confirmed)'}
        </>
      ),
    })
  return <KeyValues rows={rows} inline={inCard} />
}

function describeLocation(booking: Booking): string {
  if (booking.place === 'shop') return 'At the shop'
  const { miles, reach } = booking
  const distance =
    miles === null
      ? ''
      : ` (about ${formatMiles(miles)} away${reach === 'beyond' ? ', beyond your range' : ''})`
  return `${formatSite(booking)}${distance}`
}

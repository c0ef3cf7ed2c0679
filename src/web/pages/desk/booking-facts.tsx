import { Anchor } from '@mantine/core'
import { printAppointment } from '#domain/bookings/appointment.ts'
import { printSite } from '#domain/bookings/booking.ts'
import { printMiles } from '#domain/lib/distance.ts'
import { telOf } from '#domain/lib/phone.ts'
import type { api } from '#web/api/client.ts'
import { type KeyValue, KeyValues } from '#web/ui/layout/key-values.tsx'

type Booking = Awaited<ReturnType<typeof api.bookings.get.call>>

type BookingFactsProps = {
  booking: Booking
  /** In a card: names above what they name, and how to reach the customer, which stands nowhere else there. */
  inCard?: boolean
}

/** When and where somebody wants their RV looked at. */
export function BookingFacts({ booking, inCard = false }: BookingFactsProps) {
  const { wantedAt, timeZone, emailConfirmedAt, customerDetails } = booking
  const rows: KeyValue[] = [
    { label: 'Wanted', value: printAppointment(wantedAt, timeZone) },
    { label: 'Where', value: whereOf(booking) },
  ]
  if (inCard) {
    const { phone } = customerDetails
    rows.push({ label: 'Phone', value: <Anchor href={telOf(phone)}>{phone}</Anchor> })
  }
  rows.push({
    label: 'Email',
    value: (
      <>
        <Anchor href={`mailto:${customerDetails.email}`}>{customerDetails.email}</Anchor>
        {emailConfirmedAt === null && ' (email not confirmed)'}
      </>
    ),
  })
  return <KeyValues rows={rows} inline={inCard} />
}

function whereOf(booking: Booking): string {
  if (booking.place === 'shop') return 'At the shop'
  const { miles, reach } = booking
  const way =
    miles === null
      ? ''
      : ` (about ${printMiles(miles)} away${reach === 'beyond' ? ', beyond your range' : ''})`
  return `${printSite(booking)}${way}`
}

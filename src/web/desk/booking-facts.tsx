import { Anchor } from '@mantine/core'
import { fullName } from '#domain/assignment.ts'
import { printSite } from '#domain/booking.ts'
import { printAppointment } from '#domain/calendar.ts'
import { printMiles } from '#domain/distance.ts'
import { telOf } from '#domain/phone.ts'
import type { api } from '#web/api.ts'
import { type KeyValue, KeyValues } from '#web/ui/key-values.tsx'

type Booking = Awaited<ReturnType<typeof api.bookings.get.call>>

/** When and where somebody wants their RV looked at; on request also how to reach them. */
export function BookingFacts({ booking, withContact = false }: { booking: Booking; withContact?: boolean }) {
  const { wantedAt, timeZone, emailConfirmedAt, customerDetails } = booking
  const rows: KeyValue[] = [
    { label: 'Wanted', value: printAppointment(wantedAt, timeZone) },
    { label: 'Where', value: whereOf(booking) },
  ]
  if (withContact)
    rows.push(
      { label: 'Name', value: fullName(customerDetails) },
      { label: 'Phone', value: <Anchor href={telOf(customerDetails.phone)}>{customerDetails.phone}</Anchor> },
    )
  rows.push({
    label: 'Email',
    value: (
      <>
        <Anchor href={`mailto:${customerDetails.email}`}>{customerDetails.email}</Anchor>
        {emailConfirmedAt === null && ' (email not confirmed)'}
      </>
    ),
  })
  return <KeyValues rows={rows} />
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

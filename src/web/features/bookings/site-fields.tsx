import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { BookingLocation } from '#domain/bookings/booking.ts'
import type { Coordinates } from '#domain/customers/customer.ts'
import { AddressField } from '#web/features/address-search/address-field.tsx'

export type LocationValues = {
  place: BookingLocation
  address: string
  coordinates: Coordinates | null
  campground: string
  siteNumber: string
}

export const AT_THE_SHOP: LocationValues = {
  place: 'shop',
  address: '',
  coordinates: null,
  campground: '',
  siteNumber: '',
}

/** Where the RV is: an address or a campground. */
export function SiteFields({ form }: { form: UseFormReturnType<{ where: LocationValues }> }) {
  const { address, coordinates } = form.values.where
  return (
    <>
      <AddressField
        label="Address"
        description="Or enter the campground below."
        wrapperProps={{ 'data-wide': true }}
        {...form.getInputProps('where.address')}
        value={{ address, coordinates }}
        onChange={chosen => {
          form.setFieldValue('where', { ...form.getValues().where, ...chosen })
          form.clearFieldError('where.address')
        }}
      />
      <TextInput label="Campground" autoComplete="off" {...form.getInputProps('where.campground')} />
      <TextInput label="Site Number" autoComplete="off" {...form.getInputProps('where.siteNumber')} />
    </>
  )
}

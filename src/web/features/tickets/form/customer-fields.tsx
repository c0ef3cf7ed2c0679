import { TextInput } from '@mantine/core'
import type { ReactElement } from 'react'
import { AddressField } from '#web/features/address-search/address-field.tsx'
import { PhoneField } from '#web/features/contact/phone-field.tsx'
import { Fields } from '#web/ui/layout/columns.tsx'
import { CustomerEmailField } from './customer-email-field.tsx'
import type { TicketForm } from './ticket-form.ts'

// A customer's details, not the user's own: the browser must not autofill them.
const noAutofill = { autoComplete: 'off' } as const
const requiredProps = { ...noAutofill, required: true, withAsterisk: false } as const

export type SuggestedField = 'firstName' | 'lastName' | 'email' | 'phone'

type CustomerFieldsProps = {
  form: TicketForm
  /** Puts a field's input into what suggests customers for it. */
  wrap?: (field: SuggestedField, input: ReactElement) => ReactElement
}

export const CustomerFields = ({ form, wrap = (_, input) => input }: CustomerFieldsProps) => (
  <Fields>
    {wrap(
      'firstName',
      <TextInput
        label="First Name"
        {...requiredProps}
        {...form.getInputProps('customerDetails.firstName')}
      />,
    )}
    {wrap(
      'lastName',
      <TextInput label="Last Name" {...requiredProps} {...form.getInputProps('customerDetails.lastName')} />,
    )}
    {wrap('email', <CustomerEmailField form={form} {...requiredProps} />)}
    {wrap('phone', <PhoneField {...noAutofill} {...form.getInputProps('customerDetails.phone')} />)}
    <AddressField
      description="Optional."
      wrapperProps={{ 'data-wide': true }}
      {...form.getInputProps('customerDetails.address')}
      value={{ address: form.values.customerDetails.address, coordinates: form.values.coordinates }}
      onChange={({ address, coordinates }) => {
        form.setFieldValue('customerDetails.address', address)
        form.setFieldValue('coordinates', coordinates)
      }}
    />
  </Fields>
)

import { Button, Input, Text, TextInput, type TextInputProps } from '@mantine/core'
import { type ReactElement, useEffect, useRef } from 'react'
import { AddressField } from '#web/features/address-search/address-field.tsx'
import { PhoneField } from '#web/features/contact/phone-field.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { Fields } from '#web/ui/layout/columns.tsx'
import { hasNoEmail, type TicketForm } from './ticket-form.ts'

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

type CustomerEmailFieldProps = Omit<TextInputProps, 'form'> & { form: TicketForm }

/** A customer's email, or that they have none: nobody has to make one up. */
function CustomerEmailField({ form, ...field }: CustomerEmailFieldProps) {
  const container = useRef<HTMLDivElement>(null)
  const isChosen = useRef(false)
  const isNone = hasNoEmail(form.values.customerDetails)
  // The button is gone: what took its place gets the focus.
  useEffect(() => {
    if (isChosen.current) container.current?.querySelector<HTMLElement>(isNone ? 'button' : 'input')?.focus()
    isChosen.current = false
  }, [isNone])
  const choose = (noEmail: boolean) =>
    ignoreDoubleClick(() => {
      isChosen.current = true
      form.setFieldValue('customerDetails.email', '')
      form.setFieldValue('customerDetails.noEmail', noEmail)
      form.clearFieldError('customerDetails.email')
    })
  return (
    <div ref={container}>
      {isNone ? (
        <Input.Wrapper label="Email" labelElement="div">
          <Text py="0.5rem" c="var(--rw-ink-soft)">
            This customer has no email.
          </Text>
        </Input.Wrapper>
      ) : (
        <TextInput label="Email" type="email" {...field} {...form.getInputProps('customerDetails.email')} />
      )}
      <Button mt="0.25rem" ml="-0.5rem" fw={400} size="compact-sm" variant="subtle" onClick={choose(!isNone)}>
        {isNone ? 'Enter an email' : 'Customer has no email'}
      </Button>
    </div>
  )
}

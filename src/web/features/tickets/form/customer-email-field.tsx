import { Button, Input, Text, TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { hasNoEmail, type TicketForm } from './ticket-form.ts'

type CustomerEmailFieldProps = Omit<TextInputProps, 'form'> & { form: TicketForm }

/** A customer's email, or that they have none: nobody has to make one up. */
export function CustomerEmailField({ form, ...field }: CustomerEmailFieldProps) {
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

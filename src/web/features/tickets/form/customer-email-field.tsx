import { Button, Input, TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import styles from './customer-email-field.module.css'
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
          <p className={styles.none}>This customer has no email.</p>
        </Input.Wrapper>
      ) : (
        <TextInput label="Email" type="email" {...field} {...form.getInputProps('customerDetails.email')} />
      )}
      <Button className={styles.choice} size="compact-sm" variant="subtle" onClick={choose(!isNone)}>
        {isNone ? 'Enter an email' : 'Customer has no email'}
      </Button>
    </div>
  )
}

import { Checkbox, type CheckboxProps } from '@mantine/core'

type SendByEmailProps = CheckboxProps & {
  /** The customer's; empty without one. */
  readonly email: string
}

/** Whether the document goes to the customer; nothing without an email. */
export const SendByEmail = ({ email, ...field }: SendByEmailProps) =>
  email === '' ? null : <Checkbox label={`Send by email to ${email}`} {...field} />

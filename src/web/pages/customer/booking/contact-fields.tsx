import { TextInput } from '@mantine/core'
import { PhoneField } from '#web/features/contact/phone-field.tsx'
import { Fields } from '#web/ui/layout/columns.tsx'
import styles from './book.module.css'
import type { BookingForm } from './booking-form.ts'

const requiredProps = { required: true, withAsterisk: false } as const

export const ContactFields = ({ form }: { form: BookingForm }) => (
  <Fields>
    <TextInput
      label="First Name"
      autoComplete="given-name"
      {...requiredProps}
      {...form.getInputProps('customerDetails.firstName')}
    />
    <TextInput
      label="Last Name"
      autoComplete="family-name"
      {...requiredProps}
      {...form.getInputProps('customerDetails.lastName')}
    />
    <TextInput
      label="Email"
      type="email"
      autoComplete="email"
      {...requiredProps}
      {...form.getInputProps('customerDetails.email')}
    />
    <PhoneField autoComplete="tel" {...form.getInputProps('customerDetails.phone')} />
  </Fields>
)

/** Hidden from people; bots fill it in. */
export const HoneypotField = ({ form }: { form: BookingForm }) => (
  <div className={styles.honeypot} aria-hidden>
    <label>
      Website
      <input type="text" tabIndex={-1} autoComplete="off" {...form.getInputProps('website')} />
    </label>
  </div>
)

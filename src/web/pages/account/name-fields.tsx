import { TextInput } from '@mantine/core'

/** As far as these fields need a form. */
type NameForm = { readonly getInputProps: (path: 'firstName' | 'lastName' | 'phone') => object }

const requiredProps = { required: true, withAsterisk: false } as const

/** What an owner of rigs is called. */
export const NameFields = ({ form }: { form: NameForm }) => (
  <>
    <TextInput
      label="First Name"
      autoComplete="given-name"
      {...requiredProps}
      {...form.getInputProps('firstName')}
    />
    <TextInput
      label="Last Name"
      autoComplete="family-name"
      {...requiredProps}
      {...form.getInputProps('lastName')}
    />
  </>
)

/** Where they are called. */
export const PhoneField = ({ form }: { form: NameForm }) => (
  <TextInput
    label="Phone"
    type="tel"
    autoComplete="tel"
    {...requiredProps}
    {...form.getInputProps('phone')}
  />
)

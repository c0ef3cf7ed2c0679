import { TextInput } from '@mantine/core'

/** The part of a form that these fields need. */
type NameForm = { readonly getInputProps: (path: 'firstName' | 'lastName') => object }

const requiredProps = { required: true, withAsterisk: false } as const

/** An RV owner's name. */
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

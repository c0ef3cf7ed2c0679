import { TextInput } from '@mantine/core'

/** As far as these fields need a form. */
type OwnerForm = { readonly getInputProps: (path: 'firstName' | 'lastName' | 'phone') => object }

const needed = { required: true, withAsterisk: false } as const

/** What an owner of rigs is called. */
export const NameFields = ({ form }: { form: OwnerForm }) => (
  <>
    <TextInput
      label="First Name"
      autoComplete="given-name"
      {...needed}
      {...form.getInputProps('firstName')}
    />
    <TextInput label="Last Name" autoComplete="family-name" {...needed} {...form.getInputProps('lastName')} />
  </>
)

/** Where they are called. */
export const PhoneField = ({ form }: { form: OwnerForm }) => (
  <TextInput label="Phone" type="tel" autoComplete="tel" {...needed} {...form.getInputProps('phone')} />
)

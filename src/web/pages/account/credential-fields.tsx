import { PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core'
import type { Ref } from 'react'

/** The email that somebody logs in with. */
export const EmailField = (props: TextInputProps) => (
  <TextInput
    label="Email"
    type="email"
    name="email"
    autoComplete="username"
    required
    withAsterisk={false}
    {...props}
  />
)

/** The password of an account, as it is now. */
export const PasswordField = (props: PasswordInputProps & { ref?: Ref<HTMLInputElement> | undefined }) => (
  <PasswordInput
    label="Password"
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    autoComplete="current-password"
    visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
    required
    withAsterisk={false}
    {...props}
  />
)

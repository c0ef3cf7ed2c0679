import { PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core'
import type { Ref } from 'react'

/** The account's email. */
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

/** The current password of an account. */
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

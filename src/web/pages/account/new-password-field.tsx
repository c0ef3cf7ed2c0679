import type { PasswordInputProps } from '@mantine/core'
import { MIN_PASSWORD_LENGTH } from '#domain/lib/password.ts'
import { PasswordField } from '#web/features/account/credential-fields.tsx'

type NewPasswordFieldProps = PasswordInputProps & {
  /** What else the new password does. */
  effect?: string
}

export const NewPasswordField = ({ effect, ...props }: NewPasswordFieldProps) => (
  <PasswordField
    description={[`At least ${MIN_PASSWORD_LENGTH} characters.`, effect].filter(Boolean).join(' ')}
    autoComplete="new-password"
    {...props}
  />
)

import { PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MIN_PASSWORD_LENGTH, passwordError } from '#domain/lib/password.ts'
import { api } from '#web/api/client.ts'
import { AuthError, announceSession, changePassword } from '#web/api/session.ts'
import { focusFirstError, submitWith } from '#web/api/validate-with-contract.ts'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { Fields } from '#web/ui/layout/columns.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './account.module.css'

const EMPTY_VALUES = { currentPassword: '', newPassword: '' }
const visibilityToggleProps = { 'aria-label': 'Show what is typed' }

function validatePasswords({ currentPassword, newPassword }: typeof EMPTY_VALUES, email: string) {
  const error = newPassword === '' ? 'Fill this in.' : passwordError(newPassword, email, () => false)
  return {
    ...(currentPassword === '' ? { currentPassword: 'Fill this in.' } : {}),
    ...(error === null ? {} : { newPassword: error }),
  }
}

/** One's own password; every other session of the account ends with the old one. */
export function ChangePassword({ email }: { email: string }) {
  const form = useForm({ initialValues: EMPTY_VALUES, validate: typed => validatePasswords(typed, email) })
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (typed: typeof EMPTY_VALUES) => changePassword(typed.currentPassword, typed.newPassword),
    networkMode: 'always',
    onSuccess: () => {
      form.reset()
      // What this browser keeps for the next visit goes with the old password.
      announceSession()
      void queries.invalidateQueries({ queryKey: api.account.key() })
      notify.clear()
      notify.success('Password changed. You are signed out everywhere else.')
    },
    onError: error => {
      const code = error instanceof AuthError ? error.code : ''
      const field = { INVALID_PASSWORD: 'currentPassword', INVALID: 'newPassword' }[code]
      if (field === undefined) return notify.failure(error.message)
      const errors = { [field]: code === 'INVALID' ? error.message : 'This is not your password.' }
      form.setErrors(errors)
      focusFirstError(form)(errors)
    },
  })
  const submit = submitWith(form, typed => {
    if (!change.isPending) change.mutate(typed)
  })
  return (
    <Panel title="Change Password">
      <form onSubmit={submit} noValidate className={styles.form}>
        {/* A password manager keeps the new one under this name. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <Fields>
          <PasswordInput
            label="Current Password"
            autoComplete="current-password"
            visibilityToggleButtonProps={visibilityToggleProps}
            required
            withAsterisk={false}
            {...form.getInputProps('currentPassword')}
          />
          <PasswordInput
            label="New Password"
            description={`At least ${MIN_PASSWORD_LENGTH} characters. You are signed out everywhere else.`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="new-password"
            visibilityToggleButtonProps={visibilityToggleProps}
            required
            withAsterisk={false}
            {...form.getInputProps('newPassword')}
          />
        </Fields>
        <div>
          <PrimaryButton type="submit" loading={change.isPending} loadingText="Saving…">
            Change Password
          </PrimaryButton>
        </div>
      </form>
    </Panel>
  )
}

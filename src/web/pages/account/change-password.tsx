import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { passwordError } from '#domain/lib/password.ts'
import { api } from '#web/api/client.ts'
import { AuthError, announceSession, changePassword } from '#web/api/session.ts'
import { focusFirstError } from '#web/api/validate-with-contract.ts'
import { PasswordField } from '#web/features/account/credential-fields.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { Fields } from '#web/ui/layout/columns.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './account.module.css'
import { NewPasswordField } from './new-password-field.tsx'
import { useFormMutation } from './use-form-mutation.ts'

const EMPTY_VALUES = { currentPassword: '', newPassword: '' }

function validatePasswords({ currentPassword, newPassword }: typeof EMPTY_VALUES, email: string) {
  const error = newPassword === '' ? 'Required.' : passwordError(newPassword, email, () => false)
  return {
    ...(currentPassword === '' ? { currentPassword: 'Required.' } : {}),
    ...(error === null ? {} : { newPassword: error }),
  }
}

/** Changes the account's password, which ends its other sessions. */
export function ChangePassword({ email }: { email: string }) {
  const form = useForm({ initialValues: EMPTY_VALUES, validate: typed => validatePasswords(typed, email) })
  const queries = useQueryClient()
  const change = useFormMutation(form, {
    mutationFn: (typed: typeof EMPTY_VALUES) => changePassword(typed.currentPassword, typed.newPassword),
    onSuccess: () => {
      form.reset()
      // Other tabs drop what they keep for the old session.
      announceSession()
      void queries.invalidateQueries({ queryKey: api.account.key() })
      notify.clear()
      notify.success('Password changed. You’re logged out on other devices.')
    },
    onError: error => {
      const code = error instanceof AuthError ? error.code : ''
      const field = { INVALID_PASSWORD: 'currentPassword', INVALID: 'newPassword' }[code]
      if (field === undefined) return notify.failure(error.message)
      const errors = { [field]: code === 'INVALID' ? error.message : 'That isn’t your password.' }
      form.setErrors(errors)
      focusFirstError(form)(errors)
    },
  })
  return (
    <Panel title="Change Password">
      <form onSubmit={change.submit} noValidate className={styles.form}>
        {/* The username for password managers. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <Fields>
          <PasswordField label="Current Password" {...form.getInputProps('currentPassword')} />
          <NewPasswordField
            label="New Password"
            effect="Changing it logs you out on other devices."
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

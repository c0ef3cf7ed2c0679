import { useForm } from '@mantine/form'
import { IconClockOff, IconMailCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import * as z from 'zod'
import { PAGES } from '#contract/pages/page-routes.ts'
import { email } from '#contract/shared-schemas.ts'
import { passwordError } from '#domain/lib/password.ts'
import { AuthError, announceSession, meQuery, requestPasswordReset, resetPassword } from '#web/api/session.ts'
import { focusFirstError, validateWithContract } from '#web/api/validate-with-contract.ts'
import { EmailField } from '#web/features/account/credential-fields.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LinkButton, TextLink } from '#web/ui/links.tsx'
import styles from './account.module.css'
import { EmailNotDeliverable } from './email-not-deliverable.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { useFormMutation } from './use-form-mutation.ts'

/** Requests a reset email; with the token from its link, chooses a new password. */
export function ResetPasswordPage() {
  const { token } = useSearch({ from: '/reset-password' })
  return token === undefined ? <RequestResetForm /> : <ChoosePassword key={token} token={token} />
}

function RequestResetForm() {
  const form = useForm({ initialValues: { email: '' }, validate: validateWithContract(z.object({ email })) })
  const request = useFormMutation(form, {
    mutationFn: (values: typeof form.values) => requestPasswordReset(values.email.trim()),
    onError: ({ message }) => notify.failure(message),
  })
  return (
    <Page title={PAGES.resetPassword.title} width="narrow">
      <Panel>
        {request.isSuccess ? (
          <div role="status">
            {request.data.canMail ? (
              <EmptyState
                icon={IconMailCheck}
                sentence="If that email has an account, we’ve sent a reset link."
                next="The link works once and expires in 1 hour. Didn’t get it? Check spam, or ask your shop’s owner."
              />
            ) : (
              <EmailNotDeliverable hours={1} />
            )}
          </div>
        ) : (
          <form onSubmit={request.submit} noValidate className={styles.form}>
            <p className={styles.sentence}>We’ll email you a link to reset your password.</p>
            <EmailField {...form.getInputProps('email')} />
            <PrimaryButton
              type="submit"
              size="md"
              fullWidth
              loading={request.isPending}
              loadingText="Sending…"
            >
              Send Link
            </PrimaryButton>
          </form>
        )}
      </Panel>
      <div className={styles.other}>
        <TextLink to="/login">Back to Login</TextLink>
      </div>
    </Page>
  )
}

const validateNewPassword = ({ newPassword }: { newPassword: string }) => {
  const error = newPassword === '' ? 'Required.' : passwordError(newPassword, '', () => false)
  return error === null ? {} : { newPassword: error }
}

const isUsedToken = (error: unknown): boolean => error instanceof AuthError && error.code === 'INVALID_TOKEN'

function ChoosePassword({ token }: { token: string }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const form = useForm({ initialValues: { newPassword: '' }, validate: validateNewPassword })
  const choose = useFormMutation(form, {
    mutationFn: ({ newPassword }: typeof form.values) => resetPassword(token, newPassword),
    onSuccess: async () => {
      notify.clear()
      notify.success('Password changed. Log in with the new one.')
      // A session of this account in this browser has ended.
      await queries.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => undefined)
      announceSession()
      await navigate({ to: '/login' })
    },
    onError: error => {
      if (isUsedToken(error)) return
      form.setErrors({ newPassword: error.message })
      focusFirstError(form)({ newPassword: error.message })
    },
  })
  return (
    <Page title="Choose a New Password" width="narrow">
      <Panel>
        {isUsedToken(choose.error) ? (
          <div role="alert">
            <EmptyState
              icon={IconClockOff}
              sentence="This link has expired or was already used."
              next="A link works once and expires in 1 hour. Your password hasn’t changed."
              action={<LinkButton to="/reset-password">Get a New Link</LinkButton>}
            />
          </div>
        ) : (
          <form onSubmit={choose.submit} noValidate className={styles.form}>
            <NewPasswordField
              label="New Password"
              effect="Changing it logs you out everywhere."
              name="new-password"
              {...form.getInputProps('newPassword')}
            />
            <PrimaryButton type="submit" size="md" fullWidth loading={choose.isPending} loadingText="Saving…">
              Save Password
            </PrimaryButton>
          </form>
        )}
      </Panel>
    </Page>
  )
}

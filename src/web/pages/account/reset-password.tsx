import { PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconClockOff, IconMailCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import * as z from 'zod'
import { email } from '#contract/schema.ts'
import { passwordFault, SHORTEST_PASSWORD } from '#domain/lib/password.ts'
import { AuthFault, announceSession, askForReset, meQuery, resetPassword } from '#web/api/session.ts'
import { attempt, focusFirstFault, validateWith } from '#web/api/validate-with-contract.ts'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LinkButton, TextLink } from '#web/ui/links.tsx'
import styles from './account.module.css'

/** Asks for a letter; whoever comes back by its link chooses a new password. */
export function ResetPasswordPage() {
  const { token } = useSearch({ from: '/reset-password' })
  return token === undefined ? <AskForLink /> : <ChoosePassword key={token} token={token} />
}

function AskForLink() {
  const form = useForm({ initialValues: { email: '' }, validate: validateWith(z.object({ email })) })
  const ask = useMutation({
    mutationFn: (values: typeof form.values) => askForReset(values.email.trim()),
    networkMode: 'always',
    onError: ({ message }) => notify.failure(message),
  })
  const submit = attempt(form, values => {
    if (!ask.isPending) ask.mutate(values)
  })
  return (
    <Page title="Reset Password" width="narrow">
      <Panel>
        {ask.isSuccess ? (
          <div role="status">
            <EmptyState
              icon={IconMailCheck}
              sentence="If this email has an account, a letter with a link is on its way to it."
              next="The link works once, within one hour. Nothing came? Look among the unwanted mail, or ask the owner of your company."
            />
          </div>
        ) : (
          <form onSubmit={submit} noValidate className={styles.form}>
            <p className={styles.sentence}>You get a letter with a link to choose a new password.</p>
            <TextInput
              label="Email"
              type="email"
              name="email"
              autoComplete="username"
              required
              withAsterisk={false}
              {...form.getInputProps('email')}
            />
            <PrimaryButton type="submit" size="md" fullWidth loading={ask.isPending} loadingText="Sending…">
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

const faultsOf = ({ newPassword }: { newPassword: string }) => {
  const fault = newPassword === '' ? 'Fill this in.' : passwordFault(newPassword, '', () => false)
  return fault === null ? {} : { newPassword: fault }
}

const isSpent = (fault: unknown): boolean => fault instanceof AuthFault && fault.code === 'INVALID_TOKEN'

function ChoosePassword({ token }: { token: string }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const form = useForm({ initialValues: { newPassword: '' }, validate: faultsOf })
  const choose = useMutation({
    mutationFn: ({ newPassword }: typeof form.values) => resetPassword(token, newPassword),
    networkMode: 'always',
    onSuccess: async () => {
      notify.clear()
      notify.success('Password changed. Sign in with the new one.')
      // Whoever of this account was signed in here is not any more.
      await queries.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => undefined)
      announceSession()
      await navigate({ to: '/login' })
    },
    onError: fault => {
      if (isSpent(fault)) return
      form.setErrors({ newPassword: fault.message })
      focusFirstFault(form)({ newPassword: fault.message })
    },
  })
  const submit = attempt(form, values => {
    if (!choose.isPending) choose.mutate(values)
  })
  return (
    <Page title="Choose a New Password" width="narrow">
      <Panel>
        {isSpent(choose.error) ? (
          <div role="alert">
            <EmptyState
              icon={IconClockOff}
              sentence="This link is too old or was already used."
              next="A link works once, within one hour. Your password is as it was."
              action={<LinkButton to="/reset-password">Ask for a New Link</LinkButton>}
            />
          </div>
        ) : (
          <form onSubmit={submit} noValidate className={styles.form}>
            <PasswordInput
              label="New Password"
              description={`At least ${SHORTEST_PASSWORD} characters. You are signed out everywhere.`}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              name="new-password"
              autoComplete="new-password"
              visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed' }}
              required
              withAsterisk={false}
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

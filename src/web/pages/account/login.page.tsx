import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { PAGES } from '#contract/pages/page-routes.ts'
import { useDraft } from '#web/api/drafts/form-draft.tsx'
import { submitWith } from '#web/api/validate-with-contract.ts'
import { EmailField, PasswordField } from '#web/features/account/credential-fields.tsx'
import { loadAccountValidation } from '#web/features/account/load-account-validation.ts'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { useNeedsHttps } from '#web/ui/use-needs-https.ts'
import styles from './account.module.css'
import { LoginCode } from './login-code.tsx'
import { signInWithPasskey, useHasPasskeys } from './passkey-api.ts'
import { redirectParam } from './redirect-param.ts'
import { useAfterSignIn, useSignIn } from './use-sign-in.ts'

export function LoginPage() {
  const { to } = useSearch({ from: '/login' })
  const { history } = useRouter()
  const signIn = useSignIn()
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: async values => (await loadAccountValidation()).validateCredentials(values),
  })
  const draft = useDraft(form, 'login')
  const [step, setStep] = useState<'password' | 'code'>('password')
  const redirect = () => {
    draft.clear()
    notify.clear()
    history.replace(to ?? '/dashboard')
  }
  const login = useMutation({
    mutationFn: ({ email, password }: typeof form.values) => signIn(email.trim(), password),
    networkMode: 'always',
    onSuccess: next => {
      if (next === 'in') return redirect()
      notify.clear()
      setStep('code')
    },
    onError: ({ message }) => notify.failure(message),
  })
  const submit = submitWith(form, values => {
    if (!login.isPending) login.mutate(values)
  })

  if (step === 'code')
    return (
      <Page title={PAGES.login.title} width="narrow">
        <LoginCode onSignedIn={redirect} onBack={() => setStep('password')} />
      </Page>
    )
  return (
    <Page title={PAGES.login.title} width="narrow">
      <Panel>
        <form onSubmit={submit} noValidate className={styles.form}>
          <EmailField {...form.getInputProps('email')} />
          <PasswordField name="password" {...form.getInputProps('password')} />
          <TextLink to="/reset-password" className={styles.forgot ?? ''}>
            Forgot your password?
          </TextLink>
          <PrimaryButton
            type="submit"
            size="md"
            fullWidth
            loading={form.submitting || login.isPending}
            loadingText="Loading..."
          >
            Login
          </PrimaryButton>
          <LoginPasskey onSignedIn={redirect} disabled={login.isPending} />
        </form>
      </Panel>
      <div className={styles.other}>
        <p>Don't have an account?</p>
        <Button disabled={login.isPending} onClick={() => history.push('/register')}>
          Register
        </Button>
      </div>
      <p className={styles.owner}>
        Own an RV?{' '}
        <TextLink to="/join" {...redirectParam(to)}>
          Create an account
        </TextLink>
      </p>
    </Page>
  )
}

/** Shown only where the browser supports passkeys; over plain http a sentence says why not. */
function LoginPasskey({ onSignedIn, disabled }: { onSignedIn: () => void; disabled: boolean }) {
  const afterSignIn = useAfterSignIn()
  const hasPasskeys = useHasPasskeys()
  const needsHttps = useNeedsHttps()
  const signIn = useMutation({
    mutationFn: async () => {
      await signInWithPasskey()
      await afterSignIn()
    },
    networkMode: 'always',
    onSuccess: onSignedIn,
    onError: ({ message }) => notify.failure(message),
  })
  if (needsHttps) return <p className={styles.note}>Logging in with a passkey needs an https address.</p>
  if (!hasPasskeys) return null
  return (
    <Button
      fullWidth
      leftSection={<IconFingerprint size={18} stroke={1.75} aria-hidden />}
      disabled={disabled || signIn.isPending}
      onClick={ignoreDoubleClick(() => signIn.mutate())}
    >
      Use a Passkey
    </Button>
  )
}

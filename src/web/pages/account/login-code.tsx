import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { sendCode, sendRecoveryCode } from '#web/api/session.ts'
import { focusFirstError } from '#web/api/validate-with-contract.ts'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './account.module.css'
import { codeError, isExpired } from './code-error.ts'
import { useFormMutation } from './use-form-mutation.ts'
import { useAfterSignIn } from './use-sign-in.ts'

type LoginCodeProps = {
  readonly onSignedIn: () => void
  /** Back to email and password. */
  readonly onBack: () => void
}

/** Asks for the two-factor code after the password. */
export function LoginCode({ onSignedIn, onBack }: LoginCodeProps) {
  const [isRecovery, setRecovery] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other kind of code is another field.
  useEffect(() => field.current?.focus(), [isRecovery])
  const afterSignIn = useAfterSignIn()
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: code => (code.trim() === '' ? 'Required.' : null) },
  })
  const send = useFormMutation(form, {
    mutationFn: async ({ code }: typeof form.values) => {
      await (isRecovery ? sendRecoveryCode(code) : sendCode(code))
      await afterSignIn()
    },
    onSuccess: onSignedIn,
    onError: error => {
      if (isExpired(error)) {
        notify.failure('Too much time or too many tries. Enter your password again.')
        return onBack()
      }
      const errors = { code: codeError(error) }
      form.setErrors(errors)
      focusFirstError(form)(errors)
    },
  })
  return (
    <Panel title="Two-factor authentication">
      <form onSubmit={send.submit} noValidate className={styles.form}>
        <TextInput
          key={isRecovery ? 'recovery' : 'app'}
          ref={field}
          label={isRecovery ? 'Recovery Code' : 'Code'}
          description={
            isRecovery ? 'One of your ten recovery codes. Each works once.' : 'From your authenticator app.'
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
          {...form.getInputProps('code')}
        />
        <PrimaryButton type="submit" size="md" fullWidth loading={send.isPending} loadingText="Loading...">
          Login
        </PrimaryButton>
        <div className={styles.others}>
          <Button
            variant="subtle"
            disabled={send.isPending}
            onClick={ignoreDoubleClick(() => {
              form.reset()
              setRecovery(!isRecovery)
            })}
          >
            {isRecovery ? 'Use the app' : 'Use a recovery code'}
          </Button>
          <Button variant="subtle" disabled={send.isPending} onClick={ignoreDoubleClick(onBack)}>
            Back
          </Button>
        </div>
      </form>
    </Panel>
  )
}

import { Anchor, Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { renderSVG } from 'uqr'
import { sendCode } from '#web/api/session.ts'
import styles from '#web/features/account/security.module.css'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { codeError } from './code-error.ts'
import type { TwoFactorSetup } from './two-factor-api.ts'
import { useFormMutation } from './use-form-mutation.ts'

type TwoFactorSetupProps = {
  readonly setup: TwoFactorSetup
  readonly onDone: () => void | Promise<void>
  readonly onCancel: () => void
}

/** The key for the app, as a QR code and as text, and the first code, which turns it on. */
export function TwoFactorSetupForm({ setup, onDone, onCancel }: TwoFactorSetupProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: code => (code.trim() === '' ? 'Required.' : null) },
  })
  const activate = useFormMutation(form, {
    mutationFn: ({ code }: typeof form.values) => sendCode(code),
    onSuccess: onDone,
    onError: error => {
      form.setErrors({ code: codeError(error) })
      field.current?.focus()
    },
  })
  const qrCode = `data:image/svg+xml,${encodeURIComponent(renderSVG(setup.uri, { border: 4 }))}`
  return (
    <form onSubmit={activate.submit} noValidate className={styles.form}>
      <p className={styles.sentence}>
        Scan this with an authenticator app on your phone, or type in the key. Then enter the code it shows.
      </p>
      <div className={styles.setup}>
        <img src={qrCode} alt="QR code of the key" className={styles.image} />
        <div>
          <p className={styles.label}>Key</p>
          <code className={styles.key}>{setup.key}</code>
          <p className={styles.muted}>
            Is the app on this device? <Anchor href={setup.uri}>Open it</Anchor>
          </p>
        </div>
      </div>
      <TextInput
        ref={field}
        className={styles.short ?? ''}
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        withAsterisk={false}
        {...form.getInputProps('code')}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="filled" disabled={activate.isPending}>
          Turn On
        </Button>
        <Button variant="subtle" disabled={activate.isPending} onClick={ignoreDoubleClick(onCancel)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

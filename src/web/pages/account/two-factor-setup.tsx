import { Anchor, Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { renderSVG } from 'uqr'
import { sendCode } from '#web/api/session.ts'
import { attempt } from '#web/api/validate-with-contract.ts'
import { firstClick } from '#web/ui/ignore-double-click.ts'
import type { Beginning } from './account-api.ts'
import { codeFault } from './code-error.ts'
import styles from './security.module.css'

type SecondStepSetupProps = {
  readonly beginning: Beginning
  readonly onDone: () => void | Promise<void>
  readonly onCancel: () => void
}

/** The key for the app, as a picture and in words, and the first code, which turns it on. */
export function SecondStepSetup({ beginning, onDone, onCancel }: SecondStepSetupProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: code => (code.trim() === '' ? 'Fill this in.' : null) },
  })
  const turnOn = useMutation({
    mutationFn: ({ code }: typeof form.values) => sendCode(code),
    networkMode: 'always',
    onSuccess: onDone,
    onError: fault => {
      form.setErrors({ code: codeFault(fault) })
      field.current?.focus()
    },
  })
  const submit = attempt(form, values => {
    if (!turnOn.isPending) turnOn.mutate(values)
  })
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(beginning.uri, { border: 4 }))}`
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <p className={styles.sentence}>
        Scan this with an authenticator app on your phone, or type the key into it. Then enter the code that
        it shows.
      </p>
      <div className={styles.setup}>
        <img src={picture} alt="QR code of the key" className={styles.picture} />
        <div>
          <p className={styles.label}>Key</p>
          <code className={styles.key}>{beginning.key}</code>
          <p className={styles.soft}>
            On the phone with the app? <Anchor href={beginning.uri}>Open it there</Anchor>
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
      <div className={styles.acts}>
        <Button type="submit" variant="filled" disabled={turnOn.isPending}>
          Turn On
        </Button>
        <Button variant="subtle" disabled={turnOn.isPending} onClick={firstClick(onCancel)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

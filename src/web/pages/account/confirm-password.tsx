import { Button, PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { AuthError } from '#web/api/session.ts'
import { submitWith } from '#web/api/validate-with-contract.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import styles from './security.module.css'

type ConfirmPasswordProps<Done> = {
  /** What happens next, shown under the field. */
  readonly why: string
  readonly confirmLabel: string
  readonly action: (password: string) => Promise<Done>
  readonly onDone: (done: Done) => void | Promise<void>
  readonly onCancel: () => void
}

/** Asks for the password again before a change to the account's security. */
export function ConfirmPassword<Done>(props: ConfirmPasswordProps<Done>) {
  const { why, confirmLabel, action, onDone, onCancel } = props
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: password => (password === '' ? 'Required.' : null) },
  })
  const confirm = useMutation({
    mutationFn: ({ password }: typeof form.values) => action(password),
    networkMode: 'always',
    onSuccess: onDone,
    onError: error => {
      if (!(error instanceof AuthError) || error.code !== 'INVALID_PASSWORD')
        return notify.failure(error.message)
      form.setErrors({ password: 'That isn’t your password.' })
      field.current?.focus()
    },
  })
  const submit = submitWith(form, values => {
    if (!confirm.isPending) confirm.mutate(values)
  })
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <PasswordInput
        ref={field}
        label="Password"
        description={why}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
        required
        withAsterisk={false}
        {...form.getInputProps('password')}
      />
      <div className={styles.acts}>
        <Button type="submit" variant="filled" disabled={confirm.isPending}>
          {confirmLabel}
        </Button>
        <Button variant="subtle" disabled={confirm.isPending} onClick={ignoreDoubleClick(onCancel)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

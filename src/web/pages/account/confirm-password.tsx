import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { AuthError } from '#web/api/session.ts'
import { PasswordField } from '#web/features/account/credential-fields.tsx'
import styles from '#web/features/account/security.module.css'
import { notify } from '#web/ui/feedback/notify.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { useFormMutation } from './use-form-mutation.ts'

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
  const confirm = useFormMutation(form, {
    mutationFn: ({ password }: typeof form.values) => action(password),
    onSuccess: onDone,
    onError: error => {
      if (!(error instanceof AuthError) || error.code !== 'INVALID_PASSWORD')
        return notify.failure(error.message)
      form.setErrors({ password: 'That isn’t your password.' })
      field.current?.focus()
    },
  })
  return (
    <form onSubmit={confirm.submit} noValidate className={styles.form}>
      <PasswordField ref={field} description={why} {...form.getInputProps('password')} />
      <div className={styles.actions}>
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

import { Button, PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { AuthFault } from '#web/api/session.ts'
import { attempt } from '#web/api/validate-with-contract.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { firstClick } from '#web/ui/ignore-double-click.ts'
import styles from './security.module.css'

type AskPasswordProps<Done> = {
  /** What happens then, in words. */
  readonly why: string
  readonly confirmLabel: string
  readonly act: (password: string) => Promise<Done>
  readonly onDone: (done: Done) => void | Promise<void>
  readonly onCancel: () => void
}

/** Asks for the password once more, in its own place, before something of the account's safety changes. */
export function AskPassword<Done>(props: AskPasswordProps<Done>) {
  const { why, confirmLabel, act, onDone, onCancel } = props
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: password => (password === '' ? 'Fill this in.' : null) },
  })
  const ask = useMutation({
    mutationFn: ({ password }: typeof form.values) => act(password),
    networkMode: 'always',
    onSuccess: onDone,
    onError: fault => {
      if (!(fault instanceof AuthFault) || fault.code !== 'INVALID_PASSWORD')
        return notify.failure(fault.message)
      form.setErrors({ password: 'This is not your password.' })
      field.current?.focus()
    },
  })
  const submit = attempt(form, values => {
    if (!ask.isPending) ask.mutate(values)
  })
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <PasswordInput
        ref={field}
        label="Password"
        description={why}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed' }}
        required
        withAsterisk={false}
        {...form.getInputProps('password')}
      />
      <div className={styles.acts}>
        <Button type="submit" variant="filled" disabled={ask.isPending}>
          {confirmLabel}
        </Button>
        <Button variant="subtle" disabled={ask.isPending} onClick={firstClick(onCancel)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

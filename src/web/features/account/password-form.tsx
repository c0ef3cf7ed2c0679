import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { type MutationCall, useMutationOnce } from '#web/api/use-mutation-once.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { PasswordField } from './credential-fields.tsx'
import { loadAccountValidation } from './load-account-validation.ts'
import styles from './security.module.css'

type PasswordFormProps<Output> = {
  /** What follows, above the field. */
  sentence: string
  label: string
  busyLabel: string
  /** Red for what is hard to undo. */
  color?: string
  command: MutationCall<{ password: string }, Output>
  onDone: (output: Output) => void | Promise<void>
  onCancel: () => void
}

/** Asks for the password once more before what is hard to undo, or hands out everything. */
export function PasswordForm<Output>(props: PasswordFormProps<Output>) {
  const { sentence, label, busyLabel, color = 'red', command, onDone, onCancel } = props
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const form = useForm({
    initialValues: { password: '' },
    validate: async typed => (await loadAccountValidation()).validateCurrentPassword(typed),
  })
  const { run, isRunning } = useMutationOnce(command, { onDone, onError: setFormErrors(form) })
  return (
    <form onSubmit={submitWith(form, typed => run(typed))} noValidate className={styles.form}>
      <p className={styles.sentence}>{sentence}</p>
      <div className={styles.short}>
        <PasswordField ref={field} {...form.getInputProps('password')} />
      </div>
      <div className={styles.actions}>
        <Button type="submit" variant="filled" color={color} disabled={isRunning}>
          {isRunning ? busyLabel : label}
        </Button>
        <Button variant="subtle" disabled={isRunning} onClick={ignoreDoubleClick(onCancel)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { reasonInput } from '#contract/platform-admin.ts'
import type { ClientContext } from '#web/api/client.ts'
import { DraftNote, useDraft } from '#web/api/drafts/form-draft.tsx'
import { setFormErrors, submitWith, validateWithContract } from '#web/api/validate-with-contract.ts'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { onEscape } from '#web/ui/on-escape.ts'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import styles from './platform-admin.module.css'
import { SubmitCancelButtons } from './submit-cancel-buttons.tsx'
import { useAdminAction } from './use-admin-action.ts'

type ReasonFormProps<Input> = {
  /** On the button that opens it, and on the one that submits it. */
  label: string
  /** Who will see the reason, and what happens. */
  description: string
  action: (input: Input & { reason: string }, options: { context: ClientContext }) => Promise<{ done: true }>
  input: Input
  /** The message afterwards. */
  successMessage: string
  /** For destructive actions. */
  isDestructive?: boolean
}

/**
 * A button that asks for a reason first, which both logs show. Cancel drops what was typed; Escape keeps it for next
 * time.
 */
export function ReasonForm<Input extends object>(props: ReasonFormProps<Input>) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const { label, isDestructive = false } = props
  if (isOpen) return <ReasonFields {...props} onClose={() => setOpen(false)} />
  return (
    <Button
      ref={opener}
      {...(isDestructive && { variant: 'subtle', color: 'red' })}
      onClick={() => setOpen(true)}
    >
      {label}
    </Button>
  )
}

function ReasonFields<Input extends object>(props: ReasonFormProps<Input> & { onClose: () => void }) {
  const { label, description, action, input, successMessage, isDestructive = false, onClose } = props
  const form = useForm({ initialValues: { reason: '' }, validate: validateWithContract(reasonInput) })
  const draft = useDraft(form, `founder ${label} ${JSON.stringify(input)}`)
  const close = () => {
    draft.clear()
    onClose()
  }
  const { run, isRunning } = useAdminAction(action, {
    successMessage,
    onDone: close,
    onError: setFormErrors(form, draft),
  })
  const submit = submitWith(form, typed => run({ ...input, ...typed }))
  return (
    <form
      noValidate
      className={styles.form}
      aria-label={label}
      onSubmit={submit}
      onKeyDown={onEscape(isRunning ? null : onClose)}
    >
      <DraftNote draft={draft} />
      <TextArea
        label="Reason"
        description={description}
        autoFocus
        minRows={2}
        maxRows={8}
        maxLength={500}
        {...form.getInputProps('reason')}
      />
      <SubmitCancelButtons
        label={label}
        isRunning={isRunning}
        onCancel={close}
        isDestructive={isDestructive}
      />
    </form>
  )
}

import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { vinCorrection } from '#contract/platform-admin.ts'
import { normalizeVin, vinWarning } from '#domain/rigs/vin.ts'
import { client } from '#web/api/client.ts'
import { DraftNote, useDraft } from '#web/api/drafts/form-draft.tsx'
import { setFormErrors, submitWith, validateWithContract } from '#web/api/validate-with-contract.ts'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { onEscape } from '#web/ui/on-escape.ts'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import styles from './platform-admin.module.css'
import { SubmitCancelButtons } from './submit-cancel-buttons.tsx'
import { useAdminAction } from './use-admin-action.ts'

type Entry = { readonly companyUUID: string; readonly ticketId: number }
type CorrectVinProps = { vin: string; entry: Entry }

export function CorrectVin(props: CorrectVinProps) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  if (isOpen) return <CorrectForm {...props} onClose={() => setOpen(false)} />
  return (
    <div className={styles.buttons}>
      <Button ref={opener} onClick={() => setOpen(true)}>
        Correct the VIN
      </Button>
    </div>
  )
}

function CorrectForm({ vin, entry, onClose }: CorrectVinProps & { onClose: () => void }) {
  const { companyUUID, ticketId } = entry
  const entryReference = { vin, companyUUID, ticketId }
  const form = useForm({
    initialValues: { newVin: '', reason: '' },
    validate: typed => {
      const errors = validateWithContract(vinCorrection, values => ({
        ...(values as object),
        ...entryReference,
      }))(typed)
      return normalizeVin(typed.newVin) === vin ? { newVin: 'This is its current VIN.', ...errors } : errors
    },
  })
  const draft = useDraft(form, `correct ${vin} ${companyUUID} ${ticketId}`)
  const close = () => {
    draft.clear()
    onClose()
  }
  const newVin = normalizeVin(form.values.newVin)
  const { run, isRunning } = useAdminAction(client.platformAdmin.correctVin, {
    successMessage: `Ticket ${ticketId} is now in the history of ${newVin}.`,
    onDone: close,
    onError: setFormErrors(form, draft),
  })
  const submit = submitWith(form, typed => run({ ...entryReference, ...typed }))
  return (
    <form
      noValidate
      className={styles.form}
      aria-label={`Correct the VIN of ticket ${ticketId}`}
      onSubmit={submit}
      onKeyDown={onEscape(isRunning ? null : onClose)}
    >
      <DraftNote draft={draft} />
      <p className={styles.text}>
        Ticket {ticketId}’s claim code is made from its VIN. After the correction, codes already printed stop
        working; print the ticket again for a new one.
      </p>
      <TextInput
        label="Correct VIN"
        description={vinWarning(newVin) ?? 'As shown on the VIN plate.'}
        autoFocus
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...form.getInputProps('newVin')}
      />
      <TextArea
        label="Reason"
        description="The company reads it. Its ticket gets the new VIN too; both VINs stay in both activity logs."
        minRows={2}
        maxRows={8}
        maxLength={500}
        {...form.getInputProps('reason')}
      />
      <SubmitCancelButtons label="Move to This VIN" isRunning={isRunning} onCancel={close} />
    </form>
  )
}

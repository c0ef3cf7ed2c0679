import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { companyVerification } from '#contract/platform-admin.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import {
  formatPeriod,
  MAX_NOTE_LENGTH,
  verificationPeriodErrors,
} from '#domain/platform-admin/verification-period.ts'
import { client } from '#web/api/client.ts'
import { DraftNote, useDraft } from '#web/api/drafts/form-draft.tsx'
import { setFormErrors, submitWith, validateWithContract } from '#web/api/validate-with-contract.ts'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Fields } from '#web/ui/layout/columns.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { onEscape } from '#web/ui/on-escape.ts'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import type { AdminCompany } from './admin-company.ts'
import styles from './platform-admin.module.css'
import { ReasonForm } from './reason-form.tsx'
import { SubmitCancelButtons } from './submit-cancel-buttons.tsx'
import { useAdminAction } from './use-admin-action.ts'

/** The Verified badge: its public dates, and a note for founders. */
export function CompanyVerification({ company }: { company: AdminCompany }) {
  const { companyUUID, verified, month } = company
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const isFormOpen = isOpen || !verified
  return (
    <Panel title="Verified">
      <div className={styles.stack}>
        {month !== null && (
          <p className={styles.text}>
            Spent {formatPeriod(month)} with the founders. {month.note}
          </p>
        )}
        {verified && month === null && <p className={styles.text}>No month recorded.</p>}
        {isFormOpen && <VerificationForm company={company} onClose={isOpen ? () => setOpen(false) : null} />}
        {verified && !isOpen && (
          <>
            <div className={styles.buttons}>
              <Button ref={opener} onClick={() => setOpen(true)}>
                Change the Days
              </Button>
            </div>
            <ReasonForm
              isDestructive
              label="Remove Verified"
              description="The company reads it in its activity log."
              action={client.platformAdmin.unverify}
              input={{ companyUUID }}
              successMessage="No longer Verified."
            />
          </>
        )}
      </div>
    </Panel>
  )
}

type VerificationFormProps = { company: AdminCompany; onClose: (() => void) | null }

function VerificationForm({ company: { companyUUID, month, timeZone }, onClose }: VerificationFormProps) {
  const form = useForm({
    initialValues: { from: month?.from ?? '', until: month?.until ?? '', note: month?.note ?? '' },
    validate: typed => {
      const errors = validateWithContract(companyVerification, values => ({
        ...(values as object),
        companyUUID,
      }))(typed)
      const hasValidDays = errors.from === undefined && errors.until === undefined
      return hasValidDays
        ? { ...verificationPeriodErrors(typed, dayOf(new Date(), timeZone)), ...errors }
        : errors
    },
  })
  const draft = useDraft(form, `verify ${companyUUID}`)
  const close = () => {
    draft.clear()
    onClose?.()
  }
  const { run, isRunning } = useAdminAction(client.platformAdmin.verify, {
    successMessage: 'Marked Verified.',
    onDone: close,
    onError: setFormErrors(form, draft),
  })
  const submit = submitWith(form, typed => run({ companyUUID, ...typed }))
  return (
    <form
      noValidate
      className={styles.form}
      aria-label="The month with the founders"
      onSubmit={submit}
      onKeyDown={onEscape(isRunning ? null : onClose)}
    >
      <DraftNote draft={draft} />
      <Fields>
        <TextInput
          type="date"
          label="First day"
          autoFocus={onClose !== null}
          {...form.getInputProps('from')}
        />
        <TextInput type="date" label="Last day" {...form.getInputProps('until')} />
      </Fields>
      <TextArea
        label="Note"
        description="For founders only: what they did, and who was there."
        minRows={2}
        maxRows={10}
        maxLength={MAX_NOTE_LENGTH}
        {...form.getInputProps('note')}
      />
      <SubmitCancelButtons
        label="Mark Verified"
        isRunning={isRunning}
        onCancel={onClose === null ? null : close}
      />
    </form>
  )
}

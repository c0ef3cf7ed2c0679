import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { certificatesOf, NO_QUALIFICATION, type Qualification } from '#domain/employees/qualification.ts'
import { api, client } from '#web/api/client.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { loadAccountValidation } from '#web/features/account/load-account-validation.ts'
import styles from '#web/features/account/security.module.css'
import { notify } from '#web/ui/feedback/notify.ts'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { SaveCancelButtons } from '#web/ui/forms/save-cancel-buttons.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { useFocusOnStart } from '#web/ui/forms/use-focus-on-start.ts'
import { KeyValues } from '#web/ui/layout/key-values.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { onEscape } from '#web/ui/on-escape.ts'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'

/** Since when a technician has worked on RVs, and their certificates: customers read it where their name is. */
export function QualificationPanel({ qualification }: { qualification: Qualification | null }) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const shown = qualification ?? NO_QUALIFICATION
  return (
    <Panel title="Your years and certificates">
      {isOpen ? (
        <QualificationForm qualification={shown} onClose={() => setOpen(false)} />
      ) : (
        <div className={styles.form}>
          <KeyValues
            missing="None entered"
            rows={[
              { label: 'Working on RVs since', value: shown.sinceYear === null ? '' : `${shown.sinceYear}` },
              { label: 'Certificates', value: certificatesOf(shown).join('; ') },
            ]}
          />
          <p className={styles.muted}>Customers read this below the job lines that you worked on.</p>
          <div>
            <Button ref={opener} onClick={() => setOpen(true)}>
              Edit
            </Button>
          </div>
        </div>
      )}
    </Panel>
  )
}

type Typed = { sinceYear: number | string; certificates: string }

const toInput = ({ sinceYear, certificates }: Typed) => ({
  sinceYear: sinceYear === '' ? null : (sinceYear as number),
  certificates,
})

function QualificationForm({
  qualification: { sinceYear, certificates },
  onClose,
}: {
  qualification: Qualification
  onClose: () => void
}) {
  const queries = useQueryClient()
  const form = useForm<Typed>({
    initialValues: { sinceYear: sinceYear ?? '', certificates },
    validate: async typed => (await loadAccountValidation()).validateQualification(toInput(typed)),
  })
  const { run, isRunning } = useMutationOnce(client.employees.setQualification, {
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: api.employees.mine.key() })
      notify.clear()
      notify.success('Saved.')
      onClose()
    },
    onError: setFormErrors(form),
  })
  useFocusOnStart(form, 'sinceYear')
  return (
    <form
      className={styles.form}
      onSubmit={submitWith(form, typed => run(toInput(typed)))}
      onKeyDown={onEscape(isRunning ? null : onClose)}
      noValidate
      aria-label="Your years and certificates"
    >
      <NumberField
        label="Working on RVs since"
        description="The year, such as 2014. Empty: customers read none."
        useGrouping={false}
        inputMode="numeric"
        {...form.getInputProps('sinceYear')}
      />
      <TextArea
        label="Certificates"
        description="With their numbers, one in a line: RVTI Level 2, No. 10442"
        minRows={3}
        {...form.getInputProps('certificates')}
      />
      <div className={styles.actions}>
        <SaveCancelButtons isRunning={isRunning} onCancel={onClose} />
      </div>
    </form>
  )
}

import { Button, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { foundersMonth } from '#contract/platform-admin.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { faultsOfMonth, LONGEST_NOTE, printMonth } from '#domain/platform-admin/verification-period.ts'
import { client } from '#web/api/client.ts'
import { useDraft } from '#web/api/form-draft.ts'
import { attempt, showFault, validateWith } from '#web/api/validate-with-contract.ts'
import { Fields } from '#web/ui/layout/columns.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { onEscape } from '#web/ui/on-escape.ts'
import { useOpener } from '#web/ui/use-disclosure-focus.ts'
import { ActButtons } from './action-buttons.tsx'
import type { SeenCompany } from './company-queries.ts'
import styles from './platform-admin.module.css'
import { ReasonForm } from './reason-form.tsx'
import { useAct } from './use-admin-action.ts'

/** The badge that rests on a month with the founders: its days, which anybody may read, and a note for founders. */
export function Verification({ company }: { company: SeenCompany }) {
  const { companyUUID, verified, month } = company
  const { opener, isOpen, setOpen } = useOpener()
  const isAsking = isOpen || !verified
  return (
    <Panel title="Verified">
      <div className={styles.stack}>
        {month !== null && (
          <p className={styles.text}>
            Spent {printMonth(month)} with the founders. {month.note}
          </p>
        )}
        {verified && month === null && <p className={styles.text}>Nobody wrote down which month it was.</p>}
        {isAsking && <MonthForm company={company} onClose={isOpen ? () => setOpen(false) : null} />}
        {verified && !isOpen && (
          <>
            <div className={styles.buttons}>
              <Button ref={opener} onClick={() => setOpen(true)}>
                Change the Days
              </Button>
            </div>
            <ReasonForm
              isGrave
              label="Take Verified Away"
              description="The company reads it in its trail."
              act={client.founders.unverify}
              input={{ companyUUID }}
              said="No longer Verified."
            />
          </>
        )}
      </div>
    </Panel>
  )
}

type MonthFormProps = { company: SeenCompany; onClose: (() => void) | null }

function MonthForm({ company: { companyUUID, month, timeZone }, onClose }: MonthFormProps) {
  const form = useForm({
    initialValues: { from: month?.from ?? '', until: month?.until ?? '', note: month?.note ?? '' },
    validate: typed => {
      const faults = validateWith(foundersMonth, values => ({ ...(values as object), companyUUID }))(typed)
      const areDays = faults.from === undefined && faults.until === undefined
      return areDays ? { ...faultsOfMonth(typed, dayOf(new Date(), timeZone)), ...faults } : faults
    },
  })
  const draft = useDraft(form, `verify ${companyUUID}`)
  const close = () => {
    draft.clear()
    onClose?.()
  }
  const { run, isRunning } = useAct(client.founders.verify, {
    said: 'Marked Verified.',
    onDone: close,
    onFault: showFault(form),
  })
  const submit = attempt(form, typed => run({ companyUUID, ...typed }))
  return (
    <form
      noValidate
      className={styles.form}
      aria-label="The month with the founders"
      onSubmit={submit}
      onKeyDown={onEscape(isRunning ? null : onClose)}
    >
      <Fields>
        <TextInput
          type="date"
          label="First day"
          autoFocus={onClose !== null}
          {...form.getInputProps('from')}
        />
        <TextInput type="date" label="Last day" {...form.getInputProps('until')} />
      </Fields>
      <Textarea
        label="Note"
        description="For founders: what they did, and who was there."
        autosize
        minRows={2}
        maxRows={10}
        maxLength={LONGEST_NOTE}
        {...form.getInputProps('note')}
      />
      <ActButtons label="Mark Verified" isRunning={isRunning} onCancel={onClose === null ? null : close} />
    </form>
  )
}

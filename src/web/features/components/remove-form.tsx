import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { dayOf } from '#domain/lib/company-time.ts'
import { type ClientContext, client } from '#web/api/client.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { SaveCancelButtons } from '#web/ui/forms/save-cancel-buttons.tsx'
import { onEscape } from '#web/ui/on-escape.ts'
import type { FormComponent } from './component-fields.tsx'
import styles from './components.module.css'
import { type ComponentRecord, useRefetchComponents } from './use-refetch-components.ts'

type RemoveFormProps = {
  record: ComponentRecord
  timeZone: string
  component: FormComponent
  onClose: () => void
}

/** Since when a component is no longer in the RV. */
export function RemoveForm({ record, timeZone, component, onClose }: RemoveFormProps) {
  const today = dayOf(new Date(), timeZone)
  const form = useForm({ initialValues: { day: today } })
  const refetch = useRefetchComponents(record)
  const { run, isRunning } = useMutationOnce(
    (input: { componentId: string; day: string | null }, options: { context: ClientContext }) =>
      'vin' in record
        ? client.rigComponents.remove({ ...record, ...input }, options)
        : client.components.remove({ ...record, ...input }, options),
    {
      onDone: async () => {
        await refetch()
        notify.success('Saved.')
        onClose()
      },
      onError: setFormErrors(form),
    },
  )
  const submit = submitWith(form, ({ day }) => run({ componentId: component.componentId, day: day || null }))
  return (
    <form
      className={styles.form}
      noValidate
      aria-label="Remove Component"
      onSubmit={submit}
      onKeyDown={onEscape(onClose)}
    >
      <TextInput
        type="date"
        label="Removed"
        description="It stays on record under No longer in the RV."
        max={today}
        data-autofocus
        {...form.getInputProps('day')}
      />
      <div className={styles.buttons}>
        <SaveCancelButtons isRunning={isRunning} onCancel={onClose} />
      </div>
    </form>
  )
}

import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { newShopTime, shopTimeCorrection } from '#contract/shop-clock/shop-clock.ts'
import { localTimeOf } from '#domain/lib/company-time.ts'
import { sessionTimeErrors } from '#domain/shop-clock/shop-session.ts'
import { api, client } from '#web/api/client.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { setFormErrors, submitWith, validateWithContract } from '#web/api/validate-with-contract.ts'
import { OccurrenceField } from '#web/features/clocks/correction-form.tsx'
import {
  type CorrectionFormValues,
  toCorrection,
  toFormValues,
} from '#web/features/clocks/correction-form-values.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { SaveCancelButtons } from '#web/ui/forms/save-cancel-buttons.tsx'
import { useFocusOnStart } from '#web/ui/forms/use-focus-on-start.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { onEscape } from '#web/ui/on-escape.ts'
import styles from './shop-clock.module.css'

export type ShopTimeView = Awaited<ReturnType<typeof api.shopClock.list.call>>['sessions'][number]

type ShopTimeFormProps = {
  /** What is corrected; null to add time. */
  session: ShopTimeView | null
  people: readonly { readonly employeeId: string; readonly name: string }[]
  timeZone: string
  onClose: () => void
}

type Values = CorrectionFormValues & { employeeId: string }

const EMPTY: CorrectionFormValues = {
  ...{ clockInTime: '', clockOutTime: '', reason: '' },
  ...{ clockInOccurrence: '0', clockOutOccurrence: '0' },
}

const validateNew = validateWithContract<object>(newShopTime)
const validateChange = validateWithContract<object>(shopTimeCorrection)

/** Adds time in the shop, corrects or removes it; each with a reason. */
export function ShopTimeForm({ session, people, timeZone, onClose }: ShopTimeFormProps) {
  // Another's correction meanwhile must not become a change of this one.
  const [initial] = useState(session)
  const queries = useQueryClient()
  const sentOf = ({ employeeId, ...typed }: Values) => ({
    ...toCorrection(initial, typed, timeZone),
    ...(initial === null && { employeeId }),
  })
  const form = useForm<Values>({
    initialValues: { ...(initial === null ? EMPTY : toFormValues(initial, timeZone)), employeeId: '' },
    validate: values => {
      const sent = sentOf(values)
      const errors = (initial === null ? validateNew : validateChange)(sent)
      const { clockInTime = initial?.clockInTime, clockOutTime = initial?.clockOutTime ?? null } = sent
      const isTime = clockInTime instanceof Date && (clockOutTime === null || clockOutTime instanceof Date)
      return {
        ...(isTime && sessionTimeErrors({ clockInTime, clockOutTime }, new Date())),
        ...(initial !== null && Object.keys(sent).length === 1 && { clockOutTime: 'Change a time.' }),
        ...errors,
        ...(initial === null && values.employeeId === '' && { employeeId: 'Choose who it is.' }),
      }
    },
  })
  useFocusOnStart(form, initial === null ? 'employeeId' : 'clockInTime')
  const options = {
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: api.shopClock.key() })
      notify.success('Saved.')
      onClose()
    },
    onError: setFormErrors(form),
  }
  const add = useMutationOnce(client.shopClock.add, options)
  const correct = useMutationOnce(client.shopClock.correct, options)
  const remove = useMutationOnce(client.shopClock.remove, options)
  const submit = submitWith(form, values => {
    const sent = sentOf(values)
    if (initial === null) add.run(newShopTime.parse(sent))
    else correct.run({ sessionId: initial.sessionId, ...shopTimeCorrection.parse(sent) })
  })
  function removeTime() {
    if (form.validateField('reason').hasError) form.getInputNode('reason')?.focus()
    else if (initial !== null)
      remove.run({ sessionId: initial.sessionId, reason: form.getValues().reason.trim() })
  }
  const time = { type: 'datetime-local', max: localTimeOf(new Date(), timeZone) } as const
  const isRunning = add.isRunning || correct.isRunning || remove.isRunning
  return (
    <form
      className={styles.form}
      noValidate
      aria-label={initial === null ? 'Add Time' : `Fix time of ${initial.employeeName}`}
      onSubmit={submit}
      onKeyDown={onEscape(onClose)}
    >
      {initial === null && (
        <NativeSelect
          label="Employee"
          data={[
            { value: '', label: 'Choose…' },
            ...people.map(({ employeeId, name }) => ({ value: employeeId, label: name })),
          ]}
          {...form.getInputProps('employeeId')}
        />
      )}
      <TextInput label="Clock In" {...time} {...form.getInputProps('clockInTime')} />
      <OccurrenceField form={form} of="clockIn" label="Clock In" timeZone={timeZone} />
      <TextInput
        label="Clock Out"
        {...(initial?.clockOutTime === null && { description: 'Still clocked in.' })}
        {...time}
        {...form.getInputProps('clockOutTime')}
      />
      <OccurrenceField form={form} of="clockOut" label="Clock Out" timeZone={timeZone} />
      <TextInput label="Reason" {...form.getInputProps('reason')} />
      <div className={styles.buttons}>
        <SaveCancelButtons isRunning={isRunning} onCancel={onClose} />
        {initial !== null && (
          <Button variant="subtle" color="red" disabled={isRunning} onClick={ignoreDoubleClick(removeTime)}>
            Remove This Time
          </Button>
        )}
      </div>
    </form>
  )
}

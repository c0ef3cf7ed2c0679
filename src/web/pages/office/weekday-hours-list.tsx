import { Checkbox, NativeSelect } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconClock } from '@tabler/icons-react'
import type { QueryKey } from '@tanstack/react-query'
import { dayName } from '#domain/companies/company.ts'
import {
  formatHour,
  formatWeekdayHours,
  type HoursOf,
  WEEKDAYS,
  type WeekdayHours,
} from '#domain/companies/opening-times.ts'
import type { MutationCall } from '#web/api/use-mutation-once.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { Fields } from '#web/ui/layout/columns.tsx'
import { EditableList, EditableRow, RowForm } from './editable-list.tsx'
import { loadOfficeValidation } from './load-office-validation.ts'
import styles from './preferences.module.css'
import { useReloadingCommand } from './use-reloading-command.ts'

type HoursTexts = {
  readonly whose: HoursOf
  readonly title: string
  readonly none: { readonly sentence: string; readonly next: string }
  /** `your regular hours`: what a weekday has without hours of its own. */
  readonly removed: string
  /** `closed` */
  readonly off: string
  readonly fields: { readonly off: string; readonly opens: string; readonly closes: string }
  /** The error without any hour. */
  readonly noHour: string
}

type WeekdayHoursListProps = {
  texts: HoursTexts
  hours: readonly WeekdayHours[]
  /** Loaded again after a change. */
  queryKey: QueryKey
  change: MutationCall<ReturnType<typeof toInput>, unknown>
  reset: MutationCall<{ weekday: number }, unknown>
}

/** Weekdays with hours of their own: of a company, or of a technician. */
export const WeekdayHoursList = (props: WeekdayHoursListProps) => (
  <EditableList
    title={props.texts.title}
    addLabel="Set Hours"
    count={props.hours.length}
    empty={{ icon: IconClock, ...props.texts.none }}
    newForm={onClose => <WeekdayHoursForm {...props} onClose={onClose} />}
  >
    {props.hours.map(hours => (
      <WeekdayHoursRow key={hours.weekday} {...props} hours={hours} />
    ))}
  </EditableList>
)

type WeekdayHoursRowProps = Omit<WeekdayHoursListProps, 'hours' | 'change'> & { hours: WeekdayHours }

function WeekdayHoursRow({ hours, texts, queryKey, reset }: WeekdayHoursRowProps) {
  const name = dayName(hours.weekday)
  const { run, isRunning } = useReloadingCommand(reset, queryKey, {
    onDone: () => notify.success(`Removed. ${name}s have ${texts.removed} again.`),
  })
  return (
    <EditableRow
      name={name}
      removeButton={
        <ConfirmInline
          label="Remove"
          about={name}
          question={`Remove the hours of ${name}?`}
          loading={isRunning}
          onConfirm={() => run({ weekday: hours.weekday })}
        />
      }
    >
      {`${name}: ${hours.opens === null ? texts.off : formatWeekdayHours(hours)}`}
    </EditableRow>
  )
}

type TypedHours = { weekdays: string[]; isClosed: boolean; opens: string; closes: string }

const toHour = (typed: string): number | null => (typed === '' ? null : Number(typed))

const toInput = ({ weekdays, isClosed, opens, closes }: TypedHours) => ({
  weekdays: weekdays.map(Number),
  opens: isClosed ? null : toHour(opens),
  closes: isClosed ? null : toHour(closes),
})

const hourChoices = (earliest: number) => [
  { value: '', label: 'Select an hour' },
  ...Array.from({ length: 24 }, (_, index) => ({
    value: String(earliest + index),
    label: formatHour(earliest + index),
  })),
]

type WeekdayHoursFormProps = Pick<WeekdayHoursListProps, 'texts' | 'queryKey' | 'change'> & {
  onClose: () => void
}

function WeekdayHoursForm({ texts, queryKey, change, onClose }: WeekdayHoursFormProps) {
  const { fields } = texts
  const form = useForm<TypedHours>({
    initialValues: { weekdays: [], isClosed: false, opens: '', closes: '' },
    validate: async typed => {
      const errors = (await loadOfficeValidation()).validateWeekdayHours[texts.whose](toInput(typed))
      const isMissing = !typed.isClosed && typed.opens === '' && typed.closes === ''
      return isMissing ? { opens: texts.noHour, ...errors } : errors
    },
  })
  const { run, isRunning } = useReloadingCommand(change, queryKey, {
    onDone: () => {
      onClose()
      notify.success('Saved.')
    },
    onError: setFormErrors(form),
  })
  return (
    <RowForm
      label="Hours of weekdays"
      submitLabel="Set Hours"
      isRunning={isRunning}
      onSubmit={submitWith(form, typed => run(toInput(typed)))}
      onClose={onClose}
    >
      <Fields>
        <div data-wide>
          <Checkbox.Group label="Weekdays" {...form.getInputProps('weekdays')}>
            <div className={styles.weekdays}>
              {WEEKDAYS.map(weekday => (
                <Checkbox key={weekday} value={String(weekday)} label={dayName(weekday)} />
              ))}
            </div>
          </Checkbox.Group>
        </div>
        <div data-wide>
          <Checkbox label={fields.off} {...form.getInputProps('isClosed', { type: 'checkbox' })} />
        </div>
        {!form.values.isClosed && (
          <>
            <NativeSelect label={fields.opens} data={hourChoices(0)} {...form.getInputProps('opens')} />
            <NativeSelect label={fields.closes} data={hourChoices(1)} {...form.getInputProps('closes')} />
          </>
        )}
      </Fields>
    </RowForm>
  )
}

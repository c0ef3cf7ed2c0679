import { Checkbox, NativeSelect } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { dayName } from '#domain/companies/company.ts'
import {
  formatHour,
  formatWeekdayHours,
  WEEKDAYS,
  type WeekdayHours,
} from '#domain/companies/opening-times.ts'
import { api, client } from '#web/api/client.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Fields } from '#web/ui/layout/columns.tsx'
import { EditableList, EditableRow, RowForm } from './editable-list.tsx'
import { loadOfficeValidation } from './load-office-validation.ts'
import styles from './preferences.module.css'
import { useReloadingCommand } from './use-reloading-command.ts'

const HOURS = api.companies.mine.key()

/** Weekdays on which the company has other hours than its hours of operation. */
export function WeekdayHoursPanel() {
  const { data, error, refetch } = useQuery(api.companies.mine.queryOptions())
  if (data === undefined && error !== null) return <QueryError error={error} onRetry={() => void refetch()} />
  if (data?.details == null) return <ListSkeleton rows={1} height={120} label="Loading your hours…" />
  const { weekdayHours } = data.details
  return (
    <EditableList
      title="Hours by weekday"
      addLabel="Set Hours"
      count={weekdayHours.length}
      empty={{
        icon: IconClock,
        sentence: 'The same hours on every open day.',
        next: 'Set other hours for a weekday, or close it. Customers see them and book within them.',
      }}
      newForm={onClose => <WeekdayHoursForm onClose={onClose} />}
    >
      {weekdayHours.map(hours => (
        <WeekdayHoursRow key={hours.weekday} hours={hours} />
      ))}
    </EditableList>
  )
}

function WeekdayHoursRow({ hours }: { hours: WeekdayHours }) {
  const name = dayName(hours.weekday)
  const { run, isRunning } = useReloadingCommand(client.companies.resetWeekdayHours, HOURS, {
    onDone: () => notify.success(`Removed. ${name}s have your regular hours again.`),
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
      {`${name}: ${formatWeekdayHours(hours)}`}
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

function WeekdayHoursForm({ onClose }: { onClose: () => void }) {
  const form = useForm<TypedHours>({
    initialValues: { weekdays: [], isClosed: false, opens: '', closes: '' },
    validate: async typed => {
      const errors = (await loadOfficeValidation()).validateWeekdayHours(toInput(typed))
      const isMissing = !typed.isClosed && typed.opens === '' && typed.closes === ''
      return isMissing ? { opens: 'Choose when you open.', ...errors } : errors
    },
  })
  const { run, isRunning } = useReloadingCommand(client.companies.changeWeekdayHours, HOURS, {
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
          <Checkbox label="Closed all day" {...form.getInputProps('isClosed', { type: 'checkbox' })} />
        </div>
        {!form.values.isClosed && (
          <>
            <NativeSelect label="Opens" data={hourChoices(0)} {...form.getInputProps('opens')} />
            <NativeSelect label="Closes" data={hourChoices(1)} {...form.getInputProps('closes')} />
          </>
        )}
      </Fields>
    </RowForm>
  )
}

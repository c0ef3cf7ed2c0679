import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { FormErrors, UseFormReturnType } from '@mantine/form'
import {
  bookableSpan,
  dayError,
  formatTimeOfDay,
  type OfferedTimes,
  requestedTimeError,
  startTimes,
  timesOn,
} from '#domain/bookings/bookable-times.ts'
import { formatOpeningTimes, type OpeningTimes } from '#domain/companies/opening-times.ts'
import { formatDay, zoneName } from '#domain/lib/company-time.ts'
import { useNow } from '#web/api/use-now.ts'
import { Fields } from '#web/ui/layout/columns.tsx'

export type TimeValues = { wanted: { day: string; time: string } }

export const missingTimeErrors = ({ day, time }: TimeValues['wanted']): FormErrors => ({
  ...(day === '' && { 'wanted.day': 'Choose a day.' }),
  ...(time === '' && { 'wanted.time': 'Choose a time.' }),
})

/** Errors of the day and the time, including those that were not chosen. */
export function validateTime({ wanted }: TimeValues, company: OpeningTimes): FormErrors {
  const { day, time } = wanted
  const missing = missingTimeErrors(wanted)
  const error = day === '' ? null : requestedTimeError({ day, time }, company, new Date())
  return { ...(error !== null && { [`wanted.${error.field}`]: error.sentence }), ...missing }
}

type TimeFieldsProps = {
  form: UseFormReturnType<TimeValues>
  company: OpeningTimes
  /** What the company still offers on the day; undefined while that is loading. */
  offered: OfferedTimes | undefined
}

/** Whether the company says what it offers on the day. */
export function isBookable(day: string, company: Pick<OpeningTimes, 'timeZone'>): boolean {
  const { from, to } = bookableSpan(company, new Date())
  return from <= day && day <= to
}

/** A day and a time that the company offers, in the company's time zone. */
export function TimeFields({ form, company, offered }: TimeFieldsProps) {
  const now = useNow()
  const { from, to } = bookableSpan(company, now)
  const { day, time } = form.values.wanted
  const error = day === '' ? null : dayError(day, company, now)
  const closed = error ?? offered?.reason ?? null
  const open =
    day === '' || error !== null ? startTimes(company.hoursOfOperation) : timesOn(day, company, now)
  const times = offered?.times ?? open
  const nextDay = offered?.nextDay ?? null
  const isTaken =
    offered !== undefined && time !== '' && offered.times.length > 0 && !offered.times.includes(time)
  const timeField = form.getInputProps('wanted.time')

  function chooseNextDay(): void {
    if (nextDay !== null) form.setFieldValue('wanted.day', nextDay)
    form.setFieldValue('wanted.time', '')
    // The button goes with the problem.
    form.getInputNode('wanted.time')?.focus()
  }
  const dayField = form.getInputProps('wanted.day')
  const choices = [
    { value: '', label: 'Select a time' },
    // A chosen time stays in the list after it has passed, beside its error.
    ...[...new Set(time === '' ? times : [...times, time])]
      .sort()
      .map(value => ({ value, label: formatTimeOfDay(value) })),
  ]
  return (
    <Fields>
      <TextInput
        label="Day"
        type="date"
        required
        withAsterisk={false}
        min={from}
        max={to}
        description={formatOpeningTimes(company, now)}
        {...dayField}
        error={dayField.error ?? closed}
      />
      <NativeSelect
        label="Time"
        required
        withAsterisk={false}
        description={`Shop time (${zoneName(company.timeZone, now)})`}
        data={choices}
        {...timeField}
        error={timeField.error ?? (isTaken && 'This time is no longer free. Choose another time.')}
      />
      {nextDay !== null && (
        <div data-wide>
          <Button variant="light" onClick={chooseNextDay}>
            {`Next free day: ${formatDay(nextDay)}`}
          </Button>
        </div>
      )}
    </Fields>
  )
}

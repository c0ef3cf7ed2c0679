import { NativeSelect, TextInput } from '@mantine/core'
import type { FormErrors, UseFormReturnType } from '@mantine/form'
import {
  bookableSpan,
  dayError,
  formatTimeOfDay,
  requestedTimeError,
  startTimes,
  timesOn,
} from '#domain/bookings/bookable-times.ts'
import { formatOpeningTimes, type OpeningTimes } from '#domain/companies/opening-times.ts'
import { zoneName } from '#domain/lib/company-time.ts'
import { useNow } from '#web/api/use-now.ts'
import { Fields } from '#web/ui/layout/columns.tsx'

export type TimeValues = { wanted: { day: string; time: string } }

/** Errors of the day and the time, including those that were not chosen. */
export function validateTime({ wanted: { day, time } }: TimeValues, company: OpeningTimes): FormErrors {
  const missing = {
    ...(day === '' && { 'wanted.day': 'Choose a day.' }),
    ...(time === '' && { 'wanted.time': 'Choose a time.' }),
  }
  const error = day === '' ? null : requestedTimeError({ day, time }, company, new Date())
  return { ...(error !== null && { [`wanted.${error.field}`]: error.sentence }), ...missing }
}

type TimeFieldsProps = { form: UseFormReturnType<TimeValues>; company: OpeningTimes }

/** A day and a time within the company's hours, in the company's time zone. */
export function TimeFields({ form, company }: TimeFieldsProps) {
  const now = useNow()
  const { from, to } = bookableSpan(company, now)
  const { day, time } = form.values.wanted
  const closed = day === '' ? null : dayError(day, company, now)
  const times =
    day === '' || closed !== null ? startTimes(company.hoursOfOperation) : timesOn(day, company, now)
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
        {...form.getInputProps('wanted.time')}
      />
    </Fields>
  )
}

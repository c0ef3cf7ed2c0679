import { NativeSelect, TextInput } from '@mantine/core'
import type { FormErrors, UseFormReturnType } from '@mantine/form'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { appointmentTimeError, formatTimeOfDay, startTimes } from '#domain/bookings/bookable-times.ts'
import type { BookingLocation } from '#domain/bookings/booking.ts'
import { dayOf, zoneName } from '#domain/lib/company-time.ts'
import { api } from '#web/api/client.ts'
import { useNow } from '#web/api/use-now.ts'
import { FieldNote } from '#web/ui/forms/field-note.tsx'
import { Fields } from '#web/ui/layout/columns.tsx'
import { isBookable, missingTimeErrors, type TimeValues } from './time-fields.tsx'

/** Errors of the day and the time; before the company's time zone is known, of missing ones. */
export function validateDeskTime({ wanted }: TimeValues, timeZone: string | undefined): FormErrors {
  const missing = missingTimeErrors(wanted)
  if (timeZone === undefined || Object.keys(missing).length > 0) return missing
  const error = appointmentTimeError(wanted, { timeZone }, new Date())
  return error === null ? {} : { [`wanted.${error.field}`]: error.sentence }
}

/** The company that the desk makes appointments for; undefined while it is loading. */
export const useOwnCompany = () => useQuery(api.companies.mine.queryOptions()).data

/** Where a new appointment is, or which one is moved and its time. */
type Appointment =
  | { place: BookingLocation; moved?: undefined }
  | { place?: undefined; moved: { ticketId: number; wanted: TimeValues['wanted'] } }

type DeskTimeFieldsProps = Appointment & { form: UseFormReturnType<TimeValues> }

/** What customers are offered on that day, without the appointment that is moved; undefined until it is known. */
function useOfferedTimes({ place = 'shop', moved }: Appointment, day: string) {
  const company = useOwnCompany()
  const isAsked = company !== undefined && isBookable(day, company)
  const { data: ofDay } = useQuery(
    api.bookings.times.queryOptions({
      input: { companyId: company?.companyUUID ?? '', day, place },
      enabled: isAsked && moved === undefined,
    }),
  )
  const { data: withoutMoved } = useQuery(
    api.bookings.timesForMoving.queryOptions({
      input: { ticketId: moved?.ticketId ?? 0, day },
      enabled: isAsked && moved !== undefined,
    }),
  )
  return (moved === undefined ? ofDay : withoutMoved)?.times
}

const toChoice = (time: string) => ({ value: time, label: formatTimeOfDay(time) })

/** Any day and time, with a note about what customers are not offered. */
export function DeskTimeFields({ form, ...appointment }: DeskTimeFieldsProps) {
  const { moved } = appointment
  const now = useNow()
  const company = useOwnCompany()
  const { day, time } = form.values.wanted
  const offered = useOfferedTimes(appointment, day)
  const free = offered ?? []
  const others = startTimes([0, 24]).filter(
    each =>
      !free.includes(each) &&
      // A chosen time stays in the list after it has passed, beside its error.
      (each === time ||
        company === undefined ||
        day === '' ||
        appointmentTimeError({ day, time: each }, company, now) === null),
  )
  const choices =
    free.length === 0
      ? others.map(toChoice)
      : [
          { group: 'Free', items: free.map(toChoice) },
          { group: 'Not offered to customers', items: others.map(toChoice) },
        ]
  const isCurrent = day === moved?.wanted.day && time === moved.wanted.time
  const isKnown = offered !== undefined || (company !== undefined && !isBookable(day, company))
  const isOutside = isKnown && others.includes(time) && day !== '' && !isCurrent
  return (
    <Fields>
      <TextInput
        label="Day"
        type="date"
        required
        withAsterisk={false}
        {...(company && { min: dayOf(now, company.timeZone) })}
        {...form.getInputProps('wanted.day')}
      />
      <NativeSelect
        label="Time"
        required
        withAsterisk={false}
        {...(company && { description: `Shop time (${zoneName(company.timeZone, now)})` })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={[{ value: '', label: 'Select a time' }, ...choices]}
        {...form.getInputProps('wanted.time')}
      />
      {isOutside && (
        <div data-wide>
          <FieldNote icon={IconAlertTriangle} tone="amber">
            Customers can’t book this time, but you can. It is full, outside your hours, or too far ahead.
          </FieldNote>
        </div>
      )}
    </Fields>
  )
}

import { NativeSelect, type NativeSelectProps, TextInput, type TextInputProps } from '@mantine/core'
import { addDays } from '#domain/lib/calendar-date.ts'
import { formatDay } from '#domain/lib/company-time.ts'
import { MAX_PLAN_DAYS } from '#domain/schedule/plan.ts'
import { fullName } from '#domain/tickets/assignment.ts'

type Person = { readonly id: string; readonly firstName: string; readonly lastName: string }

export const TechnicianSelect = ({
  technicians,
  ...props
}: NativeSelectProps & { technicians: readonly Person[] }) => (
  <NativeSelect {...props}>
    <option value="">Select Technician</option>
    {technicians.map(technician => (
      <option key={technician.id} value={technician.id}>
        {fullName(technician)}
      </option>
    ))}
  </NativeSelect>
)

/** A date from `today` on, as far ahead as plans allow. */
export const PlanDay = ({ today, ...props }: TextInputProps & { today: string }) => (
  <TextInput type="date" label="Day" min={today} max={addDays(today, MAX_PLAN_DAYS)} {...props} />
)

/** The message after assigning; `date` may be empty, for today. */
export const assignedMessage = (date: string, today: string): string =>
  date > today ? `Technician scheduled for ${formatDay(date)}.` : 'Technician assigned successfully.'

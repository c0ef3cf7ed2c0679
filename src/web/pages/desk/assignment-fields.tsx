import { NativeSelect, type NativeSelectProps, TextInput, type TextInputProps } from '@mantine/core'
import { printDay } from '#domain/lib/company-time.ts'
import { addDays, FURTHEST_PLAN_DAYS } from '#domain/schedule/schedule.ts'
import { fullName } from '#domain/tickets/assignment.ts'

type Person = { readonly id: string; readonly firstName: string; readonly lastName: string }

export const TechnicianSelect = ({
  technicians,
  ...props
}: NativeSelectProps & { technicians: readonly Person[] }) => (
  <NativeSelect {...props}>
    <option value="">Select Technician</option>
    {technicians.map(person => (
      <option key={person.id} value={person.id}>
        {fullName(person)}
      </option>
    ))}
  </NativeSelect>
)

/** A day from `today` on, as far ahead as plans reach. */
export const PlanDay = ({ today, ...props }: TextInputProps & { today: string }) => (
  <TextInput type="date" label="Day" min={today} max={addDays(today, FURTHEST_PLAN_DAYS)} {...props} />
)

/** What is said once somebody is on the ticket; `date` may be empty, for today. */
export const assignedWords = (date: string, today: string): string =>
  date > today ? `Technician planned for ${printDay(date)}.` : 'Technician assigned successfully.'

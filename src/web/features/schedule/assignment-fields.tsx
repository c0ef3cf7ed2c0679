import { Button, NativeSelect, type NativeSelectProps, TextInput, type TextInputProps } from '@mantine/core'
import { lazy } from 'react'
import type { WorkingTimes } from '#domain/employees/working-times.ts'
import { addDays } from '#domain/lib/calendar-date.ts'
import { formatDay } from '#domain/lib/company-time.ts'
import { MAX_PLAN_DAYS } from '#domain/schedule/plan.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import { LazyContent } from '#web/ui/lazy-content.tsx'

type Person = WorkingTimes & { readonly id: string; readonly firstName: string; readonly lastName: string }

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

type TechniciansErrorProps = { className: string | undefined; onRetry: () => void }

/** In place of the choice of a technician. */
export const TechniciansError = ({ className, onRetry }: TechniciansErrorProps) => (
  <p className={className}>
    Couldn’t load technicians.{' '}
    <Button size="compact-sm" onClick={onRetry}>
      Try again
    </Button>
  </p>
)

/** A date from `today` on, as far ahead as plans allow. */
export const PlanDay = ({ today, ...props }: TextInputProps & { today: string }) => (
  <TextInput type="date" label="Day" min={today} max={addDays(today, MAX_PLAN_DAYS)} {...props} />
)

const AbsenceNote = lazy(() => import('./absence-note.tsx').then(module => ({ default: module.AbsenceNote })))

type AbsenceProps = { technicians: readonly Person[]; chosenId: string; day: string }

/** Says if the chosen technician is off on the day. */
export function Absence({ technicians, chosenId, day }: AbsenceProps) {
  const chosen = technicians.find(({ id }) => id === chosenId)
  const hasOwnTimes = chosen !== undefined && (chosen.workingHours.length > 0 || chosen.timeOff.length > 0)
  return (
    hasOwnTimes &&
    day !== '' && (
      <LazyContent>
        <AbsenceNote technician={chosen} day={day} />
      </LazyContent>
    )
  )
}

/** The message after assigning; `date` may be empty, for today. */
export const assignedMessage = (date: string, today: string): string =>
  date > today ? `Technician scheduled for ${formatDay(date)}.` : 'Technician assigned successfully.'

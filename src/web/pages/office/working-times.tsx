import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { dayOf } from '#domain/lib/company-time.ts'
import { api, client } from '#web/api/client.ts'
import { useNow } from '#web/api/use-now.ts'
import { DaysOffList } from './days-off-list.tsx'
import type { Employee } from './employee-changes.ts'
import { WeekdayHoursList } from './weekday-hours-list.tsx'

const EMPLOYEES = api.employees.list.key()

const HOURS = {
  whose: 'technician',
  title: 'Working hours',
  none: { sentence: 'The company’s hours.', next: 'Set other hours for a weekday, or none.' },
  removed: 'the company’s hours',
  off: 'off',
  fields: { off: 'Off all day', opens: 'Starts', closes: 'Ends' },
  noHour: 'Choose when the day starts.',
} as const

const TIME_OFF = {
  title: 'Time off',
  addLabel: 'Add Time Off',
  formLabel: 'New time off',
  none: { sentence: 'No time off yet.', next: 'The desk is warned before it assigns them on these days.' },
  noun: 'time off',
  removed: 'Removed.',
  reason: { description: 'You and the service writers read it.', placeholder: 'Vacation' },
} as const

const plannedThen = (count: number, firstName: string): string =>
  count === 1
    ? `1 ticket is planned for ${firstName} then. It will be unassigned that morning unless you assign it again.`
    : `${count} tickets are planned for ${firstName} then. They will be unassigned that morning unless you assign them again.`

/** When a technician works, where it differs from the company's hours. */
export function WorkingTimes({ employee: { id, firstName, ...times } }: { employee: Employee }) {
  const now = useNow()
  const { data: company } = useQuery(api.companies.mine.queryOptions())
  return (
    <Stack mt="sm" role="group" aria-label={`Hours and time off of ${firstName}`}>
      <WeekdayHoursList
        texts={HOURS}
        hours={times.workingHours}
        queryKey={EMPLOYEES}
        change={(hours, options) => client.employees.changeWorkingHours({ id, ...hours }, options)}
        reset={({ weekday }, options) => client.employees.resetWorkingHours({ id, weekday }, options)}
      />
      <DaysOffList
        texts={TIME_OFF}
        entries={times.timeOff.map(({ timeOffId, ...days }) => ({ id: timeOffId, ...days }))}
        today={company === undefined ? '' : dayOf(now, company.timeZone)}
        queryKey={EMPLOYEES}
        add={(days, options) => client.employees.addTimeOff({ id, ...days }, options)}
        noteOnAdded={({ planCount }) => (planCount === 0 ? '' : plannedThen(planCount, firstName))}
        remove={({ id: timeOffId }, options) => client.employees.removeTimeOff({ id, timeOffId }, options)}
      />
    </Stack>
  )
}

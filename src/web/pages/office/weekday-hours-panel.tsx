import { useQuery } from '@tanstack/react-query'
import { api, client } from '#web/api/client.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { WeekdayHoursList } from './weekday-hours-list.tsx'

const TEXTS = {
  whose: 'company',
  title: 'Hours by weekday',
  none: {
    sentence: 'The same hours on every open day.',
    next: 'Set other hours for a weekday, or close it. Customers see them and book within them.',
  },
  removed: 'your regular hours',
  off: 'closed',
  fields: { off: 'Closed all day', opens: 'Opens', closes: 'Closes' },
  noHour: 'Choose when you open.',
} as const

/** Weekdays on which the company has other hours than its hours of operation. */
export function WeekdayHoursPanel() {
  const { data, error, refetch } = useQuery(api.companies.mine.queryOptions())
  if (data === undefined && error !== null) return <QueryError error={error} onRetry={() => void refetch()} />
  if (data?.details == null) return <ListSkeleton rows={1} height={120} label="Loading your hours…" />
  return (
    <WeekdayHoursList
      texts={TEXTS}
      hours={data.details.weekdayHours}
      queryKey={api.companies.mine.key()}
      change={client.companies.changeWeekdayHours}
      reset={client.companies.resetWeekdayHours}
    />
  )
}

import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api/client.ts'

/** The technicians who can be assigned, and all employees, to name those in earlier plans. */
export function useTechnicians() {
  const { data: employees = [], ...query } = useQuery(api.employees.list.queryOptions())
  const technicians = employees.filter(({ roles, isActive }) => isActive && roles.isTechnician)
  // An empty list may be a stored one from before the first was registered.
  const isPending = query.isPending || (query.isFetching && technicians.length === 0)
  return { technicians, employees, isPending, isError: query.isError, refetch: query.refetch }
}

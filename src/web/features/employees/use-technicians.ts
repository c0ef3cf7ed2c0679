import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api/client.ts'

/** The technicians who can be assigned, and all employees, to name those in earlier plans. */
export function useTechnicians() {
  const { data: employees = [], isPending, isError, refetch } = useQuery(api.employees.list.queryOptions())
  const technicians = employees.filter(({ roles, isActive }) => isActive && roles.isTechnician)
  return { technicians, employees, isPending, isError, refetch }
}

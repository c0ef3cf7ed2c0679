import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api/client.ts'

/** The technicians who can be assigned now, and the names of all who may be planned. */
export function useTechnicians() {
  const { data: people = [], isPending, isError, refetch } = useQuery(api.employees.list.queryOptions())
  const technicians = people.filter(({ roles, isActive }) => isActive && roles.isTechnician)
  return { technicians, people, isPending, isError, refetch }
}

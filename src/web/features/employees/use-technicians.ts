import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api/client.ts'

/** Who can be put on a ticket now, and everybody whose name may stand on a plan. */
export function useTechnicians() {
  const { data: people = [], isPending, isError, refetch } = useQuery(api.employees.list.queryOptions())
  const technicians = people.filter(({ roles, isActive }) => isActive && roles.isTechnician)
  return { technicians, people, isPending, isError, refetch }
}

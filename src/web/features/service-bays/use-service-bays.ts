import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'

/** The company's bays, for those who put tickets in them; none for others. */
export function useServiceBays() {
  const mayAssign = usePermission()('ticket.assign')
  const { data: serviceBays = [], ...query } = useQuery({
    ...api.serviceBays.list.queryOptions(),
    enabled: mayAssign,
  })
  return { serviceBays, isLoading: query.isLoading, error: query.error, refetch: query.refetch }
}

import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'

export type Clock = NonNullable<Awaited<ReturnType<typeof api.clocks.mine.call>>['running']>

/** The user's running clock, wherever it was started; null without one. */
export function useRunningClock(): Clock | null {
  const isAllowed = usePermission()('clock.see-own')
  const { data } = useQuery({ ...api.clocks.mine.queryOptions(), enabled: isAllowed })
  return isAllowed ? (data?.running ?? null) : null
}

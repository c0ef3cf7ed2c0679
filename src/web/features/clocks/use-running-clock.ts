import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'

export type Clock = NonNullable<Awaited<ReturnType<typeof api.clocks.mine.call>>['running']>

/** The clock of whoever is signed in, wherever it was started; null while none runs. */
export function useRunningClock(): Clock | null {
  const isAllowed = usePermission()('clock.see-own')
  const { data } = useQuery({ ...api.clocks.mine.queryOptions(), enabled: isAllowed })
  return isAllowed ? (data?.running ?? null) : null
}

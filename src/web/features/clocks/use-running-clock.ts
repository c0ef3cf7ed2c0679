import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api/client.ts'
import { useMay } from '#web/api/use-permission.ts'

export type Clock = NonNullable<Awaited<ReturnType<typeof api.clocks.mine.call>>['running']>

/** The clock of whoever is signed in, wherever it was started; null while none runs. */
export function useRunningClock(): Clock | null {
  const mayAsk = useMay()('clock.see-own')
  const { data } = useQuery({ ...api.clocks.mine.queryOptions(), enabled: mayAsk })
  return mayAsk ? (data?.running ?? null) : null
}
